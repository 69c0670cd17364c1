package org.ratchetdb.executor.vector;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;

/** STRING and JSON as UTF-8, BYTES as they are: slices of one buffer that grows at its end. */
public final class BytesVector extends ColumnVector {
  private static final int BUFFER_BYTES_MAX = Integer.MAX_VALUE - 64;

  /** Longer strings are encoded faster by the JDK, which does it in bulk but into a new array. */
  private static final int LOOP_CHARS_MAX = 24;

  private byte[] buffer = new byte[0];
  private int used;
  private int[] starts = new int[0];
  private int[] lengths = new int[0];

  public BytesVector(SqlType type) {
    super(type);
  }

  @Override
  protected void grow(int rows) {
    starts = Arrays.copyOf(starts, rows);
    lengths = Arrays.copyOf(lengths, rows);
  }

  @Override
  public void prepare(int rows) {
    super.prepare(rows);
    used = 0;
  }

  /** The buffer with all values; changes when it grows. */
  public byte[] buffer() {
    return buffer;
  }

  public int start(int row) {
    return starts[row];
  }

  public int length(int row) {
    return lengths[row];
  }

  /** Copies the bytes in; they may come from this vector's own buffer. */
  public void setBytes(int row, byte[] source, int offset, int length) {
    int at = reserve(row, length);
    System.arraycopy(source, offset, buffer, at, length);
  }

  public void setBytes(int row, byte[] source) {
    setBytes(row, source, 0, source.length);
  }

  /**
   * As {@link #setBytes(int, byte[], int, int)}, but in the place of the row's current value when
   * it is not longer, so that a row that changes often does not fill the buffer.
   */
  public void replaceBytes(int row, byte[] source, int offset, int length) {
    if (length > lengths[row]) {
      setBytes(row, source, offset, length);
      return;
    }
    System.arraycopy(source, offset, buffer, starts[row], length);
    lengths[row] = length;
    markNotNull(row);
  }

  public void setString(int row, String value) {
    int length = value.length();
    if (length > LOOP_CHARS_MAX) {
      setBytes(row, value.getBytes(StandardCharsets.UTF_8));
      return;
    }
    int at = reserve(row, length);
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c >= 0x80) {
        used = at;
        setBytes(row, value.getBytes(StandardCharsets.UTF_8));
        return;
      }
      buffer[at + i] = (byte) c;
    }
  }

  /**
   * Makes room for a value at the end of the buffer and gives it to the row.
   *
   * @return where in {@link #buffer} to write the bytes
   */
  public int reserve(int row, int length) {
    int at = used;
    int needed = Math.max(at, 0) + length;
    if (needed > buffer.length || needed < 0) {
      growBuffer((long) at + length);
    }
    starts[row] = at;
    lengths[row] = length;
    used = at + length;
    markNotNull(row);
    return at;
  }

  private void growBuffer(long needed) {
    if (needed > BUFFER_BYTES_MAX) {
      throw new DbException(ErrorCode.OUT_OF_MEMORY, "A batch of rows holds more than 2 GiB");
    }
    long doubled = Math.max(64, Math.min(BUFFER_BYTES_MAX, 2L * buffer.length));
    buffer = Arrays.copyOf(buffer, (int) Math.max(needed, doubled));
  }

  @Override
  public byte[] getBytes(int row) {
    return Arrays.copyOfRange(buffer, starts[row], starts[row] + lengths[row]);
  }

  @Override
  public String getString(int row) {
    return new String(buffer, starts[row], lengths[row], StandardCharsets.UTF_8);
  }

  @Override
  public void copy(int row, ColumnVector source, int sourceRow) {
    if (source.isNull(sourceRow)) {
      setNull(row);
    } else {
      BytesVector from = (BytesVector) source;
      setBytes(row, from.buffer, from.starts[sourceRow], from.lengths[sourceRow]);
    }
  }

  @Override
  public void set(int row, Value value) {
    if (value instanceof Value.Str v) {
      setString(row, v.value());
    } else if (value instanceof Value.Bytes v) {
      setBytes(row, v.value());
    } else if (value instanceof Value.Json v) {
      setString(row, v.text());
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
    if (type().is(TypeKind.STRING)) {
      return new Value.Str(getString(row));
    }
    return type().is(TypeKind.BYTES)
        ? new Value.Bytes(getBytes(row))
        : new Value.Json(getString(row), type());
  }

  @Override
  public int compare(int row, ColumnVector other, int otherRow) {
    BytesVector right = (BytesVector) other;
    return Arrays.compareUnsigned(
        buffer,
        starts[row],
        starts[row] + lengths[row],
        right.buffer,
        right.starts[otherRow],
        right.starts[otherRow] + right.lengths[otherRow]);
  }

  @Override
  public boolean same(int row, ColumnVector other, int otherRow) {
    BytesVector right = (BytesVector) other;
    int start = starts[row];
    int otherStart = right.starts[otherRow];
    int length = lengths[row];
    return length == right.lengths[otherRow]
        && Arrays.equals(
            buffer, start, start + length, right.buffer, otherStart, otherStart + length);
  }

  @Override
  public long hash(int row) {
    return Hashes.bytes(buffer, starts[row], lengths[row]);
  }

  @Override
  public long memoryBytes() {
    return buffer.length + 9L * capacity();
  }
}
