package org.ratchetdb.executor.aggregate;

import java.util.Arrays;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DoubleVector;

/** SUM and AVG of floats; finite values must not add up to infinity. */
final class FloatSum extends CountedAccumulator {
  private final boolean average;
  private final ExecutionContext context;
  private double[] sums = new double[0];
  private boolean[] sawInfinity = new boolean[0];

  FloatSum(int argument, boolean average, ExecutionContext context) {
    super(argument);
    this.average = average;
    this.context = context;
  }

  @Override
  void grow(int groups) {
    sums = Arrays.copyOf(sums, groups);
    sawInfinity = Arrays.copyOf(sawInfinity, groups);
  }

  @Override
  void addValue(int group, ColumnVector column, int row) {
    double value = column.getDouble(row);
    sums[group] += value;
    if (Double.isInfinite(value)) {
      sawInfinity[group] = true;
    }
  }

  @Override
  void write(int group, long count, ColumnVector out, int row) {
    double sum = sums[group];
    double wide = average ? sum / count : sum;
    double result = out.type().is(TypeKind.FLOAT32) ? (float) wide : wide;
    if (Double.isInfinite(result) && !sawInfinity[group]) {
      throw new DbException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          context.isPostgres()
              ? "value out of range: overflow"
              : "double overflow in " + (average ? "AVG" : "SUM"));
    }
    ((DoubleVector) out).setDouble(row, result);
  }

  @Override
  int bytesPerGroup() {
    return 9;
  }
}
