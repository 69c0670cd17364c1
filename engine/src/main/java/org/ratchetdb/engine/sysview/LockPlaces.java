package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.engine.split.KeyText;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.LockMode;

/**
 * Says what a locked range of keys is in terms of the newest schema. What belonged to a table that
 * is gone has no name any more. Thread-safe.
 */
final class LockPlaces {
  private static final String EXISTENCE = "_exists";

  private final Supplier<Schema> schema;

  LockPlaces(Supplier<Schema> schema) {
    this.schema = schema;
  }

  Place of(KeyRange range) {
    KeyText.Place start = new KeyText(schema.get()).place(range.start());
    return new Place(range, range.equals(KeyRange.point(range.start())), start);
  }

  /** Spanner's word for a mode. */
  static String mode(LockMode mode) {
    return switch (mode) {
      case NONE -> "None";
      case SHARED -> "ReaderShared";
      case WRITER_SHARED -> "WriterShared";
      case TIMESTAMP_INSERT -> "WriterSharedTimestamp";
      case EXCLUSIVE -> "Exclusive";
    };
  }

  /** A locked range. */
  record Place(KeyRange range, boolean point, KeyText.Place start) {
    @Nullable String table() {
      Table table = start.table();
      return table == null ? null : table.name();
    }

    @Nullable String index() {
      Index index = start.index();
      return index == null ? null : index.name();
    }

    /** {@code Singers(2)} for a row, {@code Songs(2,1,5+)} for a range that starts there. */
    String text() {
      if (start.table() == null) {
        return (range.start().length() == 0 ? "<begin>" : "0x" + range.start())
            + (point ? "" : "+");
      }
      String plus = point && start.whole() ? "" : "+";
      return start.name() + "(" + String.join(",", start.parts()) + plus + ")";
    }

    /** Names of the cells, {@code Singers._exists} for the row itself. */
    List<String> columns(long cells) {
      List<String> names = new ArrayList<>();
      Table table = start.table();
      if (table == null) {
        return names;
      }
      if ((cells & Cells.EXISTENCE) != 0) {
        names.add(start.name() + "." + EXISTENCE);
      }
      Index index = start.index();
      for (Column column : table.columns()) {
        boolean there =
            index == null
                ? table.primaryKey().stream().noneMatch(part -> part.columnId() == column.id())
                : isIn(index, column);
        if (there && (cells & Cells.column(column.id())) != 0) {
          names.add(start.name() + "." + column.name());
        }
      }
      return names;
    }

    private static boolean isIn(Index index, Column column) {
      return index.keyParts().stream().anyMatch(part -> part.columnId() == column.id())
          || index.storedColumnIds().contains(column.id());
    }
  }
}
