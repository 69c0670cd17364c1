package org.ratchetdb.engine.activity;

import org.jspecify.annotations.Nullable;

/** Means of sums that may be of nothing. */
final class Averages {
  static final double NANOS_PER_SECOND = 1e9;

  private Averages() {}

  /** Null of nothing. */
  static @Nullable Double of(double sum, long count) {
    return count == 0 ? null : sum / count;
  }
}
