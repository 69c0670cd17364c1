package org.ratchetdb.executor.row;

import java.util.Arrays;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.PayloadMerger;

/**
 * Lays the columns of one payload over those of another, byte by byte, without knowing their types.
 * A patch is a payload that has the written columns only. Immutable, for any thread.
 */
public final class RowMerger implements PayloadMerger {
  public static final RowMerger INSTANCE = new RowMerger();

  /** Bytes of the columns of a row that are no keys. */
  static final long ROW_BYTES_MAX = 1_600L << 20;

  private RowMerger() {}

  @Override
  public Merged merge(ByteSlice base, int[] baseStamps, byte[] patch, int[] patchStamps) {
    Columns under = new Columns(base.array(), base.offset(), base.length());
    Columns over = new Columns(patch, 0, patch.length);
    requireRoom((long) under.cellBytes() + over.cellBytes());
    int countMax = under.count + over.count;
    int[] ids = new int[countMax];
    int[] ends = new int[countMax];
    byte[] cells = new byte[under.cellBytes() + over.cellBytes()];
    int[] stamps = new int[baseStamps.length + patchStamps.length];
    int stampCount = 0;
    int count = 0;
    int length = 0;
    int u = 0;
    int o = 0;
    while (u < under.count || o < over.count) {
      int order =
          u == under.count ? 1 : o == over.count ? -1 : Integer.compare(under.id(u), over.id(o));
      Columns from = order < 0 ? under : over;
      int entry = order < 0 ? u : o;
      int start = from.start(entry);
      int size = from.end(entry) - start;
      if (size < 0 || start + size > from.limit) {
        throw corrupt();
      }
      System.arraycopy(from.bytes, start, cells, length, size);
      if (size == Long.BYTES && (stamps.length > 0)) {
        if (isStamped(order < 0 ? baseStamps : patchStamps, start - from.offset)) {
          stamps[stampCount++] = length;
        }
      }
      length += size;
      ids[count] = from.rawId(entry);
      ends[count++] = length;
      u += order <= 0 ? 1 : 0;
      o += order >= 0 ? 1 : 0;
    }
    int width = RowWriter.width(length);
    int cellsAt = RowWriter.HEADER_BYTES + count * (2 + width);
    for (int i = 0; i < stampCount; i++) {
      stamps[i] += cellsAt;
    }
    return new Merged(
        RowWriter.payload(ids, ends, count, cells, length), Arrays.copyOf(stamps, stampCount));
  }

  private static boolean isStamped(int[] stamps, int offset) {
    for (int stamp : stamps) {
      if (stamp == offset) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long changedCells(ByteSlice before, ByteSlice after) {
    Columns from = new Columns(before.array(), before.offset(), before.length());
    Columns to = new Columns(after.array(), after.offset(), after.length());
    long cells = 0;
    int f = 0;
    int t = 0;
    while (f < from.count || t < to.count) {
      int order = f == from.count ? 1 : t == to.count ? -1 : Integer.compare(from.id(f), to.id(t));
      if (order != 0 || from.rawId(f) != to.rawId(t) || !sameCell(from, f, to, t)) {
        cells |= Cells.column(order <= 0 ? from.id(f) : to.id(t));
      }
      f += order <= 0 ? 1 : 0;
      t += order >= 0 ? 1 : 0;
    }
    return cells;
  }

  private static boolean sameCell(Columns a, int i, Columns b, int j) {
    return Arrays.equals(a.bytes, a.start(i), a.end(i), b.bytes, b.start(j), b.end(j));
  }

  /** Fails when a row would be too large; what the patch replaces is counted as well. */
  static void requireRoom(long bytes) {
    if (bytes > ROW_BYTES_MAX) {
      throw new DbException(
          ErrorCode.LIMIT_EXCEEDED,
          "Total size of non-key columns of a row exceeds the maximum allowed limit of "
              + ROW_BYTES_MAX
              + " bytes.");
    }
  }

  private static DbException corrupt() {
    return new DbException(ErrorCode.CORRUPT_DATA, "Row cannot be read");
  }

  /** The table of columns of a payload. */
  private static final class Columns {
    final byte[] bytes;
    final int offset;
    final int limit;
    final int width;
    final int count;
    final int cellsAt;

    Columns(byte[] bytes, int offset, int length) {
      this.bytes = bytes;
      this.offset = offset;
      this.limit = offset + length;
      if (length < RowWriter.HEADER_BYTES) {
        throw corrupt();
      }
      this.width = (bytes[offset] & 0xFF) - RowWriter.FORMAT_BASE;
      if (width != 1 && width != 2 && width != 4) {
        throw corrupt();
      }
      this.count = unsignedShort(offset + 1);
      this.cellsAt = offset + RowWriter.HEADER_BYTES + count * (2 + width);
      if (cellsAt > limit) {
        throw corrupt();
      }
    }

    int cellBytes() {
      return limit - cellsAt;
    }

    int id(int entry) {
      return rawId(entry) & ~RowWriter.NULL_FLAG;
    }

    int rawId(int entry) {
      return unsignedShort(offset + RowWriter.HEADER_BYTES + 2 * entry);
    }

    int start(int entry) {
      return entry == 0 ? cellsAt : end(entry - 1);
    }

    int end(int entry) {
      int at = offset + RowWriter.HEADER_BYTES + 2 * count + width * entry;
      int relative =
          switch (width) {
            case 1 -> bytes[at] & 0xFF;
            case 2 -> unsignedShort(at);
            default -> (unsignedShort(at) << 16) | unsignedShort(at + 2);
          };
      return cellsAt + relative;
    }

    private int unsignedShort(int at) {
      return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
    }
  }
}
