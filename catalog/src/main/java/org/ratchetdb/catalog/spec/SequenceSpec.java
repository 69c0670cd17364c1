package org.ratchetdb.catalog.spec;

import org.jspecify.annotations.Nullable;

/**
 * What is declared about a sequence or an identity column; null for what is not.
 *
 * @param bitReversedPositive whether the kind was given (there is only this one); otherwise the
 *     database option {@code default_sequence_kind} must say it
 * @param startCounter START COUNTER WITH
 * @param skipMin first value of SKIP RANGE
 * @param skipMax last value of SKIP RANGE
 */
public record SequenceSpec(
    boolean bitReversedPositive,
    @Nullable Long startCounter,
    @Nullable Long skipMin,
    @Nullable Long skipMax) {
  /** BIT_REVERSED_POSITIVE and nothing else. */
  public static final SequenceSpec BIT_REVERSED = new SequenceSpec(true, null, null, null);

  /** Nothing declared: the kind is the database's default. */
  public static final SequenceSpec DEFAULT_KIND = new SequenceSpec(false, null, null, null);
}
