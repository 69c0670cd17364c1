package org.ratchetdb.executor.row;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.ColumnVector;

/**
 * Reads columns out of row payloads without touching the others; the layout is drawn in the package
 * comment. Owned by one thread, used for one payload after another.
 */
public final class RowReader {
  private byte[] array = new byte[0];
  private int offset;
  private int count;
  private int width;
  private int endsAt;
  private int cellsAt;
  private int end;

  /** Looks at a payload, which must stay as it is while it is read. */
  public RowReader set(ByteSlice payload) {
    return set(payload.array(), payload.offset(), payload.length());
  }

  public RowReader set(byte[] bytes, int from, int length) {
    array = bytes;
    offset = from;
    end = from + length;
    if (length < RowWriter.HEADER_BYTES) {
      throw corrupt("length", length);
    }
    int format = bytes[from] & 0xFF;
    width = format - RowWriter.FORMAT_BASE;
    if (width != 1 && width != 2 && width != 4) {
      throw corrupt("format", format);
    }
    count = unsignedShort(from + 1);
    endsAt = from + RowWriter.HEADER_BYTES + 2 * count;
    cellsAt = endsAt + count * width;
    if (cellsAt > end) {
      throw corrupt("columns", count);
    }
    return this;
  }

  /**
   * Reads one column into a vector.
   *
   * @param guess entry where the column was found last time, or any number
   * @param initial value of rows that lack the column, or null for NULL
   * @return the entry where it was found, to be the guess for the next row
   */
  public int read(int columnId, int guess, @Nullable Value initial, ColumnVector into, int row) {
    int entry = guess;
    int rawId = guess < count ? rawIdAt(guess) : -1;
    if (rawId != columnId) {
      if (rawId < 0 || (rawId & ~RowWriter.NULL_FLAG) != columnId) {
        entry = find(columnId);
        if (entry < 0) {
          if (initial == null) {
            into.setNull(row);
          } else {
            into.set(row, initial);
          }
          return 0;
        }
        rawId = rawIdAt(entry);
      }
      if ((rawId & RowWriter.NULL_FLAG) != 0) {
        into.setNull(row);
        return entry;
      }
    }
    int from;
    int to;
    if (width == 1) {
      int at = endsAt + entry;
      from = entry == 0 ? 0 : array[at - 1] & 0xFF;
      to = array[at] & 0xFF;
    } else {
      from = entry == 0 ? 0 : endAt(entry - 1);
      to = endAt(entry);
    }
    if (from < 0 || from > to || to > end - cellsAt) {
      throw corrupt("column", columnId);
    }
    CellCodec.read(array, cellsAt + from, to - from, into, row);
    return entry;
  }

  private int find(int columnId) {
    for (int i = 0; i < count; i++) {
      if (idAt(i) == columnId) {
        return i;
      }
    }
    return -1;
  }

  private int idAt(int entry) {
    return rawIdAt(entry) & ~RowWriter.NULL_FLAG;
  }

  private int rawIdAt(int entry) {
    return unsignedShort(offset + RowWriter.HEADER_BYTES + 2 * entry);
  }

  private int endAt(int entry) {
    int at = endsAt + width * entry;
    return switch (width) {
      case 1 -> array[at] & 0xFF;
      case 2 -> unsignedShort(at);
      default -> (unsignedShort(at) << 16) | unsignedShort(at + 2);
    };
  }

  private int unsignedShort(int at) {
    return ((array[at] & 0xFF) << 8) | (array[at + 1] & 0xFF);
  }

  private static DbException corrupt(String what, int value) {
    return new DbException(ErrorCode.CORRUPT_DATA, "Row cannot be read").with(what, value);
  }
}
