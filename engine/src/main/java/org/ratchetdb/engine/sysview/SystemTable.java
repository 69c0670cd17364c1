package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.value.Value;

/**
 * A table whose rows are computed when it is read. Immutable; {@link #items} is called by many
 * threads.
 *
 * @param <T> what a row is made of
 */
abstract class SystemTable<T> {
  static final String SPANNER_SYS = "SPANNER_SYS";
  static final String RATCHET_SYS = "RATCHET_SYS";

  private final String schema;
  private final String name;
  private final List<SystemColumn<T>> columns;

  /** Names in upper case. */
  SystemTable(String schema, String name, List<SystemColumn<T>> columns) {
    this.schema = schema;
    this.name = name;
    this.columns = List.copyOf(columns);
  }

  String schema() {
    return schema;
  }

  String name() {
    return name;
  }

  List<SystemColumn<T>> columns() {
    return columns;
  }

  /** What the rows are of now. */
  abstract Iterable<T> items();

  /** All rows, all columns. */
  List<List<Value>> rows() {
    List<List<Value>> rows = new ArrayList<>();
    for (T item : items()) {
      List<Value> row = new ArrayList<>(columns.size());
      for (SystemColumn<T> column : columns) {
        row.add(column.of(item));
      }
      rows.add(row);
    }
    return rows;
  }
}
