package org.ratchetdb.executor.aggregate;

import java.util.Arrays;
import org.ratchetdb.common.value.Intervals;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.ObjectVector;

/** SUM and AVG of INTERVAL. */
final class IntervalSum extends CountedAccumulator {
  private final boolean average;
  private Value.Interval[] sums = new Value.Interval[0];

  IntervalSum(int argument, boolean average) {
    super(argument);
    this.average = average;
  }

  @Override
  void grow(int groups) {
    int old = sums.length;
    sums = Arrays.copyOf(sums, groups);
    Arrays.fill(sums, old, groups, Intervals.ZERO);
  }

  @Override
  void addValue(int group, ColumnVector column, int row) {
    sums[group] = Intervals.add(sums[group], (Value.Interval) ((ObjectVector) column).value(row));
  }

  @Override
  void write(int group, long count, ColumnVector out, int row) {
    out.set(row, average ? Intervals.divide(sums[group], count) : sums[group]);
  }

  @Override
  int bytesPerGroup() {
    return 40;
  }
}
