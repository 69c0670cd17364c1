package org.ratchetdb.sqlfrontend.bind;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.NumericText;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;

/** Constants in the text, and casts. */
final class LiteralBinder {
  private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private final BindContext context;
  private final boolean positioned;

  /**
   * @param positioned whether the text is the statement's own; the text of a stored expression has
   *     no positions in it
   */
  LiteralBinder(BindContext context, boolean positioned) {
    this.context = context;
    this.positioned = positioned;
  }

  private BoundExpr.Literal literal(Value value, Expression at) {
    return new BoundExpr.Literal(value, positioned ? at.begin() : -1);
  }

  BoundExpr bind(Expression.Literal expression) {
    if (expression instanceof Expression.StringLiteral text) {
      return literal(new Value.Str(text.value()), text);
    }
    if (expression instanceof Expression.IntegerLiteral number) {
      return integer(number, false);
    }
    if (expression instanceof Expression.DecimalLiteral number) {
      return decimal(number);
    }
    if (expression instanceof Expression.BooleanLiteral bool) {
      return literal(new Value.Bool(bool.value()), bool);
    }
    if (expression instanceof Expression.BytesLiteral bytes) {
      return literal(bytes.value(), bytes);
    }
    return literal(new Value.Null(SqlType.UNKNOWN), expression);
  }

  /** The most negative INT64 or a larger number behind a minus sign; null for other numbers. */
  @Nullable BoundExpr negatedInteger(Expression.IntegerLiteral number) {
    String text = number.text();
    if (text.length() < 18) {
      return null;
    }
    return number.value().compareTo(LONG_MAX) > 0 ? integer(number, true) : null;
  }

  private BoundExpr integer(Expression.IntegerLiteral number, boolean negated) {
    String text = number.text();
    if (text.length() < 18 && text.charAt(0) != '0') {
      return literal(new Value.Int64(Long.parseLong(text)), number);
    }
    BigInteger value = negated ? number.value().negate() : number.value();
    if (value.compareTo(LONG_MIN) >= 0 && value.compareTo(LONG_MAX) <= 0) {
      Value.Int64 int64 = new Value.Int64(value.longValueExact());
      // With the sign inside, the offset would promise a literal that is not there.
      return negated ? new BoundExpr.Literal(int64, -1) : literal(int64, number);
    }
    if (context.postgres) {
      return new BoundExpr.Literal(
          new Value.PgNumeric(new BigDecimal(value)), negated || !positioned ? -1 : number.begin());
    }
    throw context.errors.error(
        ErrorCode.INVALID_ARGUMENT,
        "Invalid integer literal: " + (negated ? "-" : "") + text,
        number.begin());
  }

  private BoundExpr decimal(Expression.DecimalLiteral number) {
    if (context.postgres) {
      try {
        return literal(NumericText.parsePostgres(number.text()), number);
      } catch (DbException e) {
        throw context.errors.at(e, number.begin());
      }
    }
    double value = Double.parseDouble(number.text());
    if (Double.isInfinite(value)) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "Invalid floating point literal: " + number.text(),
          number.begin());
    }
    return literal(new Value.Float64(value), number);
  }

  /** {@code DATE '...'} and its relatives. */
  BoundExpr typed(Expression.TypedLiteral expression) {
    TypeBinder.BoundType type = context.types.bind(expression.type());
    String text = expression.literal().value();
    int position = expression.literal().begin();
    BoundExpr.Literal literal = literal(new Value.Str(text), expression.literal());
    if (context.postgres) {
      return cast(literal, type, false, position);
    }
    Value value;
    try {
      value =
          type.type().is(TypeKind.NUMERIC)
              ? new Value.Numeric(NumericText.parseStrict(text))
              : LiteralText.parse(text, type.type(), false, context.options.timeZone());
    } catch (DbException e) {
      throw context.errors.caused(
          ErrorCode.INVALID_ARGUMENT, "Invalid " + type.type() + " literal", expression.begin(), e);
    }
    if (value != null) {
      return new BoundExpr.Literal(value, literal.position());
    }
    return new BoundExpr.Cast(literal, type.type(), false, true, 0, 0, 0);
  }

  /**
   * A cast that the user wrote.
   *
   * @param operand not settled: NULL and undecided parameters take the type
   */
  BoundExpr cast(BoundExpr operand, TypeBinder.BoundType type, boolean safe, int position) {
    SqlType target = type.type();
    long length = type.lengthMax() == null ? 0 : type.lengthMax();
    boolean plain = length == 0 && type.precision() == 0;
    if (context.coercer.isUntyped(operand)) {
      boolean quoted =
          operand instanceof BoundExpr.Literal literal && literal.value() instanceof Value.Str;
      // Text stays under a cast, so that it is not taken for an untyped literal again.
      BoundExpr typed =
          quoted && target.is(TypeKind.STRING)
              ? new BoundExpr.Cast(operand, target, safe, true, length, 0, 0)
              : context.coercer.coerce(operand, target, position);
      return plain || typed instanceof BoundExpr.Cast
          ? typed
          : withModifiers(typed, type, safe, length);
    }
    if (!context.coercion.castable(operand.type(), target)) {
      throw context.errors.error(
          ErrorCode.CANNOT_COERCE,
          "Invalid cast from " + operand.type() + " to " + target,
          "cannot cast type "
              + TypeNames.postgres(operand.type())
              + " to "
              + TypeNames.postgres(target),
          position);
    }
    boolean emptyArray =
        operand.type().is(TypeKind.ARRAY)
            && operand.type().elementType().is(TypeKind.UNKNOWN)
            && target.is(TypeKind.ARRAY);
    if (emptyArray) {
      return context.coercer.coerce(operand, target, position);
    }
    if (plain && operand.type().equals(target)) {
      return operand;
    }
    return withModifiers(operand, type, safe, length);
  }

  private static BoundExpr withModifiers(
      BoundExpr operand, TypeBinder.BoundType type, boolean safe, long length) {
    return new BoundExpr.Cast(
        operand, type.type(), safe, true, length, type.precision(), type.scale());
  }

  /** A made-up literal. */
  static BoundExpr.Literal constant(Value value) {
    return new BoundExpr.Literal(value, -1);
  }
}
