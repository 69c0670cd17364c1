package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.sqlfrontend.ast.BinaryOperator;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.TypePattern;

/** Comparisons, arithmetic, IN, BETWEEN, LIKE and subscripts. */
final class OperatorBinder {
  private final ExpressionBinder binder;
  private final BindContext context;

  OperatorBinder(ExpressionBinder binder) {
    this.binder = binder;
    this.context = binder.context;
  }

  BoundExpr binary(Expression.Binary binary) {
    BinaryOperator operator = binary.operator();
    int position = binary.operatorOffset();
    if (operator.isComparison()) {
      if (binary.left() instanceof Expression.StructConstructor left
          && binary.right() instanceof Expression.StructConstructor right) {
        return compareRows(operator, left, right, position);
      }
      return compare(
          name(operator),
          sign(operator),
          binder.bind(binary.left()),
          binder.bind(binary.right()),
          context.postgres ? position : binary.begin());
    }
    BoundExpr left = binder.bind(binary.left());
    BoundExpr right = binder.bind(binary.right());
    int at = context.postgres ? position : binary.begin();
    return switch (operator) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE -> {
        refuseNull(operator, binary.left());
        refuseNull(operator, binary.right());
        yield binder.callOperator(name(operator), sign(operator), List.of(left, right), at);
      }
      case MODULO, POWER, BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT ->
          binder.callOperator(name(operator), sign(operator), List.of(left, right), at);
      case CONCAT -> concat(left, right, at);
      case REGEX_MATCH -> call("pg_regex_match", "~", left, right, at);
      case REGEX_MATCH_IGNORE_CASE -> call("pg_regex_imatch", "~*", left, right, at);
      case REGEX_NO_MATCH -> new BoundExpr.Not(call("pg_regex_match", "!~", left, right, at));
      case REGEX_NO_MATCH_IGNORE_CASE ->
          new BoundExpr.Not(call("pg_regex_imatch", "!~*", left, right, at));
      case CONTAINS -> arrays("pg_array_contains", "@>", left, right, at);
      case CONTAINED_BY -> arrays("pg_array_contains", "<@", right, left, at);
      case OVERLAPS -> arrays("pg_array_overlaps", "&&", left, right, at);
      default -> throw context.errors.notSupported("Operator " + operator.sign(), at);
    };
  }

  /** GoogleSQL: a NULL that is written beside an operator is a mistake. */
  private void refuseNull(BinaryOperator operator, Expression operand) {
    if (!context.postgres && operand instanceof Expression.NullLiteral) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "Operands of " + operator.sign() + " cannot be literal NULL",
          operand.begin());
    }
  }

  private BoundExpr call(String name, String sign, BoundExpr left, BoundExpr right, int position) {
    return binder.callOperator(name, sign, List.of(left, right), position);
  }

  private BoundExpr arrays(
      String name, String sign, BoundExpr left, BoundExpr right, int position) {
    if (left.type().is(TypeKind.PG_JSONB) || right.type().is(TypeKind.PG_JSONB)) {
      throw context.errors.notSupported("Operator " + sign + " of jsonb", position);
    }
    return call(name, sign, left, right, position);
  }

  private static String name(BinaryOperator operator) {
    return switch (operator) {
      case EQUAL -> "eq";
      case NOT_EQUAL -> "ne";
      case LESS -> "lt";
      case LESS_EQUAL -> "le";
      case GREATER -> "gt";
      case GREATER_EQUAL -> "ge";
      case ADD -> "add";
      case SUBTRACT -> "subtract";
      case MULTIPLY -> "multiply";
      case DIVIDE -> "divide";
      case MODULO -> "modulo";
      case POWER -> "power";
      case BIT_AND -> "bit_and";
      case BIT_OR -> "bit_or";
      case BIT_XOR -> "bit_xor";
      case SHIFT_LEFT -> "shift_left";
      case SHIFT_RIGHT -> "shift_right";
      default -> throw new IllegalArgumentException(operator.name());
    };
  }

  private String sign(BinaryOperator operator) {
    if (context.postgres) {
      return operator.sign();
    }
    return operator == BinaryOperator.NOT_EQUAL
        ? "!="
        : operator == BinaryOperator.BIT_XOR ? "^" : operator.sign();
  }

  /** In PostgreSQL text takes anything but arrays and bytes beside it. */
  private BoundExpr concat(BoundExpr left, BoundExpr right, int position) {
    BoundExpr a = left;
    BoundExpr b = right;
    if (context.postgres) {
      boolean text =
          (a.type().is(TypeKind.STRING) || b.type().is(TypeKind.STRING))
              && isTextLike(a.type())
              && isTextLike(b.type());
      if (text) {
        a = asText(a, position);
        b = asText(b, position);
      }
    }
    return call("concat", "||", a, b, position);
  }

  private static boolean isTextLike(SqlType type) {
    return switch (type.kind()) {
      case ARRAY, STRUCT, BYTES, PG_JSONB -> false;
      default -> true;
    };
  }

  private BoundExpr asText(BoundExpr expr, int position) {
    return context.coercer.isUntyped(expr)
        ? context.coercer.coerce(expr, SqlType.STRING, position)
        : expr.type().is(TypeKind.STRING) ? expr : BoundExpr.Cast.implicit(expr, SqlType.STRING);
  }

  /** Compares two values after finding one type for both. */
  BoundExpr compare(String name, String sign, BoundExpr left, BoundExpr right, int position) {
    SqlType type;
    if (left instanceof BoundExpr.ColumnRef
        && !context.coercer.isUntyped(right)
        && left.type().equals(right.type())) {
      type = left.type();
    } else {
      type = context.coercer.common(List.of(left, right));
    }
    boolean equality = name.equals("eq") || name.equals("ne") || name.startsWith("is_");
    if (type == null
        || !(equality ? TypePattern.isComparable(type) : TypePattern.isOrderable(type))) {
      throw context.errors.noOperator(
          sign,
          binder.argumentTypes(List.of(left, right)),
          context.functions.operator(name),
          position);
    }
    return new BoundExpr.Call(
        context.functions.comparison(name, type),
        List.of(
            context.coercer.coerce(left, type, position),
            context.coercer.coerce(right, type, position)));
  }

  BoundExpr isDistinctFrom(Expression.IsDistinctFrom distinct) {
    if (!context.postgres) {
      throw context.errors.notSupported("IS DISTINCT FROM", distinct.begin());
    }
    return compare(
        distinct.negated() ? "is_not_distinct_from" : "is_distinct_from",
        "IS DISTINCT FROM",
        binder.bind(distinct.left()),
        binder.bind(distinct.right()),
        distinct.begin());
  }

  /** Rows compare field by field; an order is that of the first fields that differ. */
  private BoundExpr compareRows(
      BinaryOperator operator,
      Expression.StructConstructor left,
      Expression.StructConstructor right,
      int position) {
    checkSameSize(left, right, position);
    List<BoundExpr> a = rowValues(left);
    List<BoundExpr> b = rowValues(right);
    if (operator == BinaryOperator.EQUAL || operator == BinaryOperator.NOT_EQUAL) {
      BoundExpr equal = rowsEqual(a, b, position);
      return operator == BinaryOperator.EQUAL ? equal : new BoundExpr.Not(equal);
    }
    if (!context.postgres) {
      throw context.errors.error(
          ErrorCode.UNDEFINED_FUNCTION,
          "Comparison with " + operator.sign() + " is not defined for STRUCT values",
          position);
    }
    String strict =
        operator == BinaryOperator.LESS || operator == BinaryOperator.LESS_EQUAL ? "lt" : "gt";
    List<BoundExpr> alternatives = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      boolean last = i == a.size() - 1;
      List<BoundExpr> all = new ArrayList<>();
      for (int j = 0; j < i; j++) {
        all.add(compare("eq", "=", a.get(j), b.get(j), position));
      }
      all.add(
          compare(last ? name(operator) : strict, operator.sign(), a.get(i), b.get(i), position));
      alternatives.add(all.size() == 1 ? all.get(0) : new BoundExpr.And(all));
    }
    return alternatives.size() == 1 ? alternatives.get(0) : new BoundExpr.Or(alternatives);
  }

  private void checkSameSize(
      Expression.StructConstructor left, Expression.StructConstructor right, int position) {
    if (left.items().size() != right.items().size()) {
      throw context.errors.error(
          ErrorCode.SYNTAX_ERROR,
          "Structs with different numbers of fields cannot be compared",
          "unequal number of entries in row expressions",
          position);
    }
  }

  private List<BoundExpr> rowValues(Expression.StructConstructor row) {
    List<BoundExpr> values = new ArrayList<>();
    for (Expression.StructItem item : row.items()) {
      values.add(binder.bind(item.value()));
    }
    return values;
  }

  private BoundExpr rowsEqual(List<BoundExpr> a, List<BoundExpr> b, int position) {
    List<BoundExpr> all = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      all.add(compare("eq", "=", a.get(i), b.get(i), position));
    }
    return all.size() == 1 ? all.get(0) : new BoundExpr.And(all);
  }

  BoundExpr between(Expression.Between between) {
    long before = context.expressions();
    BoundExpr operand = binder.bind(between.operand());
    BoundExpr low = binder.bind(between.low());
    BoundExpr high = binder.bind(between.high());
    int position = between.begin();
    context.countAgain(before, position);
    BoundExpr inside = range(operand, low, high, position);
    if (between.symmetric()) {
      context.countAgain(before, position);
      inside = new BoundExpr.Or(List.of(inside, range(operand, high, low, position)));
    }
    return between.negated() ? new BoundExpr.Not(inside) : inside;
  }

  private BoundExpr range(BoundExpr operand, BoundExpr low, BoundExpr high, int position) {
    return new BoundExpr.And(
        List.of(
            compare("ge", "BETWEEN", operand, low, position),
            compare("le", "BETWEEN", operand, high, position)));
  }

  BoundExpr like(Expression.Like like) {
    if (like.quantifier() != null) {
      throw context.errors.notSupported("LIKE " + like.quantifier(), like.begin());
    }
    if (like.kind() == Expression.LikeKind.SIMILAR) {
      throw context.errors.notSupported("SIMILAR TO", like.begin());
    }
    BoundExpr operand = binder.bind(like.operand());
    BoundExpr pattern = binder.bind(like.pattern());
    boolean ignoreCase = like.kind() == Expression.LikeKind.ILIKE;
    String sign = ignoreCase ? "~~*" : context.postgres ? "~~" : "LIKE";
    BoundExpr match;
    if (like.escape() == null) {
      match =
          binder.callOperator(
              ignoreCase ? "pg_ilike" : "like", sign, List.of(operand, pattern), like.begin());
    } else {
      if (!context.postgres) {
        throw context.errors.notSupported("LIKE with ESCAPE", like.escape().begin());
      }
      match =
          binder.callOperator(
              ignoreCase ? "pg_ilike_escape" : "pg_like_escape",
              sign,
              List.of(operand, pattern, binder.bind(like.escape())),
              like.begin());
    }
    return like.negated() ? new BoundExpr.Not(match) : match;
  }

  BoundExpr in(Expression.In in) {
    context.hints.function(in.hints());
    BoundExpr result;
    if (in.source() instanceof Expression.InList list) {
      result = inList(in.operand(), list.items(), in.begin());
    } else if (in.source() instanceof Expression.InQuery query) {
      result = new SubqueryBinder(binder).in(in.operand(), query.query());
    } else {
      Expression.InArray array = (Expression.InArray) in.source();
      result =
          binder.callOperator(
              "in_array",
              "IN UNNEST",
              List.of(binder.bind(in.operand()), binder.bind(array.array())),
              in.begin());
    }
    return in.negated() ? new BoundExpr.Not(result) : result;
  }

  private BoundExpr inList(Expression operand, List<Expression> items, int position) {
    if (operand instanceof Expression.StructConstructor row) {
      return rowInList(row, items, position);
    }
    List<BoundExpr> all = new ArrayList<>(items.size() + 1);
    all.add(binder.bind(operand));
    for (Expression item : items) {
      all.add(binder.bind(item));
    }
    SqlType type = context.coercer.common(all);
    if (type == null || !TypePattern.isComparable(type)) {
      throw noInSignature(all, position);
    }
    for (int i = 0; i < all.size(); i++) {
      int at = i == 0 ? position : items.get(i - 1).begin();
      all.set(i, context.coercer.coerce(all.get(i), type, at));
    }
    return new BoundExpr.InList(all.get(0), all.subList(1, all.size()));
  }

  private RuntimeException noInSignature(List<BoundExpr> all, int position) {
    List<SqlType> types = binder.argumentTypes(all);
    if (context.postgres) {
      for (int i = 1; i < all.size(); i++) {
        if (context.coercer.common(List.of(all.get(0), all.get(i))) == null) {
          return context.errors.noOperator(
              "=", List.of(types.get(0), types.get(i)), List.of(), position);
        }
      }
      return context.errors.noOperator("=", types.subList(0, 2), List.of(), position);
    }
    List<String> rest = new ArrayList<>();
    for (SqlType type : types.subList(1, types.size())) {
      rest.add(type.toString());
    }
    return context.errors.error(
        ErrorCode.UNDEFINED_FUNCTION,
        "No matching signature for operator IN for argument types "
            + types.get(0)
            + " and {"
            + String.join(", ", rest)
            + "}",
        position);
  }

  private BoundExpr rowInList(
      Expression.StructConstructor row, List<Expression> items, int position) {
    List<BoundExpr> operand = rowValues(row);
    List<BoundExpr> alternatives = new ArrayList<>();
    for (Expression item : items) {
      if (!(item instanceof Expression.StructConstructor other)) {
        throw context.errors.notSupported("IN of a row and a value", item.begin());
      }
      checkSameSize(row, other, position);
      alternatives.add(rowsEqual(operand, rowValues(other), position));
    }
    return alternatives.size() == 1 ? alternatives.get(0) : new BoundExpr.Or(alternatives);
  }

  /** {@code x = ANY (...)} and its relatives. */
  BoundExpr quantified(Expression.QuantifiedComparison comparison) {
    BinaryOperator operator = comparison.operator();
    boolean any = comparison.quantifier() == Expression.Quantifier.ANY;
    int position = comparison.begin();
    if (comparison.source() instanceof Expression.InQuery query) {
      if (operator == BinaryOperator.EQUAL && any) {
        return new SubqueryBinder(binder).in(comparison.left(), query.query());
      }
      if (operator == BinaryOperator.NOT_EQUAL && !any) {
        return new BoundExpr.Not(new SubqueryBinder(binder).in(comparison.left(), query.query()));
      }
      throw context.errors.notSupported(
          operator.sign() + " " + comparison.quantifier() + " of a subquery", position);
    }
    if (!operator.isComparison()) {
      throw context.errors.notSupported(
          "Operator " + operator.sign() + " with " + comparison.quantifier(), position);
    }
    if (comparison.source() instanceof Expression.InList list) {
      return quantifiedList(comparison, list.items(), operator, any);
    }
    Expression array = ((Expression.InArray) comparison.source()).array();
    boolean listed =
        array instanceof Expression.ArrayConstructor constructor
            && constructor.type() == null
            && !constructor.elements().isEmpty();
    if (listed && any && operator == BinaryOperator.EQUAL) {
      return inList(comparison.left(), ((Expression.ArrayConstructor) array).elements(), position);
    }
    BoundExpr left = binder.bind(comparison.left());
    BoundExpr right = binder.bind(array);
    if (context.coercer.isUntyped(right) && !context.coercer.isUntyped(left)) {
      right = context.coercer.coerce(right, SqlType.arrayOf(left.type()), array.begin());
    }
    return binder.callOperator(
        (any ? "any_" : "all_") + name(operator),
        operator.sign() + " " + comparison.quantifier(),
        List.of(left, right),
        position);
  }

  private BoundExpr quantifiedList(
      Expression.QuantifiedComparison comparison,
      List<Expression> items,
      BinaryOperator operator,
      boolean any) {
    List<BoundExpr> comparisons = new ArrayList<>();
    for (Expression item : items) {
      comparisons.add(
          compare(
              name(operator),
              sign(operator),
              binder.bind(comparison.left()),
              binder.bind(item),
              comparison.begin()));
    }
    if (comparisons.size() == 1) {
      return comparisons.get(0);
    }
    return any ? new BoundExpr.Or(comparisons) : new BoundExpr.And(comparisons);
  }

  BoundExpr subscript(Expression.Subscript subscript) {
    BoundExpr operand = binder.bind(subscript.operand());
    BoundExpr index = binder.bind(subscript.index());
    if (!operand.type().is(TypeKind.ARRAY)) {
      if (operand.type().is(TypeKind.JSON) || operand.type().is(TypeKind.PG_JSONB)) {
        throw context.errors.notSupported("Access to JSON elements", subscript.begin());
      }
      throw context.errors.error(
          ErrorCode.DATATYPE_MISMATCH,
          "Element access using [] is not supported on values of type " + operand.type(),
          "cannot subscript type "
              + TypeNames.postgres(operand.type())
              + " because it does not support subscripting",
          subscript.begin());
    }
    String kernel =
        switch (subscript.kind()) {
          case PLAIN -> context.postgres ? "pg_array_at" : "";
          case OFFSET -> "array_at_offset";
          case SAFE_OFFSET -> "array_safe_at_offset";
          case ORDINAL -> "array_at_ordinal";
          case SAFE_ORDINAL -> "array_safe_at_ordinal";
        };
    if (kernel.isEmpty()) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "Array element access with array[position] is not supported. Use"
              + " array[OFFSET(zero_based_offset)] or array[ORDINAL(one_based_ordinal)]",
          subscript.index().begin());
    }
    return binder.callOperator(kernel, "[]", List.of(operand, index), subscript.begin());
  }
}
