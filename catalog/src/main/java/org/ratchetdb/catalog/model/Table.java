package org.ratchetdb.catalog.model;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A table of one schema version. Immutable.
 *
 * @param id object id, positive, never reused in the database
 * @param name as declared, {@code schema.name} in a named schema
 * @param columns in order of declaration
 * @param primaryKey parts in order; empty for a table of at most one row
 * @param interleave its parent, or null for a root table
 * @param nextColumnId the id that the next added column takes
 */
public record Table(
    int id,
    String name,
    List<Column> columns,
    List<KeyPart> primaryKey,
    @Nullable Interleave interleave,
    int nextColumnId) {
  public Table {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
  }

  public Table withName(String newName) {
    return new Table(id, newName, columns, primaryKey, interleave, nextColumnId);
  }

  public Table withColumns(List<Column> newColumns) {
    return new Table(id, name, newColumns, primaryKey, interleave, nextColumnId);
  }

  /** With the column in place of the one of its id. */
  public Table withColumn(Column column) {
    return withColumns(columns.stream().map(c -> c.id() == column.id() ? column : c).toList());
  }

  public Table withInterleave(@Nullable Interleave newInterleave) {
    return new Table(id, name, columns, primaryKey, newInterleave, nextColumnId);
  }

  /** The column of that name without regard to case, or null. */
  public @Nullable Column findColumn(String columnName) {
    for (Column column : columns) {
      if (column.name().equalsIgnoreCase(columnName)) {
        return column;
      }
    }
    return null;
  }

  /** The column of that id; asking for another is a bug. */
  public Column column(int columnId) {
    for (Column column : columns) {
      if (column.id() == columnId) {
        return column;
      }
    }
    throw new IllegalArgumentException("No column " + columnId + " in " + name);
  }

  /** Position in {@link #columns} of the column id; asking for another is a bug. */
  public int ordinal(int columnId) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).id() == columnId) {
        return i;
      }
    }
    throw new IllegalArgumentException("No column " + columnId + " in " + name);
  }

  public boolean isKeyColumn(int columnId) {
    for (KeyPart part : primaryKey) {
      if (part.columnId() == columnId) {
        return true;
      }
    }
    return false;
  }

  static ImmutableMap<String, Table> byLowerCaseName(List<Table> tables) {
    ImmutableMap.Builder<String, Table> map = ImmutableMap.builder();
    for (Table table : tables) {
      map.put(table.name().toLowerCase(Locale.ROOT), table);
    }
    return map.buildOrThrow();
  }
}
