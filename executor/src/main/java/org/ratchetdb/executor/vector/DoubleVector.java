package org.ratchetdb.executor.vector;

import java.util.Arrays;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;

/** FLOAT64, and FLOAT32 widened. */
public final class DoubleVector extends ColumnVector {
  private double[] values = new double[0];

  public DoubleVector(SqlType type) {
    super(type);
  }

  /** The values; the array changes when the vector grows. */
  public double[] values() {
    return values;
  }

  @Override
  protected void grow(int rows) {
    values = Arrays.copyOf(values, rows);
  }

  public void setDouble(int row, double value) {
    values[row] = value;
    markNotNull(row);
  }

  @Override
  public double getDouble(int row) {
    return values[row];
  }

  @Override
  public void copy(int row, ColumnVector source, int sourceRow) {
    if (source.isNull(sourceRow)) {
      setNull(row);
    } else {
      setDouble(row, source.getDouble(sourceRow));
    }
  }

  @Override
  public void set(int row, Value value) {
    if (value instanceof Value.Float64 v) {
      setDouble(row, v.value());
    } else if (value instanceof Value.Float32 v) {
      setDouble(row, v.value());
    } else {
      VectorKinds.requireNull(value, type());
      setNull(row);
    }
  }

  @Override
  public Value get(int row) {
    if (isNull(row)) {
      return nullValue();
    }
    return type().is(TypeKind.FLOAT32)
        ? new Value.Float32((float) values[row])
        : new Value.Float64(values[row]);
  }

  @Override
  public int compare(int row, ColumnVector other, int otherRow) {
    return compareTotal(values[row], ((DoubleVector) other).values[otherRow]);
  }

  /** NaN first, -0 equal to 0. */
  public static int compareTotal(double a, double b) {
    if (a < b) {
      return -1;
    }
    if (a > b) {
      return 1;
    }
    if (a == b) {
      return 0;
    }
    return Boolean.compare(!Double.isNaN(a), !Double.isNaN(b));
  }

  @Override
  public long hash(int row) {
    double value = values[row];
    return Hashes.mix(value == 0 ? 0 : Double.doubleToLongBits(value));
  }

  @Override
  public long memoryBytes() {
    return 9L * capacity();
  }
}
