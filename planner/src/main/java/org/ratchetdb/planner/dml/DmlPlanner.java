package org.ratchetdb.planner.dml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.expression.ConstantFolding;
import org.ratchetdb.planner.expression.ExpressionTranslator;
import org.ratchetdb.planner.expression.Hints;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

/**
 * Plans INSERT, UPDATE and DELETE. The rows to be changed are found by a query whose scan of the
 * target locks what is going to be written exclusively at once. Immutable.
 */
public final class DmlPlanner {
  private final PlanningContext context;
  private final ConstantFolding folding;
  private final SourcePlanner sources;

  public DmlPlanner(PlanningContext context, SourcePlanner sources) {
    this.context = context;
    this.folding = new ConstantFolding(context);
    this.sources = sources;
  }

  public DmlPlan insert(BoundStatement.Insert insert) {
    PhysicalPlan.Query source =
        sources.plan(insert.source(), ScanLock.STATEMENT.ofSubqueries(Hints.lock(insert.hints())));
    ExpressionTranslator row = rowTranslator(insert.rowColumns());
    return new DmlPlan.Insert(
        context.schema(),
        insert.table(),
        source,
        List.copyOf(insert.columnIds()),
        computed(insert.defaults(), row),
        computed(insert.generated(), row),
        switch (insert.onConflict()) {
          case FAIL -> DmlPlan.OnConflict.FAIL;
          case IGNORE -> DmlPlan.OnConflict.IGNORE;
          case UPDATE -> DmlPlan.OnConflict.UPDATE;
        },
        List.copyOf(insert.updateColumnIds()),
        returning(insert.returning(), row),
        output(insert.returning()));
  }

  public DmlPlan update(BoundStatement.Update update) {
    List<BoundExpr> expressions = new ArrayList<>();
    List<Integer> setColumnIds = new ArrayList<>();
    for (BoundColumn column : update.target().columns()) {
      expressions.add(new BoundExpr.ColumnRef(column));
    }
    for (BoundStatement.ComputedColumn assignment : update.assignments()) {
      expressions.add(assignment.value());
      setColumnIds.add(assignment.columnId());
    }
    UpdateFootprint footprint = UpdateFootprint.of(update, context.schema());
    ScanLock lock =
        Hints.lock(update.hints()).isExclusive()
            ? ScanLock.DELETE
            : ScanLock.update(footprint.read(), footprint.written());
    PhysicalPlan.Query source =
        sources.plan(project(filter(update.target(), update.condition()), expressions), lock);
    ExpressionTranslator row = rowTranslator(update.rowColumns());
    return new DmlPlan.Update(
        context.schema(),
        update.table(),
        source,
        setColumnIds,
        computed(footprint.generated(), row),
        returning(update.returning(), row),
        output(update.returning()));
  }

  public DmlPlan delete(BoundStatement.Delete delete) {
    List<BoundExpr> expressions = new ArrayList<>();
    for (BoundColumn column : delete.target().columns()) {
      expressions.add(new BoundExpr.ColumnRef(column));
    }
    PhysicalPlan.Query source =
        sources.plan(
            project(filter(delete.target(), delete.condition()), expressions), ScanLock.DELETE);
    return new DmlPlan.Delete(
        context.schema(),
        delete.table(),
        source,
        returning(delete.returning(), rowTranslator(delete.target().columns())),
        output(delete.returning()));
  }

  private static BoundRelation filter(BoundRelation input, BoundExpr condition) {
    return new BoundRelation.Filter(input, condition);
  }

  /** The columns get ids below zero, which the binder does not hand out. */
  private static BoundRelation project(BoundRelation input, List<BoundExpr> expressions) {
    List<BoundColumn> columns = new ArrayList<>();
    for (BoundExpr expression : expressions) {
      String name = expression instanceof BoundExpr.ColumnRef ref ? ref.column().name() : "";
      columns.add(new BoundColumn(-1 - columns.size(), name, expression.type()));
    }
    return new BoundRelation.Project(input, expressions, columns);
  }

  /** Translates expressions over a table row whose columns are in table order. */
  private ExpressionTranslator rowTranslator(List<BoundColumn> rowColumns) {
    Map<Integer, Integer> ordinals = new HashMap<>();
    for (int i = 0; i < rowColumns.size(); i++) {
      ordinals.put(rowColumns.get(i).id(), i);
    }
    return new ExpressionTranslator(
        context.isPostgres(),
        column ->
            new PhysicalExpr.InputRef(
                Objects.requireNonNull(ordinals.get(column.id()), column::name), column.type()));
  }

  private List<DmlPlan.ComputedColumn> computed(
      List<BoundStatement.ComputedColumn> columns, ExpressionTranslator row) {
    List<DmlPlan.ComputedColumn> result = new ArrayList<>();
    for (BoundStatement.ComputedColumn column : columns) {
      result.add(
          new DmlPlan.ComputedColumn(
              column.columnId(), row.translate(folding.fold(column.value()))));
    }
    return result;
  }

  private List<PhysicalExpr> returning(
      BoundStatement.@Nullable Returning returning, ExpressionTranslator row) {
    List<PhysicalExpr> result = new ArrayList<>();
    if (returning != null) {
      for (BoundExpr expression : returning.expressions()) {
        result.add(row.translate(folding.fold(expression)));
      }
    }
    return result;
  }

  private static List<OutputColumn> output(BoundStatement.@Nullable Returning returning) {
    List<OutputColumn> output = new ArrayList<>();
    if (returning != null) {
      for (BoundColumn column : returning.columns()) {
        output.add(new OutputColumn(column.name(), column.type()));
      }
    }
    return output;
  }
}
