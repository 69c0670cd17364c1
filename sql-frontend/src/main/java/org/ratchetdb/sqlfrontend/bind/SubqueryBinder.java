package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Query;
import org.ratchetdb.sqlfrontend.ast.Subquery;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.function.TypePattern;

/** Queries inside expressions. */
final class SubqueryBinder {
  private final ExpressionBinder binder;
  private final BindContext context;

  SubqueryBinder(ExpressionBinder binder) {
    this.binder = binder;
    this.context = binder.context;
  }

  private BoundRelation query(Query query) {
    return new QueryBinder(context, binder.scope, binder.commonTables).bindNested(query);
  }

  BoundExpr bind(Subquery subquery) {
    context.hints.function(subquery.hints());
    BoundRelation query = query(subquery.query());
    return switch (subquery.kind()) {
      case EXISTS ->
          new BoundExpr.Subquery(BoundExpr.SubqueryKind.EXISTS, null, query, SqlType.BOOL);
      case SCALAR -> {
        SqlType type = onlyColumn(query, "Scalar subquery", subquery.begin()).type();
        yield new BoundExpr.Subquery(BoundExpr.SubqueryKind.SCALAR, null, query, type);
      }
      case ARRAY -> {
        SqlType element = onlyColumn(query, "ARRAY subquery", subquery.begin()).type();
        if (element.is(TypeKind.ARRAY)) {
          throw context.errors.error(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot use array subquery with column of type "
                  + context.errors.typeName(element)
                  + " because nested arrays are not supported",
              subquery.begin());
        }
        yield new BoundExpr.Subquery(
            BoundExpr.SubqueryKind.ARRAY, null, query, SqlType.arrayOf(element));
      }
    };
  }

  private BoundColumn onlyColumn(BoundRelation query, String what, int position) {
    if (query.columns().size() != 1) {
      throw context.errors.error(
          ErrorCode.SYNTAX_ERROR,
          what
              + " cannot have more than one column unless using SELECT AS STRUCT to build STRUCT"
              + " values",
          "subquery must return only one column",
          position);
    }
    return query.columns().get(0);
  }

  /** {@code operand IN (query)}. */
  BoundExpr in(Expression operand, Query query) {
    if (operand instanceof Expression.StructConstructor) {
      throw context.errors.notSupported("IN of a row and a subquery", operand.begin());
    }
    BoundExpr left = binder.bind(operand);
    BoundRelation right = query(query);
    if (right.columns().size() != 1) {
      throw context.errors.error(
          ErrorCode.SYNTAX_ERROR,
          "Subquery of type IN must have only one output column",
          "subquery has too many columns",
          query.begin());
    }
    SqlType column = right.columns().get(0).type();
    List<BoundExpr> sides = new ArrayList<>();
    sides.add(left);
    sides.add(new BoundExpr.ColumnRef(right.columns().get(0)));
    SqlType type = context.coercer.common(sides);
    if (type == null || !TypePattern.isComparable(type)) {
      if (context.postgres) {
        throw context.errors.noOperator(
            "=", binder.argumentTypes(sides), List.of(), operand.begin());
      }
      throw context.errors.error(
          ErrorCode.UNDEFINED_FUNCTION,
          "Cannot execute IN subquery with uncomparable types " + left.type() + " and " + column,
          operand.begin());
    }
    return new BoundExpr.Subquery(
        BoundExpr.SubqueryKind.IN,
        context.coercer.coerce(left, type, operand.begin()),
        QueryBinder.retype(context, right, List.of(type), query.begin()),
        SqlType.BOOL);
  }
}
