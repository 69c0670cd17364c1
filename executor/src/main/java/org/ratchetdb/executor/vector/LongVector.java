package org.ratchetdb.executor.vector;

import java.util.Arrays;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/** BOOL (0 and 1), INT64, DATE (days since the epoch), oid; also all-NULL vectors of no type. */
public final class LongVector extends ColumnVector {
  private long[] values = new long[0];

  public LongVector(SqlType type) {
    super(type);
  }

  /** The values; the array changes when the vector grows. */
  public long[] values() {
    return values;
  }

  @Override
  protected void grow(int rows) {
    values = Arrays.copyOf(values, rows);
  }

  public void setLong(int row, long value) {
    values[row] = value;
    markNotNull(row);
  }

  public void setBoolean(int row, boolean value) {
    setLong(row, value ? 1 : 0);
  }

  @Override
  public long getLong(int row) {
    return values[row];
  }

  @Override
  public void copy(int row, ColumnVector source, int sourceRow) {
    if (source.isNull(sourceRow)) {
      setNull(row);
    } else {
      setLong(row, source.getLong(sourceRow));
    }
  }

  @Override
  public void set(int row, Value value) {
    if (value instanceof Value.Int64 v) {
      setLong(row, v.value());
    } else if (value instanceof Value.Bool v) {
      setBoolean(row, v.value());
    } else if (value instanceof Value.Date v) {
      setLong(row, v.epochDay());
    } else if (value instanceof Value.Oid v) {
      setLong(row, v.value());
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
    return switch (type().kind()) {
      case BOOL -> new Value.Bool(values[row] != 0);
      case DATE -> new Value.Date((int) values[row]);
      case PG_OID -> new Value.Oid(values[row]);
      default -> new Value.Int64(values[row]);
    };
  }

  @Override
  public int compare(int row, ColumnVector other, int otherRow) {
    return Long.compare(values[row], ((LongVector) other).values[otherRow]);
  }

  @Override
  public boolean same(int row, ColumnVector other, int otherRow) {
    return values[row] == ((LongVector) other).values[otherRow];
  }

  @Override
  public long hash(int row) {
    return Hashes.mix(values[row]);
  }

  @Override
  public long memoryBytes() {
    return 9L * capacity();
  }
}
