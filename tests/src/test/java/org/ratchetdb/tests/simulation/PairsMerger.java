package org.ratchetdb.tests.simulation;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.PayloadMerger;

/** Rows as pairs of bytes, a cell's number and its value, ascending. */
final class PairsMerger implements PayloadMerger {
  static final PairsMerger INSTANCE = new PairsMerger();

  private PairsMerger() {}

  /** Lays cells over others. */
  static byte[] merge(byte[] base, byte[] patch) {
    Map<Byte, Byte> cells = cells(base);
    cells.putAll(cells(patch));
    byte[] row = new byte[2 * cells.size()];
    int at = 0;
    for (Map.Entry<Byte, Byte> cell : cells.entrySet()) {
      row[at++] = cell.getKey();
      row[at++] = cell.getValue();
    }
    return row;
  }

  private static Map<Byte, Byte> cells(byte[] row) {
    Map<Byte, Byte> cells = new TreeMap<>();
    for (int i = 0; i < row.length; i += 2) {
      cells.put(row[i], row[i + 1]);
    }
    return cells;
  }

  @Override
  public Merged merge(ByteSlice base, int[] baseStamps, byte[] patch, int[] patchStamps) {
    return new Merged(merge(base.toByteArray(), patch), new int[0]);
  }

  @Override
  public long changedCells(ByteSlice before, ByteSlice after) {
    Map<Byte, Byte> old = cells(before.toByteArray());
    Map<Byte, Byte> now = cells(after.toByteArray());
    long changed = 0;
    for (Map<Byte, Byte> row : List.of(old, now)) {
      for (byte cell : row.keySet()) {
        boolean same = Objects.equals(old.get(cell), now.get(cell));
        changed |= same ? 0 : Cells.column(cell);
      }
    }
    return changed;
  }
}
