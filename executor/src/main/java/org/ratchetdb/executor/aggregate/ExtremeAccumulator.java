package org.ratchetdb.executor.aggregate;

import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DoubleVector;

/**
 * MIN and MAX. In GoogleSQL a NaN is the result of both; in PostgreSQL it is the greatest value.
 */
final class ExtremeAccumulator extends CountedAccumulator {
  private final int sign;
  private final boolean postgres;
  private final ColumnVector best;

  ExtremeAccumulator(int argument, SqlType type, int sign, boolean postgres) {
    super(argument);
    this.sign = sign;
    this.postgres = postgres;
    this.best = ColumnVector.create(type, 0);
  }

  @Override
  void grow(int groups) {
    best.ensureCapacity(groups);
  }

  @Override
  void addValue(int group, ColumnVector column, int row) {
    if (count(group) > 0 && !isBetter(group, column, row)) {
      return;
    }
    if (best instanceof BytesVector bytes && count(group) > 0) {
      BytesVector from = (BytesVector) column;
      bytes.replaceBytes(group, from.buffer(), from.start(row), from.length(row));
    } else {
      best.copy(group, column, row);
    }
  }

  private boolean isBetter(int group, ColumnVector column, int row) {
    if (column instanceof DoubleVector) {
      return isBetter(column.getDouble(row), best.getDouble(group));
    }
    return column.compare(row, best, group) * sign > 0;
  }

  private boolean isBetter(double candidate, double current) {
    if (Double.isNaN(candidate) || Double.isNaN(current)) {
      boolean wantsNaN = !postgres || sign > 0;
      return wantsNaN ? !Double.isNaN(current) : !Double.isNaN(candidate);
    }
    return sign > 0 ? candidate > current : candidate < current;
  }

  @Override
  void write(int group, long count, ColumnVector out, int row) {
    out.copy(row, best, group);
  }

  @Override
  int bytesPerGroup() {
    return 24;
  }
}
