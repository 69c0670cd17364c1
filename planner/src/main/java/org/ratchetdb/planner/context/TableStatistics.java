package org.ratchetdb.planner.context;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Table;

/**
 * Estimates of how much a table or index holds. They steer the choice between plans and never their
 * results, so they may be old. Implementations are thread-safe and answer without reading rows.
 */
public interface TableStatistics {
  /** Rows of the table, at least 0. */
  long rowCount(Table table);

  /** Stored bytes of the table's rows without its indexes, at least 0. */
  long byteCount(Table table);

  /** Entries of the index, at least 0. */
  long entryCount(Index index);

  /** Stored bytes of the index, at least 0. */
  long byteCount(Index index);

  /** Distinct values of a column, or -1 when nobody counted. */
  default long distinctValues(Table table, int columnId) {
    return -1;
  }

  /** What was found in a column when its values were looked at, or null when nobody did. */
  default @Nullable ColumnStatistics column(Table table, int columnId) {
    return null;
  }

  /** For a schema whose data nobody measured: every table a thousand rows of a hundred bytes. */
  TableStatistics UNMEASURED =
      new TableStatistics() {
        @Override
        public long rowCount(Table table) {
          return 1_000;
        }

        @Override
        public long byteCount(Table table) {
          return 100_000;
        }

        @Override
        public long entryCount(Index index) {
          return 1_000;
        }

        @Override
        public long byteCount(Index index) {
          return 40_000;
        }
      };
}
