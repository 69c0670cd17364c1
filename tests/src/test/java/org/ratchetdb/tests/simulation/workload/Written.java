package org.ratchetdb.tests.simulation.workload;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.storage.api.Cells;

/**
 * What a transaction has written to a key.
 *
 * @param row null when it was deleted
 * @param patch whether the row has some of the columns, and the others stay
 */
record Written(@Nullable Row row, boolean patch) {
  static final Written DELETED = new Written(null, false);

  long cells() {
    return patch && row != null ? row.cells() : Cells.ALL;
  }

  /** With more columns written afterwards. */
  Written patched(Row more) {
    if (row == null) {
      throw new AssertionError("Updates a row that it has deleted");
    }
    return new Written(row.patched(more), patch);
  }

  @Override
  public String toString() {
    return row == null ? "deleted" : (patch ? "+" : "") + row;
  }
}
