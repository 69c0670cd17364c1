package org.ratchetdb.jdbc.meta;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.BufferedCursor;
import org.ratchetdb.jdbc.backend.Column;
import org.ratchetdb.jdbc.backend.RowShape;

/** A result of the metadata methods under construction. */
final class MetaTable {
  private final RowShape shape;
  private final List<Value[]> rows = new ArrayList<>();

  /**
   * @param columns labels in order; {@code #} before one makes it a number, {@code ?} a boolean,
   *     all others are texts
   */
  MetaTable(String... columns) {
    List<Column> list = new ArrayList<>();
    for (String column : columns) {
      switch (column.charAt(0)) {
        case '#' -> list.add(new Column(column.substring(1), SqlType.INT64));
        case '?' -> list.add(new Column(column.substring(1), SqlType.BOOL));
        default -> list.add(new Column(column, SqlType.STRING));
      }
    }
    this.shape = new RowShape(list);
  }

  /** Adds a row of texts, numbers, booleans and nulls. */
  MetaTable add(@Nullable Object... cells) {
    Value[] row = new Value[cells.length];
    for (int i = 0; i < row.length; i++) {
      Object cell = cells[i];
      if (cell == null) {
        row[i] = new Value.Null(shape.column(i).type());
      } else if (cell instanceof Number n) {
        row[i] = new Value.Int64(n.longValue());
      } else if (cell instanceof Boolean b) {
        row[i] = new Value.Bool(b);
      } else {
        row[i] = new Value.Str(cell.toString());
      }
    }
    if (row.length != shape.size()) {
      throw new IllegalArgumentException(
          "a row of " + row.length + " for " + shape.size() + " columns");
    }
    rows.add(row);
    return this;
  }

  /** Sorts by columns, counted from 0. */
  MetaTable sortedBy(int... columns) {
    rows.sort((a, b) -> compare(a, b, columns));
    return this;
  }

  private static int compare(Value[] a, Value[] b, int[] columns) {
    for (int column : columns) {
      int order = compare(a[column], b[column]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(Value a, Value b) {
    if (a.isNull() || b.isNull()) {
      return Boolean.compare(b.isNull(), a.isNull());
    }
    if (a instanceof Value.Int64 x && b instanceof Value.Int64 y) {
      return Long.compare(x.value(), y.value());
    }
    return a.toString().compareTo(b.toString());
  }

  RowShape shape() {
    return shape;
  }

  BufferedCursor cursor() {
    return BufferedCursor.of(rows);
  }
}
