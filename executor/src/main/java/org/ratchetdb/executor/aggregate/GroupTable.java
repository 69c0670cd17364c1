package org.ratchetdb.executor.aggregate;

import java.util.Arrays;
import java.util.List;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.Hashes;
import org.ratchetdb.executor.vector.LongVector;
import org.ratchetdb.executor.vector.RowStore;

/**
 * Numbers the distinct keys it is shown, from 0; NULL equals NULL. Open addressing over rows kept
 * in a {@link RowStore}. Owned by one thread.
 */
public final class GroupTable {
  private static final int SLOTS_MIN = 64;
  private static final long NULL_HASH = 0x5851F42D4C957F2DL;

  private final RowStore keys;
  private final ColumnVector[] current;
  private final Batch currentBatch;
  private int[] slots = new int[SLOTS_MIN];
  private long[] hashes = new long[SLOTS_MIN / 2];

  public GroupTable(List<SqlType> keyTypes) {
    this.keys = new RowStore(keyTypes);
    this.current = new ColumnVector[keyTypes.size()];
    this.currentBatch = Batch.of(current);
  }

  /** The keys in the order of their numbers. */
  public RowStore keys() {
    return keys;
  }

  public int size() {
    return keys.size();
  }

  /** Looks at these columns from now on. */
  public void setColumns(Batch rows, int[] ordinals) {
    for (int i = 0; i < ordinals.length; i++) {
      current[i] = rows.column(ordinals[i]);
      currentBatch.setColumn(i, current[i]);
    }
  }

  /** Looks at these columns from now on. */
  void setColumns(ColumnVector... columns) {
    for (int i = 0; i < columns.length; i++) {
      current[i] = columns[i];
      currentBatch.setColumn(i, columns[i]);
    }
  }

  /** The hash of the key in a row of the columns looked at. */
  public long hash(int row) {
    return hash(current, row);
  }

  public static long hash(ColumnVector[] columns, int row) {
    long hash = 0;
    for (ColumnVector column : columns) {
      hash = Hashes.combine(hash, column.isNull(row) ? NULL_HASH : column.hash(row));
    }
    return hash;
  }

  /** The number of the row's key, or -1 when it is new. */
  public int find(int row, long hash) {
    int mask = slots.length - 1;
    for (int slot = (int) hash & mask; ; slot = (slot + 1) & mask) {
      int group = slots[slot] - 1;
      if (group < 0) {
        return -1;
      }
      if (hashes[group] == hash && isKey(group, row)) {
        return group;
      }
    }
  }

  private boolean isKey(int group, int row) {
    Batch batch = keys.batchOf(group);
    int position = RowStore.positionOf(group);
    for (int i = 0; i < current.length; i++) {
      ColumnVector key = batch.column(i);
      ColumnVector value = current[i];
      if (value instanceof LongVector longs && !longs.isNull(row) && !key.isNull(position)) {
        if (longs.values()[row] != ((LongVector) key).values()[position]) {
          return false;
        }
      } else if (!key.sameOrBothNull(position, value, row)) {
        return false;
      }
    }
    return true;
  }

  /** Gives the row's key, which must be new, the next number. */
  public int add(int row, long hash) {
    int group = keys.add(currentBatch, row);
    if (group == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * group);
      rehash(4 * group);
    }
    hashes[group] = hash;
    place(group, hash);
    return group;
  }

  private void rehash(int slotCount) {
    slots = new int[slotCount];
    for (int group = 0; group < keys.size() - 1; group++) {
      place(group, hashes[group]);
    }
  }

  private void place(int group, long hash) {
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = group + 1;
  }

  public long memoryBytes() {
    return keys.memoryBytes() + 4L * slots.length + 8L * hashes.length;
  }
}
