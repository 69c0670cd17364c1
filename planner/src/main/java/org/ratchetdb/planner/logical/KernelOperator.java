package org.ratchetdb.planner.logical;

import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.physical.PhysicalExpr;

/**
 * Any expression of ours that Calcite shall carry along without understanding it: literals, kernel
 * calls, casts, CASE, COALESCE, IN lists. It keeps the physical expression with its operands
 * replaced by input references 0, 1, ...; putting operands back gives the physical expression.
 *
 * <p>Two operators are equal when their shapes are, so that equal calls are equal to Calcite.
 */
public final class KernelOperator extends SqlFunction {
  private final PhysicalExpr shape;
  private final boolean strict;
  private final boolean deterministic;

  /**
   * @param shape the expression over input references in place of operands
   * @param strict a NULL operand makes the result NULL
   * @param deterministic same operands, same result within a statement
   */
  public KernelOperator(PhysicalExpr shape, boolean strict, boolean deterministic) {
    super(
        nameOf(shape),
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0, // the converter gives every call its type
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.shape = shape;
    this.strict = strict;
    this.deterministic = deterministic;
  }

  private static String nameOf(PhysicalExpr shape) {
    if (shape instanceof PhysicalExpr.Call call) {
      return call.kernel();
    }
    return shape.toString();
  }

  /** The physical expression over the given operands. */
  public PhysicalExpr apply(List<PhysicalExpr> operands) {
    return PhysicalExprs.inline(shape, operands);
  }

  public PhysicalExpr shape() {
    return shape;
  }

  @Override
  public boolean isDeterministic() {
    return deterministic;
  }

  @Override
  public @Nullable Supplier<Strong.Policy> getStrongPolicyInference() {
    if (shape instanceof PhysicalExpr.Literal literal) {
      return () -> literal.value().isNull() ? Strong.Policy.AS_IS : Strong.Policy.NOT_NULL;
    }
    return () -> strict ? Strong.Policy.ANY : Strong.Policy.AS_IS;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KernelOperator that && shape.equals(that.shape);
  }

  @Override
  public int hashCode() {
    return shape.hashCode();
  }
}
