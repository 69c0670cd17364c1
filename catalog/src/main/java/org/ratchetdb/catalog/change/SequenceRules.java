package org.ratchetdb.catalog.change;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.spec.SequenceSpec;

/** What holds for a sequence, its own or behind an identity column. */
final class SequenceRules {
  /** No skip range: an empty interval. */
  static final long NO_SKIP_MIN = 1;

  static final long NO_SKIP_MAX = 0;

  private static final long DEFAULT_START = 1;

  private SequenceRules() {}

  static boolean hasKind(Schema schema, SequenceSpec spec) {
    return spec.bitReversedPositive()
        || schema.options().containsKey(DatabaseOption.DEFAULT_SEQUENCE_KIND.optionName());
  }

  /** Makes the sequence once its kind is known to be given. */
  static Sequence create(int id, String name, SequenceSpec spec, int ownerTableId) {
    Long start = spec.startCounter();
    long startCounter = start == null ? DEFAULT_START : start;
    checkStart(name, startCounter);
    Sequence sequence =
        new Sequence(id, name, startCounter, NO_SKIP_MIN, NO_SKIP_MAX, ownerTableId);
    return withSkipRange(sequence, spec.skipMin(), spec.skipMax());
  }

  static Sequence alter(Sequence sequence, SequenceAlteration alteration) {
    Sequence altered = sequence;
    Long restart = alteration.restartCounter();
    if (restart != null) {
      checkStart(sequence.name(), restart);
      altered =
          new Sequence(
              altered.id(),
              altered.name(),
              restart,
              altered.skipMin(),
              altered.skipMax(),
              altered.identityOwnerTableId());
    }
    if (alteration.changesSkipRange()) {
      altered = withSkipRange(altered, alteration.skipMin(), alteration.skipMax());
    }
    return altered;
  }

  private static void checkStart(String name, long start) {
    if (start < 1) {
      throw Errors.precondition(
          "Sequence " + name + ": the start counter must be a positive number, found " + start);
    }
  }

  private static Sequence withSkipRange(
      Sequence sequence, @Nullable Long skipMin, @Nullable Long skipMax) {
    if (skipMin == null && skipMax == null) {
      return with(sequence, NO_SKIP_MIN, NO_SKIP_MAX);
    }
    if (skipMin == null || skipMax == null) {
      throw Errors.precondition(
          "Sequence "
              + sequence.name()
              + ": skip_range_min and skip_range_max must be set or unset together.");
    }
    if (skipMin > skipMax) {
      throw Errors.precondition(
          "Sequence "
              + sequence.name()
              + ": skip_range_min must not be larger than skip_range_max.");
    }
    if (skipMax < 1) {
      throw Errors.precondition(
          "Sequence "
              + sequence.name()
              + ": the skip range must contain at least one positive number.");
    }
    return with(sequence, skipMin, skipMax);
  }

  private static Sequence with(Sequence sequence, long skipMin, long skipMax) {
    return new Sequence(
        sequence.id(),
        sequence.name(),
        sequence.startCounter(),
        skipMin,
        skipMax,
        sequence.identityOwnerTableId());
  }
}
