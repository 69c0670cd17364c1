package org.ratchetdb.catalog.change;

import org.jspecify.annotations.Nullable;

/**
 * What ALTER SEQUENCE or ALTER IDENTITY changes.
 *
 * @param restartCounter the counter's next value, or null to leave it
 * @param changesSkipRange whether the skip range is replaced by the two values
 * @param skipMin first value of the new skip range; null with {@code skipMax} for none
 * @param skipMax last value of the new skip range
 */
public record SequenceAlteration(
    @Nullable Long restartCounter,
    boolean changesSkipRange,
    @Nullable Long skipMin,
    @Nullable Long skipMax) {
  public static final SequenceAlteration NO_SKIP_RANGE =
      new SequenceAlteration(null, true, null, null);

  public static SequenceAlteration skipRange(long min, long max) {
    return new SequenceAlteration(null, true, min, max);
  }

  public static SequenceAlteration restartCounter(long counter) {
    return new SequenceAlteration(counter, false, null, null);
  }
}
