package org.ratchetdb.executor.expression;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.function.Casts;
import org.ratchetdb.executor.function.KernelRegistry;
import org.ratchetdb.planner.physical.PhysicalExpr;

/**
 * Compiles the expressions of one plan. All of them share one {@link EvaluationState} per
 * execution, so one compiler compiles the whole plan. Owned by one thread.
 */
public final class ExpressionCompiler {
  private final KernelRegistry registry = KernelRegistry.instance();
  private final List<Integer> outerIds = new ArrayList<>();
  private int slots;
  private int unions;

  /** Evaluates an expression that reads no column, for constant folding. */
  public static Value evaluateConstant(PhysicalExpr expression, ExecutionContext context) {
    ExpressionCompiler compiler = new ExpressionCompiler();
    Evaluator evaluator = compiler.compile(expression);
    return evaluator.constant(compiler.newState(context));
  }

  /** A state for everything compiled so far. */
  public EvaluationState newState(ExecutionContext context) {
    return new EvaluationState(context, slots, outerIds.size(), unions);
  }

  /** A new place in the state for the split that a distributed union is at. */
  public int newUnion() {
    return unions++;
  }

  /** Where the state keeps the outer row of a correlation. */
  public int outer(int correlationId) {
    int known = outerIds.indexOf(correlationId);
    if (known >= 0) {
      return known;
    }
    outerIds.add(correlationId);
    return outerIds.size() - 1;
  }

  public List<Evaluator> compileAll(List<PhysicalExpr> expressions) {
    List<Evaluator> evaluators = new ArrayList<>(expressions.size());
    for (PhysicalExpr expression : expressions) {
      evaluators.add(compile(expression));
    }
    return evaluators;
  }

  public Evaluator compile(PhysicalExpr expression) {
    if (expression instanceof PhysicalExpr.InputRef e) {
      return new Leaves.Input(e.ordinal(), e.type());
    }
    if (expression instanceof PhysicalExpr.Literal e) {
      return new Leaves.Literal(e.value(), slots++);
    }
    if (expression instanceof PhysicalExpr.Parameter e) {
      return new Leaves.Parameter(e.index(), e.type(), slots++);
    }
    if (expression instanceof PhysicalExpr.OuterRef e) {
      return new Leaves.Outer(outer(e.correlationId()), e.ordinal(), e.type(), slots++);
    }
    if (expression instanceof PhysicalExpr.Call e) {
      List<Evaluator> arguments = compileAll(e.arguments());
      List<SqlType> types = arguments.stream().map(Evaluator::type).toList();
      return new Calls(registry.find(e.kernel(), types, e.type()), arguments, e.type(), slots++);
    }
    if (expression instanceof PhysicalExpr.And e) {
      return new Conditionals.Junction(compileAll(e.operands()), false, slots++);
    }
    if (expression instanceof PhysicalExpr.Or e) {
      return new Conditionals.Junction(compileAll(e.operands()), true, slots++);
    }
    if (expression instanceof PhysicalExpr.Not e) {
      return new Conditionals.Not(compile(e.operand()), slots++);
    }
    if (expression instanceof PhysicalExpr.IsNull e) {
      return new Conditionals.IsNull(compile(e.operand()), slots++);
    }
    if (expression instanceof PhysicalExpr.Case e) {
      return compileCase(e);
    }
    if (expression instanceof PhysicalExpr.Coalesce e) {
      return new Conditionals.Coalesce(compileAll(e.operands()), e.type(), slots++);
    }
    if (expression instanceof PhysicalExpr.Cast e) {
      return compileCast(e);
    }
    if (expression instanceof PhysicalExpr.InList e) {
      return new InList(compile(e.operand()), compileAll(e.list()), slots++);
    }
    if (expression instanceof PhysicalExpr.NextSequenceValue e) {
      return new Leaves.NextSequenceValue(e.sequenceId(), slots++);
    }
    return new Leaves.PendingCommitTimestamp(slots++);
  }

  private Evaluator compileCase(PhysicalExpr.Case expression) {
    List<Evaluator> conditions = new ArrayList<>();
    List<Evaluator> results = new ArrayList<>();
    for (PhysicalExpr.When when : expression.whens()) {
      conditions.add(compile(when.condition()));
      results.add(compile(when.result()));
    }
    return new Conditionals.Case(
        conditions, results, compile(expression.otherwise()), expression.type(), slots++);
  }

  private Evaluator compileCast(PhysicalExpr.Cast cast) {
    Evaluator operand = compile(cast.operand());
    if (operand.type().is(TypeKind.UNKNOWN)
        && cast.operand() instanceof PhysicalExpr.Literal literal
        && literal.value().isNull()) {
      return new Leaves.Literal(new Value.Null(cast.type()), slots++);
    }
    boolean sameType = operand.type().equals(cast.type());
    if (sameType && cast.lengthMax() == 0 && cast.numericPrecision() == 0) {
      return operand;
    }
    return new Calls(Casts.kernel(operand.type(), cast), List.of(operand), cast.type(), slots++);
  }
}
