package org.ratchetdb.executor;

import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;

/** The way in: compiles plans and evaluates constants. Stateless. */
public final class PlanExecutor {
  private PlanExecutor() {}

  /**
   * Prepares a plan for execution.
   *
   * @throws org.ratchetdb.common.error.DbException NOT_SUPPORTED when it uses a function that has
   *     no code
   */
  public static CompiledPlan compile(PhysicalPlan plan) {
    return CompiledPlan.of(plan, false);
  }

  /** As {@link #compile}, for executions whose context has a profile. */
  public static CompiledPlan compileMeasured(PhysicalPlan plan) {
    return CompiledPlan.of(plan, true);
  }

  /** Compiles and opens a query in one go. */
  public static BatchCursor open(PhysicalPlan.Query plan, ExecutionContext context) {
    return compile(plan).open(context);
  }

  /** Value of an expression that reads no column; parameters and time come from the context. */
  public static Value evaluate(PhysicalExpr expression, ExecutionContext context) {
    return InternalErrors.guard(() -> ExpressionCompiler.evaluateConstant(expression, context));
  }
}
