package org.ratchetdb.planner.context;

import java.util.Arrays;
import org.ratchetdb.common.value.Value;

/**
 * What was found in the values of a column. Of values with an order it knows quantiles: bounds that
 * cut the values into parts of the same number of rows, as numbers by {@link ValueScale}. A value
 * that fills a part of its own is frequent. Immutable.
 */
public final class ColumnStatistics {
  /** Part of a bin that a value outside all bounds has, since rows came after the look. */
  private static final double OUTSIDE_BINS = 0.1;

  private static final double UNKNOWN = -1;

  private final double nullFraction;
  private final double distinctValues;
  private final double[] bounds;
  private final double frequentShare;
  private final int frequentValues;

  /**
   * @param nullFraction part of the rows that have NULL, from 0 to 1
   * @param distinctValues different values other than NULL
   * @param bounds ascending, one more than there are parts; empty when the values have no order
   */
  public ColumnStatistics(double nullFraction, double distinctValues, double[] bounds) {
    this.nullFraction = nullFraction;
    this.distinctValues = distinctValues;
    this.bounds = bounds.clone();
    int repeats = 0;
    int values = 0;
    for (int i = 1; i < bounds.length; i++) {
      if (bounds[i] == bounds[i - 1]) {
        repeats++;
        values += i == 1 || bounds[i - 2] != bounds[i] ? 1 : 0;
      }
    }
    this.frequentShare = repeats == 0 ? 0 : (double) repeats / (bounds.length - 1);
    this.frequentValues = values;
  }

  /** Part of the rows that have NULL. */
  public double nullFraction() {
    return nullFraction;
  }

  /** Different values other than NULL. */
  public double distinctValues() {
    return distinctValues;
  }

  public double[] bounds() {
    return bounds.clone();
  }

  /** Part of the rows with a value below this one, or up to it, or -1 when that is not known. */
  public double below(Value value, boolean inclusive) {
    double at = ValueScale.of(value);
    if (bounds.length < 2 || Double.isNaN(at)) {
      return UNKNOWN;
    }
    int bins = bounds.length - 1;
    int next = inclusive ? firstAbove(at) : firstAtLeast(at);
    if (next == 0) {
      return 0;
    }
    double passed;
    if (next > bins) {
      passed = bins;
    } else {
      double width = bounds[next] - bounds[next - 1];
      passed = next - 1 + (width > 0 ? Math.min(1, (at - bounds[next - 1]) / width) : 0);
    }
    return passed / bins * (1 - nullFraction);
  }

  /** Part of the rows that have this value. */
  public double equal(Value value) {
    double any = equalToAny();
    double at = ValueScale.of(value);
    if (bounds.length < 2 || Double.isNaN(at) || !ValueScale.isExact(value)) {
      return any;
    }
    double bins = bounds.length - 1.0;
    int first = firstAtLeast(at);
    int repeats = firstAbove(at) - first - 1;
    if (repeats > 0) {
      return repeats / bins * (1 - nullFraction);
    }
    if (at < bounds[0] || at > bounds[bounds.length - 1]) {
      return Math.min(any, OUTSIDE_BINS / bins);
    }
    double others = Math.max(1, distinctValues - frequentValues);
    return Math.min(2 / bins, Math.max(0, 1 - frequentShare) / others) * (1 - nullFraction);
  }

  /** Part of the rows that have some value of which nothing is known. */
  public double equalToAny() {
    return (1 - nullFraction) / Math.max(1, distinctValues);
  }

  private int firstAtLeast(double value) {
    int found = Arrays.binarySearch(bounds, value);
    if (found < 0) {
      return -found - 1;
    }
    while (found > 0 && bounds[found - 1] == value) {
      found--;
    }
    return found;
  }

  private int firstAbove(double value) {
    int next = firstAtLeast(value);
    while (next < bounds.length && bounds[next] == value) {
      next++;
    }
    return next;
  }
}
