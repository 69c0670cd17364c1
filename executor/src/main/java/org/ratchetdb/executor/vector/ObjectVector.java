package org.ratchetdb.executor.vector;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/** Values that have no flat form here: PostgreSQL numeric, INTERVAL, ARRAY, STRUCT. */
public final class ObjectVector extends ColumnVector {
  private @Nullable Value[] values = new Value[0];

  public ObjectVector(SqlType type) {
    super(type);
  }

  @Override
  protected void grow(int rows) {
    values = Arrays.copyOf(values, rows);
  }

  @Override
  public void setNull(int row) {
    super.setNull(row);
    values[row] = null;
  }

  /** The value, which must not be NULL. */
  public Value value(int row) {
    Value value = values[row];
    if (value == null) {
      throw new IllegalStateException("NULL read as a value");
    }
    return value;
  }

  @Override
  public void copy(int row, ColumnVector source, int sourceRow) {
    if (source.isNull(sourceRow)) {
      setNull(row);
    } else {
      values[row] = ((ObjectVector) source).values[sourceRow];
      markNotNull(row);
    }
  }

  @Override
  public void set(int row, Value value) {
    if (value.isNull()) {
      setNull(row);
      return;
    }
    if (value.type().kind() != type().kind()) {
      VectorKinds.requireNull(value, type());
    }
    values[row] = value;
    markNotNull(row);
  }

  @Override
  public Value get(int row) {
    return isNull(row) ? nullValue() : value(row);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int row) {
    return value(row) instanceof Value.PgNumeric n ? n.value() : super.getBigDecimal(row);
  }

  @Override
  public int compare(int row, ColumnVector other, int otherRow) {
    return Values.compare(value(row), ((ObjectVector) other).value(otherRow));
  }

  @Override
  public long hash(int row) {
    return Hashes.mix(Values.hash(value(row)));
  }

  @Override
  public long memoryBytes() {
    long bytes = 9L * capacity();
    // A sample: walking every value would cost more than it tells.
    int step = Math.max(1, values.length / 8);
    for (int i = 0; i < values.length; i += step) {
      Value value = values[i];
      bytes += value == null ? 0 : step * Values.memoryBytes(value);
    }
    return bytes;
  }
}
