package org.ratchetdb.executor.write;

import java.util.List;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.executor.operator.OperatorFactory;
import org.ratchetdb.executor.operator.QueryCompiler;
import org.ratchetdb.planner.physical.DmlPlan;

/** Compiles DML plans. */
public final class DmlCompiler {
  private final ExpressionCompiler expressions;
  private final QueryCompiler queries;

  public DmlCompiler(ExpressionCompiler expressions, QueryCompiler queries) {
    this.expressions = expressions;
    this.queries = queries;
  }

  public DmlProgram compile(DmlPlan plan) {
    OperatorFactory source = queries.compile(plan.source());
    List<Evaluator> returning = expressions.compileAll(plan.returning());
    if (plan instanceof DmlPlan.Insert insert) {
      return new InsertProgram(
          insert,
          source,
          computed(insert.table(), insert.defaults()),
          computed(insert.table(), insert.generated()),
          returning);
    }
    if (plan instanceof DmlPlan.Update update) {
      return new UpdateProgram(
          update, source, computed(update.table(), update.generated()), returning);
    }
    return new DeleteProgram((DmlPlan.Delete) plan, source, returning);
  }

  private List<DmlProgram.Computed> computed(Table table, List<DmlPlan.ComputedColumn> columns) {
    return columns.stream()
        .map(
            c ->
                new DmlProgram.Computed(
                    table.ordinal(c.columnId()), expressions.compile(c.value())))
        .toList();
  }
}
