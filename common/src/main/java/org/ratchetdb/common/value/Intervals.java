package org.ratchetdb.common.value;

/** Arithmetic and order of INTERVAL. */
public final class Intervals {
  static final long NANOS_PER_DAY = 86_400_000_000_000L;
  static final long MICROS_PER_DAY = 86_400_000_000L;

  private Intervals() {}

  /** Orders with a month of 30 days and a day of 24 hours, as both dialects do. */
  public static int compare(Value.Interval a, Value.Interval b) {
    long daysA = totalDays(a);
    long daysB = totalDays(b);
    if (daysA != daysB) {
      return Long.compare(daysA, daysB);
    }
    long restA = Math.floorMod(a.micros(), MICROS_PER_DAY);
    long restB = Math.floorMod(b.micros(), MICROS_PER_DAY);
    return restA != restB ? Long.compare(restA, restB) : Integer.compare(a.nanos(), b.nanos());
  }

  private static long totalDays(Value.Interval v) {
    return v.months() * 30L + v.days() + Math.floorDiv(v.micros(), MICROS_PER_DAY);
  }
}
