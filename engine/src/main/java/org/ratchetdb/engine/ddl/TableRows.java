package org.ratchetdb.engine.ddl;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.EntryFormat;
import org.ratchetdb.executor.row.KeyWalker;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ScanRequest;

/**
 * Walks the rows of a table, or the entries of an index, in key order; rows of other objects in
 * between are stepped over. Owned by one thread.
 */
final class TableRows {
  /** Foreign rows in a row that are stepped over before the cursor is sent on. */
  private static final int FOREIGN_BEFORE_SKIP = 4;

  private final EntryFormat format;
  private final EntryDecoder decoder;
  private final Batch row;

  /**
   * @param index the index to walk, or null for the table's rows
   * @param columnIds columns to read of each
   */
  TableRows(Schema schema, Table table, @Nullable Index index, List<Integer> columnIds) {
    this.format = new EntryFormat(schema, table, index, columnIds);
    this.decoder = new EntryDecoder(format);
    this.row = Batch.create(format.types(), 1);
  }

  /** Every key that may be one of ours; others may lie in between. */
  KeyRange range() {
    return format.layout().fullRange();
  }

  /** Whether the range holds nothing but our keys. */
  boolean ownsRange() {
    return !format.layout().holdsForeignRows();
  }

  /** Receives a row. */
  @FunctionalInterface
  interface Visitor {
    /**
     * @param columns the wanted columns, valid until the next row
     * @return whether to go on
     */
    boolean visit(Key key, Batch columns);
  }

  /**
   * Visits rows.
   *
   * @param after the row to begin behind, or null for the first
   * @param stepsMax entries to look at, ours or not
   * @return whether the end was reached
   */
  boolean forEach(KvReader reader, @Nullable Key after, long stepsMax, Visitor visitor) {
    KeyRange range = range();
    if (after != null) {
      range = new KeyRange(after.successor(), range.end());
    }
    int foreignInARow = 0;
    KeyWalker walker = decoder.walker();
    try (KvCursor cursor = reader.scan(ScanRequest.forward(range, LockMode.NONE))) {
      for (long step = 0; step < stepsMax; step++) {
        if (!cursor.next()) {
          return true;
        }
        KeyWalker.Owner owner = walker.walk(cursor.key());
        if (owner == KeyWalker.Owner.OURS) {
          foreignInARow = 0;
          row.prepare(1);
          decoder.decode(cursor.key(), cursor.value(), row, 0);
          row.setRowCount(1);
          if (!visitor.visit(Key.wrap(cursor.key().toByteArray()), row)) {
            return false;
          }
        } else if (++foreignInARow >= FOREIGN_BEFORE_SKIP) {
          foreignInARow = 0;
          Key target = walker.skipTarget(cursor.key(), owner, false);
          if (target != null) {
            cursor.skipTo(target);
          }
        }
      }
      return false;
    }
  }
}
