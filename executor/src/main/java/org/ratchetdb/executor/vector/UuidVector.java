package org.ratchetdb.executor.vector;

import java.util.Arrays;
import java.util.UUID;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/** UUID as two words; compares as its text would, so unsigned. */
public final class UuidVector extends ColumnVector {
  private long[] high = new long[0];
  private long[] low = new long[0];

  public UuidVector() {
    super(SqlType.UUID);
  }

  @Override
  protected void grow(int rows) {
    high = Arrays.copyOf(high, rows);
    low = Arrays.copyOf(low, rows);
  }

  public void setUuid(int row, long mostSignificant, long leastSignificant) {
    high[row] = mostSignificant;
    low[row] = leastSignificant;
    markNotNull(row);
  }

  public long getHigh(int row) {
    return high[row];
  }

  public long getLow(int row) {
    return low[row];
  }

  public UUID getUuid(int row) {
    return new UUID(high[row], low[row]);
  }

  @Override
  public void copy(int row, ColumnVector source, int sourceRow) {
    if (source.isNull(sourceRow)) {
      setNull(row);
    } else {
      UuidVector from = (UuidVector) source;
      setUuid(row, from.high[sourceRow], from.low[sourceRow]);
    }
  }

  @Override
  public void set(int row, Value value) {
    if (value instanceof Value.Uuid v) {
      setUuid(row, v.value().getMostSignificantBits(), v.value().getLeastSignificantBits());
    } else {
      VectorKinds.requireNull(value, type());
      setNull(row);
    }
  }

  @Override
  public Value get(int row) {
    return isNull(row) ? nullValue() : new Value.Uuid(getUuid(row));
  }

  @Override
  public int compare(int row, ColumnVector other, int otherRow) {
    UuidVector right = (UuidVector) other;
    int order = Long.compareUnsigned(high[row], right.high[otherRow]);
    return order != 0 ? order : Long.compareUnsigned(low[row], right.low[otherRow]);
  }

  @Override
  public long hash(int row) {
    return Hashes.combine(high[row], low[row]);
  }

  @Override
  public long memoryBytes() {
    return 17L * capacity();
  }
}
