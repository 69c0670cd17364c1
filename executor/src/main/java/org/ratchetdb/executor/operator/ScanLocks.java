package org.ratchetdb.executor.operator;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.executor.row.KeyLayout;
import org.ratchetdb.planner.physical.AccessPath;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.Cells;

/**
 * What a scan locks: a row's existence, which stands for its key too, and the columns that matter.
 *
 * @param rows on rows that are looked up by their key
 * @param ranges on stretches of keys, for which what is written is locked row by row later, unless
 *     it is read as well
 */
record ScanLocks(CellLocks rows, CellLocks ranges) {
  /**
   * Decides on the locks.
   *
   * @param layout of the table or index that is read
   * @param columnIds columns that are read
   */
  static ScanLocks of(ScanLock lock, AccessPath path, KeyLayout layout, List<Integer> columnIds) {
    long read = cells(columnIds, layout);
    return switch (lock.kind()) {
      case QUERY -> both(new CellLocks(Cells.EXISTENCE | read, 0, false));
      case STATEMENT -> both(new CellLocks(Cells.EXISTENCE | read, 0, true));
      case FOR_UPDATE ->
          // Who locks no column but a row as such wants to be alone with that.
          both(read == 0 ? new CellLocks(0, Cells.EXISTENCE, true) : exclusive(0, read));
      case DELETE -> both(CellLocks.EXCLUSIVE);
      case UPDATE -> path.index() == null ? update(lock, layout) : updateIndex(lock, path, layout);
    };
  }

  private static ScanLocks both(CellLocks locks) {
    return new ScanLocks(locks, locks);
  }

  private static CellLocks exclusive(long shared, long exclusive) {
    return new CellLocks(Cells.EXISTENCE | shared, exclusive, true);
  }

  private static ScanLocks update(ScanLock lock, KeyLayout layout) {
    long read = cells(lock.readColumnIds(), layout);
    long written = cells(lock.writtenColumnIds(), layout);
    return new ScanLocks(
        new CellLocks(Cells.EXISTENCE | read, written, 0, true), exclusive(read, read & written));
  }

  private static ScanLocks updateIndex(ScanLock lock, AccessPath path, KeyLayout layout) {
    var index = path.index();
    if (index == null) {
      throw new IllegalStateException("Not an index");
    }
    Set<Integer> columns = new HashSet<>(index.storedColumnIds());
    columns.retainAll(lock.writtenColumnIds());
    if (!columns.isEmpty() || DmlPlan.moves(index, path.table(), lock.writtenColumnIds())) {
      return both(CellLocks.EXCLUSIVE);
    }
    return both(exclusive(cells(lock.readColumnIds(), layout), 0));
  }

  /** The bits of columns outside the key. */
  private static long cells(Collection<Integer> columnIds, KeyLayout layout) {
    long cells = 0;
    for (int id : columnIds) {
      if (layout.partOf(id) < 0) {
        cells |= Cells.column(id);
      }
    }
    return cells;
  }
}
