package org.ratchetdb.planner.translate;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.expression.Comparisons;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.logical.KernelOperator;
import org.ratchetdb.planner.logical.RelConverter;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.type.RelTypes;

/** Turns Calcite's expressions into physical ones over the same column numbers. */
final class RexTranslator {
  private final RexBuilder rexBuilder;
  private final OuterRows outerRows;
  private final boolean postgres;

  RexTranslator(RexBuilder rexBuilder, OuterRows outerRows, boolean postgres) {
    this.rexBuilder = rexBuilder;
    this.outerRows = outerRows;
    this.postgres = postgres;
  }

  List<PhysicalExpr> translateAll(List<? extends RexNode> nodes) {
    List<PhysicalExpr> result = new ArrayList<>();
    for (RexNode node : nodes) {
      result.add(translate(node));
    }
    return result;
  }

  List<RexNode> conjuncts(RexNode condition) {
    return RelOptUtil.conjunctions(condition);
  }

  PhysicalExpr translate(RexNode node) {
    SqlType type = RelTypes.toSqlType(node.getType());
    if (node instanceof RexInputRef ref) {
      return new PhysicalExpr.InputRef(ref.getIndex(), type);
    } else if (node instanceof RexDynamicParam parameter) {
      return new PhysicalExpr.Parameter(parameter.getIndex(), type);
    } else if (node instanceof RexLiteral literal) {
      return new PhysicalExpr.Literal(value(literal, type));
    } else if (node instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable variable) {
      return outerRows.reference(variable.id, access.getField().getIndex(), type);
    } else if (node instanceof RexCall call) {
      return call(call, type);
    }
    throw DbException.notSupported("An expression of this form");
  }

  private static Value value(RexLiteral literal, SqlType type) {
    if (literal.isNull()) {
      return new Value.Null(type);
    }
    if (type.equals(SqlType.BOOL)) {
      return new Value.Bool(RexLiteral.booleanValue(literal));
    }
    BigDecimal number = literal.getValueAs(BigDecimal.class);
    if (number != null && type.equals(SqlType.INT64)) {
      return new Value.Int64(number.longValueExact());
    }
    throw new IllegalStateException("A literal of Calcite's: " + literal);
  }

  private PhysicalExpr call(RexCall call, SqlType type) {
    if (call.getOperator() instanceof KernelOperator kernel) {
      return kernel(call, kernel);
    }
    return switch (call.getKind()) {
      case AND -> new PhysicalExpr.And(translateAll(call.getOperands()));
      case OR -> new PhysicalExpr.Or(translateAll(call.getOperands()));
      case NOT -> new PhysicalExpr.Not(operand(call));
      case IS_NULL, IS_UNKNOWN -> new PhysicalExpr.IsNull(operand(call));
      case IS_NOT_NULL -> new PhysicalExpr.Not(new PhysicalExpr.IsNull(operand(call)));
      case EQUALS -> ordering("eq", call);
      case NOT_EQUALS -> ordering("ne", call);
      case LESS_THAN -> ordering("lt", call);
      case LESS_THAN_OR_EQUAL -> ordering("le", call);
      case GREATER_THAN -> ordering("gt", call);
      case GREATER_THAN_OR_EQUAL -> ordering("ge", call);
      case IS_DISTINCT_FROM -> comparison("is_distinct_from", call);
      case IS_NOT_DISTINCT_FROM -> comparison("is_not_distinct_from", call);
      case IS_TRUE -> comparison("is_true", call);
      case IS_FALSE -> comparison("is_false", call);
      case IS_NOT_TRUE -> new PhysicalExpr.Not(comparison("is_true", call));
      case IS_NOT_FALSE -> new PhysicalExpr.Not(comparison("is_false", call));
      case SEARCH -> translate(RexUtil.expandSearch(rexBuilder, null, call));
      case COALESCE -> new PhysicalExpr.Coalesce(translateAll(call.getOperands()), type);
      case CASE -> caseCall(call, type);
      case CAST -> cast(call, type);
      default -> throw DbException.notSupported("An expression of this form");
    };
  }

  private PhysicalExpr operand(RexCall call) {
    return translate(call.getOperands().get(0));
  }

  private PhysicalExpr comparison(String kernel, RexCall call) {
    return new PhysicalExpr.Call(kernel, translateAll(call.getOperands()), SqlType.BOOL);
  }

  private PhysicalExpr ordering(String name, RexCall call) {
    List<PhysicalExpr> sides = translateAll(call.getOperands());
    return Comparisons.of(name, sides.get(0), sides.get(1), postgres);
  }

  /** Calcite casts between NULL-able and not; a conversion of values is ours and a kernel. */
  private PhysicalExpr cast(RexCall call, SqlType type) {
    PhysicalExpr operand = operand(call);
    if (!operand.type().equals(type)) {
      throw new IllegalStateException("A cast of Calcite's: " + call);
    }
    return operand;
  }

  private PhysicalExpr caseCall(RexCall call, SqlType type) {
    List<PhysicalExpr> operands = translateAll(call.getOperands());
    List<PhysicalExpr.When> whens = new ArrayList<>();
    int last = operands.size() - 1;
    for (int i = 0; i < last; i += 2) {
      whens.add(new PhysicalExpr.When(operands.get(i), operands.get(i + 1)));
    }
    return new PhysicalExpr.Case(whens, operands.get(last), type);
  }

  private PhysicalExpr kernel(RexCall call, KernelOperator kernel) {
    List<PhysicalExpr> operands = translateAll(call.getOperands());
    if (!PhysicalExprs.isCall(kernel.shape(), RelConverter.EQUAL_OR_NULL)) {
      return kernel.apply(operands);
    }
    boolean leftNullable = call.getOperands().get(0).getType().isNullable();
    boolean rightNullable = call.getOperands().get(1).getType().isNullable();
    return leftNullable || rightNullable
        ? kernel.apply(operands)
        : Comparisons.of("eq", operands.get(0), operands.get(1), postgres);
  }

  /** Spells {@link RelConverter#EQUAL_OR_NULL} out where no join method takes care of it. */
  PhysicalExpr lower(PhysicalExpr expr) {
    if (!PhysicalExprs.isCall(expr, RelConverter.EQUAL_OR_NULL)) {
      return expr;
    }
    List<PhysicalExpr> sides = PhysicalExprs.operands(expr);
    return new PhysicalExpr.Or(
        List.of(
            Comparisons.of("eq", sides.get(0), sides.get(1), postgres),
            new PhysicalExpr.IsNull(sides.get(0)),
            new PhysicalExpr.IsNull(sides.get(1))));
  }
}
