package org.ratchetdb.sqlfrontend.bind;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

/** Finds the columns that a statement gives the timestamp of the commit to come. */
final class PendingColumns {
  private final Set<BoundColumn> found = new HashSet<>();
  private final Table table;
  private final List<BoundColumn> rowColumns;

  /**
   * @param rowColumns the row of the table that is written
   */
  PendingColumns(Table table, List<BoundColumn> rowColumns) {
    this.table = table;
    this.rowColumns = rowColumns;
  }

  /** Those among the columns of the row that were found. */
  Set<BoundColumn> found() {
    return found;
  }

  /** Looks at values of columns, as SET and DEFAULT give them. */
  PendingColumns addAll(List<BoundStatement.ComputedColumn> values) {
    for (BoundStatement.ComputedColumn value : values) {
      if (value.value() instanceof BoundExpr.PendingCommitTimestamp) {
        found.add(rowColumns.get(table.ordinal(value.columnId())));
      }
    }
    return this;
  }

  /**
   * Looks at the rows of an INSERT.
   *
   * @param written what the columns of the source are written to, in order
   */
  PendingColumns addSource(BoundRelation source, List<Column> written) {
    Set<BoundColumn> outputs = new HashSet<>();
    collect(source, outputs);
    for (int i = 0; i < source.columns().size(); i++) {
      if (outputs.contains(source.columns().get(i))) {
        found.add(rowColumns.get(table.ordinal(written.get(i).id())));
      }
    }
    return this;
  }

  /** Only the list of an outermost SELECT and VALUES may hold such values. */
  private static void collect(BoundRelation relation, Set<BoundColumn> into) {
    if (relation instanceof BoundRelation.Values values) {
      for (List<BoundExpr> row : values.rows()) {
        addPending(row, values.columns(), into);
      }
    } else if (relation instanceof BoundRelation.Project project) {
      collect(project.input(), into);
      addPending(project.expressions(), project.columns(), into);
    } else if (relation instanceof BoundRelation.Sort sort) {
      collect(sort.input(), into);
    } else if (relation instanceof BoundRelation.Limit limit) {
      collect(limit.input(), into);
    }
  }

  private static void addPending(
      List<BoundExpr> expressions, List<BoundColumn> columns, Set<BoundColumn> into) {
    for (int i = 0; i < expressions.size(); i++) {
      BoundExpr expression = expressions.get(i);
      if (expression instanceof BoundExpr.PendingCommitTimestamp
          || (expression instanceof BoundExpr.ColumnRef reference
              && into.contains(reference.column()))) {
        into.add(columns.get(i));
      }
    }
  }
}
