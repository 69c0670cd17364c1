package org.ratchetdb.planner.logical;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;
import org.ratchetdb.sqlfrontend.function.Volatility;

/** Bound expressions that the planner makes up. */
final class Expressions {
  private Expressions() {}

  static BoundExpr literal(Value value) {
    return new BoundExpr.Literal(value, -1);
  }

  static BoundExpr integer(long value) {
    return literal(new Value.Int64(value));
  }

  /** A strict, immutable kernel. */
  static BoundExpr call(String kernel, SqlType result, BoundExpr... arguments) {
    List<SqlType> types = Arrays.stream(arguments).map(BoundExpr::type).toList();
    FunctionSignature function =
        new FunctionSignature(kernel, kernel, types, result, true, Volatility.IMMUTABLE, false);
    return new BoundExpr.Call(function, List.of(arguments));
  }

  /** {@code left = right OR left IS NULL OR right IS NULL}. */
  static BoundExpr equalOrNull(BoundExpr left, BoundExpr right) {
    FunctionSignature function =
        new FunctionSignature(
            RelConverter.EQUAL_OR_NULL,
            RelConverter.EQUAL_OR_NULL,
            List.of(left.type(), right.type()),
            SqlType.BOOL,
            false,
            Volatility.IMMUTABLE,
            false);
    return new BoundExpr.Call(function, List.of(left, right));
  }

  static BoundExpr substitute(BoundExpr expr, Map<Integer, BoundExpr> definitions) {
    return BoundExprs.map(
        expr,
        e ->
            e instanceof BoundExpr.ColumnRef ref
                ? definitions.getOrDefault(ref.column().id(), e)
                : e);
  }
}
