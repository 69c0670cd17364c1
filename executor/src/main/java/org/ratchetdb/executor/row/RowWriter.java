package org.ratchetdb.executor.row;

import java.util.Arrays;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.TimestampVector;

/**
 * Builds the payload of a row; the layout is drawn in the package comment. Columns come in
 * ascending order of their ids. Owned by one thread, used again and again.
 */
public final class RowWriter {
  static final int FORMAT_BASE = 0x10;
  static final int NULL_FLAG = 0x8000;
  static final int COLUMN_ID_MAX = 0x7FFF;
  static final int HEADER_BYTES = 3;

  private static final int[] NO_STAMPS = new int[0];

  private final ByteWriter cells = new ByteWriter(128);
  private int[] ids = new int[16];
  private int[] ends = new int[16];
  private int count;
  private int[] stamps = new int[2];
  private int stampCount;

  public RowWriter reset() {
    cells.reset();
    count = 0;
    stampCount = 0;
    return this;
  }

  /** Adds the value, NULL or not, of a row of the vector. */
  public RowWriter add(int columnId, ColumnVector vector, int row) {
    if (columnId > COLUMN_ID_MAX) {
      throw new DbException(ErrorCode.LIMIT_EXCEEDED, "Table has had too many columns");
    }
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    if (vector.isNull(row)) {
      ids[count] = columnId | NULL_FLAG;
    } else {
      ids[count] = columnId;
      if (vector instanceof TimestampVector times && times.isPending(row)) {
        stamp();
      }
      CellCodec.write(cells, vector, row);
    }
    ends[count++] = cells.length();
    return this;
  }

  /** Remembers that the cell to come is a commit timestamp. */
  private void stamp() {
    if (stampCount == stamps.length) {
      stamps = Arrays.copyOf(stamps, 2 * stampCount);
    }
    stamps[stampCount++] = cells.length();
  }

  /** Whether the row holds commit timestamps that are not known yet. */
  public boolean hasStamps() {
    return stampCount > 0;
  }

  /** Where in the payload commit timestamps go, 8 bytes each. */
  public int[] stampOffsets() {
    if (stampCount == 0) {
      return NO_STAMPS;
    }
    int cellsAt = HEADER_BYTES + count * (2 + width());
    int[] offsets = new int[stampCount];
    for (int i = 0; i < stampCount; i++) {
      offsets[i] = cellsAt + stamps[i];
    }
    return offsets;
  }

  private int width() {
    return width(cells.length());
  }

  /** Bytes of an end offset in a row whose cells have so many bytes. */
  static int width(int cellBytes) {
    return cellBytes < 1 << 8 ? 1 : cellBytes < 1 << 16 ? 2 : 4;
  }

  /** Bytes of the cell added last. */
  public int lastCellBytes() {
    return count < 2 ? cells.length() : ends[count - 1] - ends[count - 2];
  }

  public byte[] toPayload() {
    return payload(ids, ends, count, cells.array(), cells.length());
  }

  /** Lays out a payload of so many columns, whose ids and ends come in arrays. */
  static byte[] payload(int[] ids, int[] ends, int count, byte[] cells, int cellBytes) {
    int width = width(cellBytes);
    int tableBytes = count * (2 + width);
    byte[] payload = new byte[HEADER_BYTES + tableBytes + cellBytes];
    payload[0] = (byte) (FORMAT_BASE | width);
    payload[1] = (byte) (count >>> 8);
    payload[2] = (byte) count;
    int at = HEADER_BYTES;
    for (int i = 0; i < count; i++) {
      payload[at++] = (byte) (ids[i] >>> 8);
      payload[at++] = (byte) ids[i];
    }
    for (int i = 0; i < count; i++) {
      for (int shift = (width - 1) * 8; shift >= 0; shift -= 8) {
        payload[at++] = (byte) (ends[i] >>> shift);
      }
    }
    System.arraycopy(cells, 0, payload, at, cellBytes);
    return payload;
  }
}
