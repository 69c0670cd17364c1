package org.ratchetdb.planner.dml;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.planner.logical.FreeColumns;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

/**
 * Which columns of its rows an UPDATE writes, and which of their values it relies on. Others may
 * change under its hands: they are neither locked nor touched.
 *
 * @param written the columns it sets and the generated ones that follow from them
 * @param read what its condition, its expressions and the indexes it has to keep up look at
 * @param generated the generated columns to compute again
 */
record UpdateFootprint(
    Set<Integer> written, Set<Integer> read, List<BoundStatement.ComputedColumn> generated) {

  static UpdateFootprint of(BoundStatement.Update update, Schema schema) {
    Table table = update.table();
    Set<Integer> written = new TreeSet<>();
    Set<Integer> read = new TreeSet<>();
    List<BoundColumn> old = update.target().columns();
    for (BoundStatement.ComputedColumn assignment : update.assignments()) {
      written.add(assignment.columnId());
      addColumns(table, old, assignment.value(), read);
    }
    addColumns(table, old, update.condition(), read);
    List<BoundStatement.ComputedColumn> generated = new ArrayList<>();
    for (BoundStatement.ComputedColumn column : update.generated()) {
      if (follows(table, table.column(column.columnId()), written, new HashSet<>())) {
        generated.add(column);
        written.add(column.columnId());
        addColumns(table, update.rowColumns(), column.value(), read);
      }
    }
    BoundStatement.Returning returning = update.returning();
    if (returning != null) {
      for (BoundExpr expression : returning.expressions()) {
        addColumns(table, update.rowColumns(), expression, read);
      }
    }
    for (Index index : schema.indexesOf(table.id())) {
      read.addAll(DmlPlan.columnsToRead(index, table, written));
    }
    return new UpdateFootprint(Set.copyOf(written), Set.copyOf(read), generated);
  }

  /** Whether a generated column is computed from a written one, be it through others. */
  private static boolean follows(
      Table table, Column column, Set<Integer> written, Set<Integer> seen) {
    for (int from : column.generatedFrom()) {
      if (written.contains(from)
          || (seen.add(from) && follows(table, table.column(from), written, seen))) {
        return true;
      }
    }
    return false;
  }

  /** Adds the table's columns that the expression reads through columns in table order. */
  private static void addColumns(
      Table table, List<BoundColumn> columns, BoundExpr expression, Set<Integer> into) {
    Map<Integer, Integer> ids =
        columns.stream()
            .collect(
                Collectors.toMap(
                    BoundColumn::id, c -> table.columns().get(columns.indexOf(c)).id()));
    for (int id : FreeColumns.of(expression)) {
      Integer columnId = ids.get(id);
      if (columnId != null) {
        into.add(columnId);
      }
    }
  }
}
