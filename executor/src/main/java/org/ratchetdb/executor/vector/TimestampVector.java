package org.ratchetdb.executor.vector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/**
 * TIMESTAMP: microseconds since the epoch, and 0..999 nanoseconds beyond where anybody has some.
 */
public final class TimestampVector extends ColumnVector {
  /** Stands for the commit timestamp of the transaction, which is known only at commit. */
  public static final long PENDING = Long.MAX_VALUE;

  private long[] micros = new long[0];
  private short @Nullable [] nanos;

  public TimestampVector() {
    super(SqlType.TIMESTAMP);
  }

  /** Microseconds; the array changes when the vector grows. */
  public long[] micros() {
    return micros;
  }

  @Override
  protected void grow(int rows) {
    micros = Arrays.copyOf(micros, rows);
    if (nanos != null) {
      nanos = Arrays.copyOf(nanos, rows);
    }
  }

  public void setTimestamp(int row, long epochMicros, int nanosBeyond) {
    micros[row] = epochMicros;
    if (nanosBeyond != 0 && nanos == null) {
      nanos = new short[capacity()];
    }
    if (nanos != null) {
      nanos[row] = (short) nanosBeyond;
    }
    markNotNull(row);
  }

  /** Whether the value is the commit timestamp to come; it may only be stored. */
  public boolean isPending(int row) {
    return micros[row] == PENDING && !isNull(row);
  }

  public long getMicros(int row) {
    return micros[row];
  }

  public int getNanos(int row) {
    return nanos == null ? 0 : nanos[row];
  }

  /** Microseconds since the epoch, rounded down. */
  @Override
  public long getLong(int row) {
    return micros[row];
  }

  @Override
  public void copy(int row, ColumnVector source, int sourceRow) {
    if (source.isNull(sourceRow)) {
      setNull(row);
    } else {
      TimestampVector from = (TimestampVector) source;
      setTimestamp(row, from.micros[sourceRow], from.getNanos(sourceRow));
    }
  }

  @Override
  public void set(int row, Value value) {
    if (value instanceof Value.Timestamp v) {
      setTimestamp(row, v.epochMicros(), v.nanos());
    } else {
      VectorKinds.requireNull(value, type());
      setNull(row);
    }
  }

  @Override
  public Value get(int row) {
    return isNull(row) ? nullValue() : new Value.Timestamp(micros[row], getNanos(row));
  }

  @Override
  public int compare(int row, ColumnVector other, int otherRow) {
    TimestampVector right = (TimestampVector) other;
    int order = Long.compare(micros[row], right.micros[otherRow]);
    return order != 0 ? order : Integer.compare(getNanos(row), right.getNanos(otherRow));
  }

  @Override
  public long hash(int row) {
    return Hashes.mix(micros[row] * 1000 + getNanos(row));
  }

  @Override
  public long memoryBytes() {
    return (nanos == null ? 9L : 11L) * capacity();
  }
}
