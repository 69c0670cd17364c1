package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.HashSet;
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
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

/** UPDATE and DELETE. */
final class UpdateBinder {
  private final BindContext context;

  UpdateBinder(BindContext context) {
    this.context = context;
  }

  BoundStatement bind(DmlStatement.Update update) {
    DmlSupport.refuseRowCount(context, update.assertRowsModified());
    if (update.from() != null) {
      throw context.errors.notSupported("UPDATE with FROM", update.from().begin());
    }
    Table table = DmlSupport.target(context, update.target());
    BoundRelation.TableScan scan = scan(update.target(), table);
    Scope row = DmlSupport.rowScope(context, update.target(), table, scan.columns());
    ExpressionBinder values = new ExpressionBinder(context, row, CommonTables.NONE, "UPDATE");
    List<BoundStatement.ComputedColumn> assignments = new ArrayList<>();
    Set<Integer> changed = new HashSet<>();
    for (DmlStatement.Assignment assignment : update.assignments()) {
      for (DmlStatement.Assignment single : singles(assignment)) {
        bindAssignment(table, single, values, changed, assignments);
      }
    }
    BoundExpr condition = condition(update.where(), row);
    List<BoundColumn> rowColumns = TableRows.columns(context, table);
    return new BoundStatement.Update(
        table,
        scan,
        condition,
        assignments,
        rowColumns,
        DmlSupport.generated(context, table, rowColumns, changed),
        update.returning() == null
            ? null
            : DmlSupport.returning(
                context,
                update,
                DmlSupport.rowScope(context, update.target(), table, rowColumns),
                new PendingColumns(table, rowColumns).addAll(assignments).found(),
                "UPDATE"),
        context.parameters.toBound(),
        context.hints.statement(update.hints()));
  }

  /** {@code (a, b) = (1, 2)} is {@code a = 1, b = 2}. */
  private static List<DmlStatement.Assignment> singles(DmlStatement.Assignment assignment) {
    boolean row =
        assignment.targets().size() > 1
            && assignment.value() instanceof Expression.StructConstructor values
            && values.items().size() == assignment.targets().size();
    if (!row) {
      return List.of(assignment);
    }
    List<Expression.StructItem> items = ((Expression.StructConstructor) assignment.value()).items();
    List<DmlStatement.Assignment> singles = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      singles.add(
          new DmlStatement.Assignment(
              List.of(assignment.targets().get(i)), items.get(i).value(), assignment.span()));
    }
    return singles;
  }

  private void bindAssignment(
      Table table,
      DmlStatement.Assignment assignment,
      ExpressionBinder binder,
      Set<Integer> changed,
      List<BoundStatement.ComputedColumn> assignments) {
    Identifier name = InsertBinder.onlyTarget(context, assignment);
    Column column = DmlSupport.column(context, table, name);
    if (table.isKeyColumn(column.id())) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot modify a primary key column with UPDATE: " + column.name(),
          name.begin());
    }
    Expression value = assignment.value();
    if (column.isGenerated() && !(value instanceof Expression.DefaultValue)) {
      if (context.postgres) {
        throw context
            .errors
            .error(
                ErrorCode.GENERATED_COLUMN_WRITE,
                "column \"" + column.name() + "\" can only be updated to DEFAULT",
                name.begin())
            .detail("Column \"" + column.name() + "\" is a generated column.");
      }
      Assignments.checkWritable(context, table, column, value, name.begin());
    }
    if (!changed.add(column.id())) {
      throw InsertBinder.multipleAssignments(context, column, name.begin());
    }
    if (!column.isGenerated()) {
      assignments.add(
          new BoundStatement.ComputedColumn(
              column.id(), Assignments.value(binder, value, column, false)));
    }
  }

  BoundStatement bind(DmlStatement.Delete delete) {
    DmlSupport.refuseRowCount(context, delete.assertRowsModified());
    if (delete.using() != null) {
      throw context.errors.notSupported("DELETE with USING", delete.using().begin());
    }
    Table table = DmlSupport.target(context, delete.target());
    BoundRelation.TableScan scan = scan(delete.target(), table);
    Scope row = DmlSupport.rowScope(context, delete.target(), table, scan.columns());
    BoundExpr condition = condition(delete.where(), row);
    return new BoundStatement.Delete(
        table,
        scan,
        condition,
        DmlSupport.returning(context, delete, row, Set.of(), "DELETE"),
        context.parameters.toBound(),
        context.hints.statement(delete.hints()));
  }

  private BoundRelation.TableScan scan(DmlStatement.Target target, Table table) {
    BoundHints hints = context.hints.table(target.hints(), table);
    return new BoundRelation.TableScan(table, TableRows.columns(context, table), hints, true);
  }

  /** Only PostgreSQL lets it be left out, which means all rows. */
  private BoundExpr condition(@Nullable Expression where, Scope row) {
    if (where == null) {
      return LiteralBinder.constant(new Value.Bool(true));
    }
    return new ExpressionBinder(context, row, CommonTables.NONE, "WHERE clause")
        .bindCondition(where, "WHERE clause");
  }
}
