package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.DateTimePart;
import org.ratchetdb.common.value.IntervalText;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.FunctionResolver;
import org.ratchetdb.sqlfrontend.function.FunctionTemplate;

/** What takes a date part: EXTRACT, INTERVAL, DATE_ADD, DATE_TRUNC and so on. */
final class DateTimeBinder {
  private final ExpressionBinder binder;
  private final BindContext context;

  DateTimeBinder(ExpressionBinder binder) {
    this.binder = binder;
    this.context = binder.context;
  }

  BoundExpr extract(Expression.Extract extract) {
    if (extract.part().weekday() != null) {
      throw context.errors.notSupported("WEEK(" + extract.part().weekday() + ")", extract.begin());
    }
    String part = extract.part().name().toLowerCase(Locale.ROOT);
    if (context.postgres) {
      part = postgresField(part);
    }
    List<BoundExpr> arguments = new ArrayList<>();
    arguments.add(binder.bind(extract.source()));
    if (extract.timeZone() != null) {
      arguments.add(binder.bind(extract.timeZone()));
    }
    List<FunctionTemplate> rows = context.functions.operator("extract_" + part);
    if (rows.isEmpty()) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "A valid date part name is required but found " + extract.part().name(),
          "unit \""
              + part
              + "\" not recognized for type "
              + TypeNames.postgres(arguments.get(0).type()),
          extract.part().begin());
    }
    return call("EXTRACT", rows, arguments, part, extract.begin());
  }

  private static String postgresField(String part) {
    return switch (part) {
      case "seconds", "sec" -> "second";
      case "minutes", "min" -> "minute";
      case "hours" -> "hour";
      case "days" -> "day";
      case "weeks" -> "week";
      case "months" -> "month";
      case "years" -> "year";
      case "decades" -> "decade";
      case "centuries" -> "century";
      case "millennia" -> "millennium";
      default -> part;
    };
  }

  private BoundExpr call(
      String function,
      List<FunctionTemplate> rows,
      List<BoundExpr> arguments,
      String part,
      int position) {
    FunctionResolver.Resolution resolution =
        context.functions.resolver().resolve(rows, context.coercer.arguments(arguments));
    if (resolution == null) {
      throw unsupportedPart(function, part, arguments, position);
    }
    return binder.call(resolution, arguments, position);
  }

  private DbException unsupportedPart(
      String function, String part, List<BoundExpr> arguments, int position) {
    List<SqlType> types = binder.argumentTypes(arguments);
    if (context.postgres) {
      return context.errors.functionNotFound(
          "pg_catalog." + function.toLowerCase(Locale.ROOT), types, position);
    }
    return context.errors.error(
        ErrorCode.UNDEFINED_FUNCTION,
        function
            + " from "
            + (types.isEmpty() ? "nothing" : types.get(0))
            + " does not support the "
            + part.toUpperCase(Locale.ROOT)
            + " date part",
        position);
  }

  /** An interval as a value. */
  BoundExpr interval(Expression.Interval interval) {
    if (context.postgres) {
      return postgresInterval(interval);
    }
    if (interval.from() == null) {
      throw context.errors.error(
          ErrorCode.SYNTAX_ERROR, "An INTERVAL needs a date part", interval.begin());
    }
    if (interval.to() != null) {
      return intervalRange(interval, interval.from(), interval.to());
    }
    BoundExpr fraction = fractionOfSeconds(interval);
    if (fraction != null) {
      return fraction;
    }
    String part = interval.from().name().toLowerCase(Locale.ROOT);
    List<FunctionTemplate> rows = context.functions.operator("interval_" + part);
    if (rows.isEmpty()) {
      throw invalidPart(interval.from().name(), interval.from().begin());
    }
    return call("INTERVAL", rows, List.of(count(interval)), part, interval.begin());
  }

  /** {@code INTERVAL '1-2' YEAR TO MONTH}. */
  private BoundExpr intervalRange(
      Expression.Interval interval, Expression.DatePart from, Expression.DatePart to) {
    if (!(interval.value() instanceof Expression.StringLiteral text)) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "INTERVAL with a range of date parts takes a STRING literal",
          interval.value().begin());
    }
    DateTimePart first = DateTimePart.fromGoogleName(from.name());
    DateTimePart last = DateTimePart.fromGoogleName(to.name());
    if (first == null || last == null) {
      throw invalidPart(first == null ? from.name() : to.name(), from.begin());
    }
    return parsed(text.value(), first, last, interval);
  }

  /** {@code INTERVAL '6.789' SECOND}, or null for others. */
  private @Nullable BoundExpr fractionOfSeconds(Expression.Interval interval) {
    boolean fraction =
        interval.from() != null
            && interval.from().name().equals("SECOND")
            && interval.value() instanceof Expression.StringLiteral text
            && text.value().indexOf('.') >= 0;
    if (!fraction) {
      return null;
    }
    String seconds = ((Expression.StringLiteral) interval.value()).value().strip();
    boolean negative = seconds.startsWith("-");
    String minutes = negative ? "-0:" + seconds.substring(1) : "0:" + seconds;
    return parsed(minutes, DateTimePart.MINUTE, DateTimePart.SECOND, interval);
  }

  private BoundExpr parsed(
      String text, DateTimePart from, DateTimePart to, Expression.Interval interval) {
    try {
      return LiteralBinder.constant(IntervalText.parseRange(text, from, to));
    } catch (DbException e) {
      throw context.errors.caused(ErrorCode.INVALID_ARGUMENT, e.message(), interval.begin(), e);
    }
  }

  /** {@code INTERVAL '5' DAY} counts as {@code INTERVAL 5 DAY}. */
  private BoundExpr count(Expression.Interval interval) {
    BoundExpr value = binder.bind(interval.value());
    if (value instanceof BoundExpr.Literal literal && literal.value() instanceof Value.Str text) {
      try {
        return new BoundExpr.Literal(new Value.Int64(Long.parseLong(text.value().strip())), -1);
      } catch (NumberFormatException e) {
        throw new DbException(
                ErrorCode.INVALID_ARGUMENT, "Invalid INTERVAL value '" + text.value() + "'", e)
            .at(interval.begin());
      }
    }
    return value;
  }

  private BoundExpr postgresInterval(Expression.Interval interval) {
    if (interval.precision() != null) {
      throw context.errors.notSupported("A precision of interval", interval.begin());
    }
    BoundExpr value = binder.bind(interval.value());
    if (!(value instanceof BoundExpr.Literal literal
        && literal.value() instanceof Value.Str text)) {
      throw context.errors.notSupported("INTERVAL of an expression", interval.begin());
    }
    if (interval.from() == null) {
      return context.coercer.coerce(value, SqlType.INTERVAL, interval.value().begin());
    }
    if (interval.to() != null) {
      throw context.errors.notSupported("INTERVAL with a range of fields", interval.from().begin());
    }
    // INTERVAL '5' DAY
    Value.Str withUnit =
        new Value.Str(text.value() + " " + interval.from().name().toLowerCase(Locale.ROOT));
    return context.coercer.coerce(
        new BoundExpr.Literal(withUnit, -1), SqlType.INTERVAL, interval.value().begin());
  }

  /** DATE_ADD and its relatives: the second argument is an INTERVAL of one part. */
  BoundExpr addOrSubtract(FunctionCall call, String name, List<Expression> values) {
    String function =
        switch (name) {
          case "adddate" -> "date_add";
          case "subdate" -> "date_sub";
          default -> name;
        };
    if (values.size() == 2
        && values.get(1) instanceof Expression.Interval interval
        && interval.from() != null
        && interval.to() == null) {
      return partCall(
          call,
          function,
          interval.from().name(),
          List.of(binder.bind(values.get(0)), count(interval)));
    }
    throw context.errors.error(
        ErrorCode.UNDEFINED_FUNCTION,
        "No matching signature for function "
            + function.toUpperCase(Locale.ROOT)
            + ". Supported signature: "
            + function.toUpperCase(Locale.ROOT)
            + (function.startsWith("date") ? "(DATE" : "(TIMESTAMP")
            + ", INTERVAL INT64 DATE_TIME_PART)",
        call.begin());
  }

  /** DATE_DIFF and TIMESTAMP_DIFF: the last argument is a part. */
  BoundExpr difference(FunctionCall call, String name, List<Expression> values) {
    if (values.size() != 3) {
      throw wrongArguments(call, name);
    }
    return partCall(
        call,
        name,
        part(values.get(2)),
        List.of(binder.bind(values.get(0)), binder.bind(values.get(1))));
  }

  /** DATE_TRUNC and TIMESTAMP_TRUNC: a value, a part and perhaps a zone. */
  BoundExpr truncate(FunctionCall call, String name, List<Expression> values) {
    if (values.size() < 2 || values.size() > 3) {
      throw wrongArguments(call, name);
    }
    List<BoundExpr> arguments = new ArrayList<>();
    arguments.add(binder.bind(values.get(0)));
    if (values.size() == 3) {
      arguments.add(binder.bind(values.get(2)));
    }
    return partCall(call, name, part(values.get(1)), arguments);
  }

  BoundExpr generateDateArray(FunctionCall call, List<Expression> values) {
    String part = "DAY";
    BoundExpr step = LiteralBinder.constant(new Value.Int64(1));
    if (values.size() == 3
        && values.get(2) instanceof Expression.Interval interval
        && interval.from() != null) {
      part = interval.from().name();
      step = count(interval);
    } else if (values.size() != 2) {
      throw wrongArguments(call, "generate_date_array");
    }
    return partCall(
        call,
        "generate_date_array",
        part,
        List.of(binder.bind(values.get(0)), binder.bind(values.get(1)), step));
  }

  private BoundExpr partCall(
      FunctionCall call, String function, String part, List<BoundExpr> arguments) {
    String lower = part.toLowerCase(Locale.ROOT);
    List<FunctionTemplate> rows = context.functions.operator(function + "_" + lower);
    if (rows.isEmpty()) {
      if (context.functions.operator("extract_" + lower).isEmpty()) {
        throw invalidPart(part, call.begin());
      }
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          function.toUpperCase(Locale.ROOT)
              + " does not support the "
              + part.toUpperCase(Locale.ROOT)
              + " date part",
          call.begin());
    }
    FunctionResolver.Resolution resolution =
        context.functions.resolver().resolve(rows, context.coercer.arguments(arguments));
    if (resolution == null) {
      throw context.errors.noSignature(
          function, binder.argumentTypes(arguments), rows, call.begin());
    }
    return binder.call(resolution, arguments, call.begin());
  }

  /** A bare word that names a part. */
  private String part(Expression expression) {
    String part = null;
    if (expression instanceof Expression.Name name && name.name().parts().size() == 1) {
      part = name.name().last().name();
    } else if (expression instanceof FunctionCall call
        && call.name().text().equalsIgnoreCase("week")) {
      throw context.errors.notSupported("WEEK with a weekday", call.begin());
    }
    if (part == null) {
      throw invalidPart(null, expression.begin());
    }
    return part;
  }

  private DbException invalidPart(@Nullable String part, int position) {
    return context.errors.error(
        ErrorCode.INVALID_ARGUMENT,
        part == null
            ? "A valid date part name is required"
            : "A valid date part name is required but found " + part,
        position);
  }

  private DbException wrongArguments(FunctionCall call, String name) {
    return context.errors.error(
        ErrorCode.UNDEFINED_FUNCTION,
        "Number of arguments does not match for function " + name.toUpperCase(Locale.ROOT),
        call.begin());
  }
}
