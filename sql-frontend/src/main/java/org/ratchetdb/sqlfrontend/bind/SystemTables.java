package org.ratchetdb.sqlfrontend.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;

/** Knows the tables that the engine fills. */
@FunctionalInterface
public interface SystemTables {
  SystemTables NONE = (schema, name) -> null;

  /**
   * The system table of that name, compared without regard to case, or null.
   *
   * @param schema such as {@code information_schema}, {@code spanner_sys}, {@code pg_catalog}
   */
  @Nullable SystemTable find(String schema, String name);

  /**
   * A system table.
   *
   * @param name under which the executor asks for its rows
   * @param columns in order
   */
  record SystemTable(String name, List<SystemColumn> columns) {
    public SystemTable {
      columns = List.copyOf(columns);
    }
  }

  /** A column of a system table. */
  record SystemColumn(String name, SqlType type) {}
}
