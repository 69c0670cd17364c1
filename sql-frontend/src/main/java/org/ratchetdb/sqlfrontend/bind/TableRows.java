package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;

/** The columns of a table's row as bound columns and as names. */
final class TableRows {
  private TableRows() {}

  /** One new bound column per column of the table. */
  static List<BoundColumn> columns(BindContext context, Table table) {
    List<BoundColumn> columns = new ArrayList<>(table.columns().size());
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      columns.add(context.newColumn(column.name(), column.type()));
    }
    return columns;
  }

  /**
   * Names for them. A virtual generated column is the name of its expression, for its value is
   * nowhere stored.
   */
  static List<NamedColumn> names(BindContext context, Table table, List<BoundColumn> columns) {
    List<NamedColumn> names = new ArrayList<>(columns.size());
    boolean anyVirtual = false;
    for (int i = 0; i < columns.size(); i++) {
      Column column = table.columns().get(i);
      anyVirtual |= isVirtual(column);
      names.add(
          new NamedColumn(column.name(), new BoundExpr.ColumnRef(columns.get(i)), column.hidden()));
    }
    if (anyVirtual) {
      for (Column column : StoredExpressions.inOrder(table, TableRows::isVirtual)) {
        BoundExpr value = StoredExpressions.generated(context, column, names);
        names.set(
            table.ordinal(column.id()), new NamedColumn(column.name(), value, column.hidden()));
      }
    }
    return names;
  }

  private static boolean isVirtual(Column column) {
    return column.isGenerated() && !column.stored();
  }
}
