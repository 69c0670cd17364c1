package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.DmlStatement;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

/** What INSERT, UPDATE and DELETE share: the target, its row, RETURNING. */
final class DmlSupport {
  private DmlSupport() {}

  static Table target(BindContext context, DmlStatement.Target target) {
    String name = target.name().text();
    Table table = context.findTable(name);
    if (table != null) {
      return table;
    }
    if (context.findSystemTable(name) != null) {
      throw context.errors.error(
          ErrorCode.WRONG_OBJECT_TYPE,
          "Cannot write to the system table " + name,
          "permission denied: \"" + name + "\" is a system catalog",
          target.begin());
    }
    throw context.errors.tableNotFound(name, target.name().begin());
  }

  static Column column(BindContext context, Table table, Identifier name) {
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      if (context.sameName(column.name(), name.name())) {
        return column;
      }
    }
    throw context.errors.targetColumnNotFound(table.name(), name.name(), name.begin());
  }

  /** The scope of one row of the target. */
  static Scope rowScope(
      BindContext context, DmlStatement.Target target, Table table, List<BoundColumn> columns) {
    List<NamedColumn> names = TableRows.names(context, table, columns);
    Identifier alias = target.alias();
    RangeVariable variable =
        alias == null
            ? new RangeVariable(table.name(), false, names)
            : new RangeVariable(alias.name(), true, names);
    return new Scope(null, names, List.of(variable), List.of());
  }

  /** Refuses clauses that every DML statement may carry and that are not there. */
  static void refuseRowCount(BindContext context, @Nullable Expression assertRowsModified) {
    if (assertRowsModified != null) {
      throw context.errors.notSupported("ASSERT_ROWS_MODIFIED", assertRowsModified.begin());
    }
  }

  /**
   * STORED generated columns over the row to be written, in an order in which each sees those it
   * needs.
   *
   * @param changed ids of the columns written, or null for all
   */
  static List<BoundStatement.ComputedColumn> generated(
      BindContext context,
      Table table,
      List<BoundColumn> rowColumns,
      @Nullable Set<Integer> changed) {
    List<BoundStatement.ComputedColumn> computed = new ArrayList<>();
    List<NamedColumn> names = null;
    for (Column column : StoredExpressions.inOrder(table, c -> true)) {
      boolean affected =
          changed == null || column.generatedFrom().stream().anyMatch(changed::contains);
      if (!affected) {
        continue;
      }
      if (changed != null) {
        changed.add(column.id());
      }
      if (column.stored()) {
        if (names == null) {
          names = TableRows.names(context, table, rowColumns);
        }
        computed.add(
            new BoundStatement.ComputedColumn(
                column.id(), StoredExpressions.generated(context, column, names)));
      }
    }
    return computed;
  }

  /**
   * RETURNING over a row.
   *
   * @param pending those columns of the row that get the timestamp of the commit, which is not
   *     known yet; nothing that is returned may come from them
   * @param action the word of WITH ACTION
   */
  static BoundStatement.@Nullable Returning returning(
      BindContext context,
      DmlStatement statement,
      Scope row,
      Set<BoundColumn> pending,
      String action) {
    DmlStatement.Returning returning = statement.returning();
    if (returning == null) {
      return null;
    }
    ExpressionBinder binder =
        new ExpressionBinder(
            context, row, CommonTables.NONE, context.postgres ? "RETURNING" : "THEN RETURN clause");
    List<SelectList.Output> outputs = new SelectList(context, true).bind(returning.items(), binder);
    List<BoundExpr> expressions = new ArrayList<>();
    List<BoundColumn> columns = new ArrayList<>();
    for (SelectList.Output output : outputs) {
      BoundExpr expr = context.coercer.settle(output.expression(), output.position());
      requireKnown(context, expr, pending, output.position());
      expressions.add(expr);
      columns.add(context.newColumn(output.name(), expr.type()));
    }
    if (returning.withAction()) {
      Identifier name = returning.actionName();
      BoundExpr word = LiteralBinder.constant(new Value.Str(action));
      expressions.add(word);
      columns.add(context.newColumn(name == null ? "ACTION" : name.name(), word.type()));
    }
    return new BoundStatement.Returning(expressions, columns);
  }

  private static void requireKnown(
      BindContext context, BoundExpr expr, Set<BoundColumn> pending, int position) {
    if (pending.isEmpty()) {
      return;
    }
    new BoundRewriter() {
      @Override
      protected @Nullable BoundExpr replace(BoundExpr node) {
        if (node instanceof BoundExpr.ColumnRef reference && pending.contains(reference.column())) {
          throw FunctionBinder.misplacedTimestamp(context, position);
        }
        return null;
      }
    }.rewrite(expr);
  }
}
