package org.ratchetdb.sqlfrontend.bind;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.Argument;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;

/**
 * Turns bound expressions into other types: literals become literals of the other type, undecided
 * parameters are decided, everything else gets a {@link BoundExpr.Cast}.
 */
final class Coercer {
  private final BindContext context;

  Coercer(BindContext context) {
    this.context = context;
  }

  /** What overload resolution may know of an expression. */
  Argument argument(BoundExpr expr) {
    if (expr instanceof BoundExpr.ColumnRef || expr instanceof BoundExpr.Cast) {
      return Argument.expression(expr.type());
    }
    if (expr instanceof BoundExpr.Literal literal) {
      return new Argument(literal.type(), literalOrigin(literal));
    }
    if (expr instanceof BoundExpr.Parameter parameter) {
      SqlType type = parameter.type();
      if (type.is(TypeKind.UNKNOWN)) {
        type = context.parameters.typeOf(parameter);
      }
      return new Argument(
          type, type.is(TypeKind.UNKNOWN) ? Argument.Origin.UNTYPED : Argument.Origin.PARAMETER);
    }
    if (negatedLiteral(expr) != null) {
      return new Argument(expr.type(), Argument.Origin.LITERAL);
    }
    return Argument.expression(expr.type());
  }

  List<Argument> arguments(List<BoundExpr> exprs) {
    List<Argument> arguments = new ArrayList<>(exprs.size());
    for (BoundExpr expr : exprs) {
      arguments.add(argument(expr));
    }
    return arguments;
  }

  /** PostgreSQL's quoted literals have no type until something gives them one. */
  private Argument.Origin literalOrigin(BoundExpr.Literal literal) {
    boolean untyped =
        literal.type().is(TypeKind.UNKNOWN)
            || (context.postgres && literal.value() instanceof Value.Str);
    return untyped ? Argument.Origin.UNTYPED : Argument.Origin.LITERAL;
  }

  /** The literal behind a minus sign, or null. */
  private static BoundExpr.@Nullable Literal negatedLiteral(BoundExpr expr) {
    return expr instanceof BoundExpr.Call call
            && call.function().kernel().equals("negate")
            && call.arguments().get(0) instanceof BoundExpr.Literal literal
            && !literal.value().isNull()
        ? literal
        : null;
  }

  boolean isUntyped(BoundExpr expr) {
    return argument(expr).origin() == Argument.Origin.UNTYPED;
  }

  /**
   * The expression as that type.
   *
   * @param target a type that the expression coerces to
   * @param position for the error of a literal that does not fit
   */
  BoundExpr coerce(BoundExpr expr, SqlType target, int position) {
    if (expr instanceof BoundExpr.Literal literal) {
      return coerceLiteral(literal, target, position);
    }
    if (expr instanceof BoundExpr.Parameter parameter) {
      return coerceParameter(parameter, target);
    }
    if (expr.type().equals(target)) {
      return expr;
    }
    BoundExpr.Literal negated = negatedLiteral(expr);
    if (negated != null && target.isNumeric()) {
      FunctionSignature negate = ((BoundExpr.Call) expr).function();
      BoundExpr inner = coerce(negated, target, position);
      return new BoundExpr.Call(
          new FunctionSignature(
              negate.name(),
              negate.kernel(),
              List.of(target),
              target,
              negate.strict(),
              negate.volatility(),
              false),
          List.of(inner));
    }
    if (target.is(TypeKind.ARRAY)
        && expr instanceof BoundExpr.Call call
        && call.function().kernel().equals("make_array")) {
      return coerceArray(call, target, position);
    }
    return BoundExpr.Cast.implicit(expr, target);
  }

  private BoundExpr coerceArray(BoundExpr.Call call, SqlType target, int position) {
    SqlType element = target.elementType();
    List<BoundExpr> elements = new ArrayList<>();
    List<SqlType> types = new ArrayList<>();
    for (BoundExpr argument : call.arguments()) {
      elements.add(coerce(argument, element, position));
      types.add(element);
    }
    FunctionSignature f = call.function();
    return new BoundExpr.Call(
        new FunctionSignature(
            f.name(), f.kernel(), types, target, f.strict(), f.volatility(), false),
        elements);
  }

  private BoundExpr coerceParameter(BoundExpr.Parameter parameter, SqlType target) {
    if (!parameter.type().is(TypeKind.UNKNOWN)) {
      return parameter.type().equals(target)
          ? parameter
          : BoundExpr.Cast.implicit(parameter, target);
    }
    BoundExpr.Parameter decided = context.parameters.decide(parameter, target);
    if (decided.type().equals(target)) {
      return decided;
    }
    if (!context.coercion.assignable(argument(decided), target)) {
      throw context.parameters.conflict(decided, target);
    }
    return BoundExpr.Cast.implicit(decided, target);
  }

  private BoundExpr coerceLiteral(BoundExpr.Literal literal, SqlType target, int position) {
    Value value = literal.value();
    if (literal.type().equals(target)) {
      return literal;
    }
    if (value.isNull()) {
      return new BoundExpr.Literal(new Value.Null(target), literal.position());
    }
    Value converted = convert(value, target, position >= 0 ? position : literal.position());
    return converted == null
        ? BoundExpr.Cast.implicit(literal, target)
        : new BoundExpr.Literal(converted, literal.position());
  }

  /** The value as that type; null when it takes code that is not here. */
  private @Nullable Value convert(Value value, SqlType target, int position) {
    if (value instanceof Value.Str text) {
      try {
        return LiteralText.parse(
            text.value(), target, context.postgres, context.options.timeZone());
      } catch (DbException e) {
        if (context.postgres) {
          throw context.errors.at(e, position);
        }
        throw context.errors.caused(
            ErrorCode.INVALID_ARGUMENT,
            "Could not cast literal \"" + text.value() + "\" to type " + target,
            position,
            e);
      }
    }
    if (value instanceof Value.Int64 number) {
      return switch (target.kind()) {
        case FLOAT64 -> new Value.Float64((double) number.value());
        case FLOAT32 -> new Value.Float32((float) number.value());
        case NUMERIC -> new Value.Numeric(BigDecimal.valueOf(number.value()));
        case PG_NUMERIC -> new Value.PgNumeric(BigDecimal.valueOf(number.value()));
        default -> null;
      };
    }
    if (value instanceof Value.Float64 number) {
      return switch (target.kind()) {
        case FLOAT32 -> new Value.Float32((float) number.value());
        // The shortest text of the double is what was written, up to 17 digits.
        case NUMERIC ->
            Double.isFinite(number.value()) && Math.abs(number.value()) < 1e28
                ? new Value.Numeric(
                    new BigDecimal(Double.toString(number.value()))
                        .setScale(9, java.math.RoundingMode.HALF_UP))
                : null;
        default -> null;
      };
    }
    if (value instanceof Value.PgNumeric number && number.value() != null) {
      return switch (target.kind()) {
        case FLOAT64 -> new Value.Float64(number.value().doubleValue());
        case FLOAT32 -> new Value.Float32(number.value().floatValue());
        default -> null;
      };
    }
    if (value instanceof Value.Array array
        && array.elements().isEmpty()
        && target.is(TypeKind.ARRAY)) {
      return new Value.Array(target, List.of());
    }
    return null;
  }

  /**
   * Gives a type to what has none and stands where any type will do: NULL and empty arrays are of
   * INT64 (text in PostgreSQL), a quoted literal is text, a parameter waits for another place.
   */
  BoundExpr settle(BoundExpr expr, int position) {
    if (expr.type().is(TypeKind.ARRAY) && expr.type().elementType().is(TypeKind.UNKNOWN)) {
      SqlType element = context.postgres ? SqlType.STRING : SqlType.INT64;
      return coerce(expr, SqlType.arrayOf(element), position);
    }
    if (!expr.type().is(TypeKind.UNKNOWN)) {
      return expr;
    }
    if (expr instanceof BoundExpr.Parameter parameter) {
      SqlType known = context.parameters.typeOf(parameter);
      if (!known.is(TypeKind.UNKNOWN)) {
        return new BoundExpr.Parameter(parameter.index(), known);
      }
      context.parameters.leaveUndecided(parameter, position);
      return parameter;
    }
    return coerce(expr, context.postgres ? SqlType.STRING : SqlType.INT64, position);
  }

  /**
   * One type for all, or null. Values without a type decide nothing; when there are only such, the
   * result is the default type.
   */
  @Nullable SqlType common(List<BoundExpr> exprs) {
    SqlType common = context.coercion.common(arguments(exprs));
    if (common != null && common.is(TypeKind.UNKNOWN)) {
      boolean anyLiteral = false;
      for (BoundExpr expr : exprs) {
        anyLiteral |= expr instanceof BoundExpr.Literal;
      }
      return context.postgres || !anyLiteral ? SqlType.STRING : SqlType.INT64;
    }
    return common;
  }
}
