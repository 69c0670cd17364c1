package org.ratchetdb.executor.aggregate;

import java.util.Arrays;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DoubleVector;

/** VAR_SAMP and STDDEV_SAMP by Welford's method, which does not cancel digits. */
final class VarianceAccumulator extends CountedAccumulator {
  private final boolean standardDeviation;
  private double[] means = new double[0];
  private double[] squares = new double[0];

  VarianceAccumulator(int argument, boolean standardDeviation) {
    super(argument);
    this.standardDeviation = standardDeviation;
  }

  @Override
  void grow(int groups) {
    means = Arrays.copyOf(means, groups);
    squares = Arrays.copyOf(squares, groups);
  }

  @Override
  void addValue(int group, ColumnVector column, int row) {
    double value = column.getDouble(row);
    double delta = value - means[group];
    means[group] += delta / (count(group) + 1);
    squares[group] += delta * (value - means[group]);
  }

  @Override
  void write(int group, long count, ColumnVector out, int row) {
    if (count < 2) {
      out.setNull(row);
      return;
    }
    double variance = squares[group] / (count - 1);
    ((DoubleVector) out).setDouble(row, standardDeviation ? Math.sqrt(variance) : variance);
  }

  @Override
  int bytesPerGroup() {
    return 16;
  }
}
