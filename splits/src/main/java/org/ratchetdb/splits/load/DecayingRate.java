package org.ratchetdb.splits.load;

/**
 * A rate per second that forgets: a constant load shows 63 % of itself after one window and all of
 * it after a few. Fed with running totals, so the counting itself knows no time. Not thread-safe.
 */
final class DecayingRate {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double windowNanos;
  private double perSecond;
  private long totalSeen;

  DecayingRate(long windowNanos) {
    this.windowNanos = windowNanos;
  }

  /** Takes in what was counted since the last time. */
  void update(long total, long elapsedNanos) {
    if (elapsedNanos <= 0) {
      return;
    }
    double now = (total - totalSeen) * NANOS_PER_SECOND / elapsedNanos;
    double weight = 1 - Math.exp(-elapsedNanos / windowNanos);
    perSecond += weight * (now - perSecond);
    totalSeen = total;
  }

  double perSecond() {
    return perSecond;
  }

  /** Halves the rate and gives the other half away. */
  DecayingRate divide() {
    perSecond /= 2;
    DecayingRate other = new DecayingRate((long) windowNanos);
    other.perSecond = perSecond;
    return other;
  }
}
