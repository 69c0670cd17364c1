package org.ratchetdb.engine.stats.interval;

import java.util.Arrays;

/**
 * How often latencies fell into buckets that double in width: the first ends at a microsecond, each
 * other at twice the end of the one before. Not thread-safe.
 */
public final class LatencyHistogram {
  /** Up to 2^36 microseconds, nineteen hours. */
  private static final int FINITE_BUCKETS = 36;

  private static final double GROWTH_FACTOR = 2;
  private static final double SCALE_SECONDS = 1e-6;
  private static final double SECONDS_PER_NANO = 1e-9;

  /** Below the first finite bucket, the finite ones, above the last. */
  private final long[] counts = new long[FINITE_BUCKETS + 2];

  private long count;
  private double sum;
  private double squares;

  public void record(long nanos) {
    long micros = nanos / 1_000;
    int bucket = Math.min(Long.SIZE - Long.numberOfLeadingZeros(micros), FINITE_BUCKETS + 1);
    double seconds = nanos * SECONDS_PER_NANO;
    counts[bucket]++;
    count++;
    sum += seconds;
    squares += seconds * seconds;
  }

  public void add(LatencyHistogram other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    count += other.count;
    sum += other.sum;
    squares += other.squares;
  }

  /** Latencies recorded. */
  public long count() {
    return count;
  }

  /** Their sum. */
  public double seconds() {
    return sum;
  }

  /** Their mean; NaN of none. */
  public double meanSeconds() {
    return sum / count;
  }

  /** As an array of one object whose fields are those of Spanner's distribution struct. */
  public String json() {
    double mean = count == 0 ? 0 : meanSeconds();
    double deviation = Math.max(0, squares - mean * sum);
    return "[{\"count\":"
        + count
        + ",\"mean\":"
        + mean
        + ",\"sum_of_squared_deviation\":"
        + deviation
        + ",\"num_finite_buckets\":"
        + FINITE_BUCKETS
        + ",\"growth_factor\":"
        + GROWTH_FACTOR
        + ",\"scale\":"
        + SCALE_SECONDS
        + ",\"bucket_counts\":"
        + Arrays.toString(counts).replace(" ", "")
        + "}]";
  }
}
