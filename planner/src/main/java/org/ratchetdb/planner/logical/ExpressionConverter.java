package org.ratchetdb.planner.logical;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.planner.expression.Comparisons;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.type.RelTypes;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.Volatility;

/**
 * Turns bound expressions without subqueries into Calcite's. Logic, NULL tests and comparisons
 * become Calcite's own operators where these mean the same; everything else, literals included,
 * becomes a {@link KernelOperator}. Comparisons of GoogleSQL's floating point numbers stay ours:
 * Calcite would turn {@code NOT x < y} into {@code x >= y} and {@code x = x} into {@code x IS NOT
 * NULL}, both wrong for NaN. So does CASE, whose branches must not be evaluated out of turn.
 */
final class ExpressionConverter {
  private static final Map<String, SqlOperator> COMPARISONS =
      Map.of(
          "eq", SqlStdOperatorTable.EQUALS,
          "ne", SqlStdOperatorTable.NOT_EQUALS,
          "lt", SqlStdOperatorTable.LESS_THAN,
          "le", SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
          "gt", SqlStdOperatorTable.GREATER_THAN,
          "ge", SqlStdOperatorTable.GREATER_THAN_OR_EQUAL);

  private final RexBuilder rexBuilder;
  private final RelTypes types;
  private final boolean postgres;

  ExpressionConverter(RexBuilder rexBuilder, RelTypes types, boolean postgres) {
    this.rexBuilder = rexBuilder;
    this.types = types;
    this.postgres = postgres;
  }

  /**
   * @param input where columns are looked for first
   * @param outer rows of outer queries, innermost first
   */
  RexNode convert(BoundExpr expr, Converted input, @Nullable CorrelationScope outer) {
    if (expr instanceof BoundExpr.ColumnRef ref) {
      return column(ref, input, outer);
    } else if (expr instanceof BoundExpr.Literal literal) {
      return literal(literal.value());
    } else if (expr instanceof BoundExpr.Parameter parameter) {
      return rexBuilder.makeDynamicParam(types.of(parameter.type(), true), parameter.index());
    }
    List<RexNode> operands = new ArrayList<>();
    for (BoundExpr operand : BoundExprs.operands(expr)) {
      operands.add(convert(operand, input, outer));
    }
    if (expr instanceof BoundExpr.And) {
      return rexBuilder.makeCall(SqlStdOperatorTable.AND, flattened(operands, SqlKind.AND));
    } else if (expr instanceof BoundExpr.Or) {
      return rexBuilder.makeCall(SqlStdOperatorTable.OR, flattened(operands, SqlKind.OR));
    } else if (expr instanceof BoundExpr.Not) {
      return rexBuilder.makeCall(SqlStdOperatorTable.NOT, operands);
    } else if (expr instanceof BoundExpr.IsNull) {
      return rexBuilder.makeCall(SqlStdOperatorTable.IS_NULL, operands);
    } else if (expr instanceof BoundExpr.Call call) {
      SqlOperator standard = standardOperator(call);
      if (standard != null) {
        return rexBuilder.makeCall(standard, operands);
      }
    }
    return kernel(expr, operands);
  }

  /** Calcite expects no AND directly in an AND, and no OR in an OR. */
  private static List<RexNode> flattened(List<RexNode> operands, SqlKind kind) {
    List<RexNode> flat = new ArrayList<>();
    for (RexNode operand : operands) {
      if (operand.getKind() == kind && operand instanceof RexCall call) {
        flat.addAll(call.getOperands()); // flat itself, being made here
      } else {
        flat.add(operand);
      }
    }
    return flat;
  }

  private RexNode column(
      BoundExpr.ColumnRef ref, Converted input, @Nullable CorrelationScope outer) {
    Integer ordinal = input.ordinals().get(ref.column().id());
    if (ordinal != null) {
      return rexBuilder.makeInputRef(input.rel(), ordinal);
    }
    for (CorrelationScope scope = outer; scope != null; scope = scope.outer()) {
      Integer outerOrdinal = scope.row().ordinals().get(ref.column().id());
      if (outerOrdinal != null) {
        scope.used().add(outerOrdinal);
        return rexBuilder.makeFieldAccess(
            rexBuilder.makeCorrel(scope.row().rel().getRowType(), scope.id()), outerOrdinal);
      }
    }
    throw new IllegalStateException("No such column in scope: " + ref.column());
  }

  RexNode literal(Value value) {
    if (value instanceof Value.Bool bool) {
      return rexBuilder.makeLiteral(bool.value());
    }
    return rexBuilder.makeCall(
        types.of(value.type(), value.isNull()),
        new KernelOperator(new PhysicalExpr.Literal(value), false, true),
        List.of());
  }

  private @Nullable SqlOperator standardOperator(BoundExpr.Call call) {
    String kernel = call.function().kernel();
    if (kernel.equals("is_true")) {
      return SqlStdOperatorTable.IS_TRUE;
    } else if (kernel.equals("is_false")) {
      return SqlStdOperatorTable.IS_FALSE;
    }
    String name = Comparisons.nameOf(kernel);
    SqlOperator comparison = name == null ? null : COMPARISONS.get(name);
    if (comparison == null || call.arguments().size() != 2) {
      return null;
    }
    SqlType type = call.arguments().get(0).type();
    boolean sameTypes = type.equals(call.arguments().get(1).type());
    boolean nested = type.is(TypeKind.ARRAY) || type.is(TypeKind.STRUCT);
    return sameTypes && !nested && RelTypes.isTotallyOrdered(type, postgres) ? comparison : null;
  }

  private RexNode kernel(BoundExpr expr, List<RexNode> operands) {
    List<PhysicalExpr> places = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      places.add(new PhysicalExpr.InputRef(i, RelTypes.toSqlType(operands.get(i).getType())));
    }
    boolean anyNullable = operands.stream().anyMatch(o -> o.getType().isNullable());
    if (expr instanceof BoundExpr.Call call) {
      PhysicalExpr shape = new PhysicalExpr.Call(call.function().kernel(), places, call.type());
      return call(
          shape,
          operands,
          call.function().strict(),
          call.function().volatility() != Volatility.VOLATILE,
          anyNullable || !isTotal(call.function().kernel()));
    } else if (expr instanceof BoundExpr.Case cases) {
      return caseCall(cases, places, operands);
    } else if (expr instanceof BoundExpr.Coalesce coalesce) {
      boolean allNullable = operands.stream().allMatch(o -> o.getType().isNullable());
      return call(
          new PhysicalExpr.Coalesce(places, coalesce.type()), operands, false, true, allNullable);
    } else if (expr instanceof BoundExpr.Cast cast) {
      PhysicalExpr shape =
          new PhysicalExpr.Cast(
              places.get(0),
              cast.type(),
              cast.safe(),
              postgres,
              cast.lengthMax(),
              cast.numericPrecision(),
              cast.numericScale());
      // A cast of JSON null or of an array is NULL at times although its operand is not.
      return call(shape, operands, true, true, true);
    } else if (expr instanceof BoundExpr.InList) {
      PhysicalExpr shape = new PhysicalExpr.InList(places.get(0), places.subList(1, places.size()));
      return call(shape, operands, false, true, anyNullable);
    } else if (expr instanceof BoundExpr.NextSequenceValue next) {
      return call(
          new PhysicalExpr.NextSequenceValue(next.sequenceId()), operands, false, false, false);
    } else if (expr instanceof BoundExpr.PendingCommitTimestamp) {
      return call(new PhysicalExpr.PendingCommitTimestamp(), operands, false, true, false);
    }
    throw new IllegalStateException("subquery left in an expression");
  }

  private RexNode caseCall(
      BoundExpr.Case cases, List<PhysicalExpr> places, List<RexNode> operands) {
    List<PhysicalExpr.When> whens = new ArrayList<>();
    int last = operands.size() - 1;
    boolean nullable = operands.get(last).getType().isNullable();
    for (int i = 0; i < last; i += 2) {
      whens.add(new PhysicalExpr.When(places.get(i), places.get(i + 1)));
      nullable |= operands.get(i + 1).getType().isNullable();
    }
    return call(
        new PhysicalExpr.Case(whens, places.get(last), cases.type()),
        operands,
        false,
        true,
        nullable);
  }

  private RexNode call(
      PhysicalExpr shape,
      List<RexNode> operands,
      boolean strict,
      boolean deterministic,
      boolean nullable) {
    RelDataType type = types.of(shape.type(), nullable);
    return rexBuilder.makeCall(type, new KernelOperator(shape, strict, deterministic), operands);
  }

  /** Kernels that give a value for every combination of values. */
  private static boolean isTotal(String kernel) {
    return switch (Comparisons.nameOrKernel(kernel)) {
      case "eq",
          "ne",
          "lt",
          "le",
          "gt",
          "ge",
          "add",
          "subtract",
          "multiply",
          "negate",
          "is_distinct_from",
          "is_not_distinct_from",
          "like" ->
          true;
      default -> false;
    };
  }
}
