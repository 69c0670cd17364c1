package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.FunctionResolver;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;
import org.ratchetdb.sqlfrontend.function.FunctionTemplate;

/** Calls: functions with syntax or types of their own, those of the tables, aggregates. */
final class FunctionBinder {
  /** Functions of the dialects that are known and not there. */
  private static final Set<String> KNOWN =
      Set.of(
          "approx_cosine_distance",
          "approx_dot_product",
          "approx_euclidean_distance",
          "array_filter",
          "array_transform",
          "cosine_distance",
          "dot_product",
          "error",
          "euclidean_distance",
          "format",
          "get_internal_sequence_state",
          "get_table_column_identity_state",
          "json_array",
          "json_array_append",
          "json_array_insert",
          "json_contains",
          "json_keys",
          "json_object",
          "json_query",
          "json_query_array",
          "json_remove",
          "json_set",
          "json_strip_nulls",
          "json_type",
          "json_value",
          "json_value_array",
          "lax_bool",
          "lax_float64",
          "lax_int64",
          "lax_string",
          "make_interval",
          "normalize",
          "normalize_and_casefold",
          "replace_fields",
          "score",
          "search",
          "search_ngrams",
          "search_substring",
          "snippet",
          "to_json",
          "token",
          "tokenize_fulltext",
          "tokenize_ngrams",
          "tokenize_number",
          "tokenize_substring",
          "zstd_compress",
          "zstd_decompress_to_bytes",
          "zstd_decompress_to_string",
          "generate_series",
          "jsonb_array_elements",
          "jsonb_build_array",
          "jsonb_build_object",
          "jsonb_insert",
          "jsonb_object_keys",
          "jsonb_set",
          "jsonb_strip_nulls",
          "jsonb_typeof",
          "to_jsonb",
          "to_number",
          "overlay",
          "age",
          "row_number",
          "rank",
          "dense_rank",
          "ntile",
          "lag",
          "lead",
          "first_value",
          "last_value",
          "nth_value",
          "percent_rank",
          "cume_dist");

  private final ExpressionBinder binder;
  private final BindContext context;
  private final boolean positioned;
  private @Nullable DateTimeBinder dates;

  FunctionBinder(ExpressionBinder binder, boolean positioned) {
    this.binder = binder;
    this.context = binder.context;
    this.positioned = positioned;
  }

  DateTimeBinder dates() {
    if (dates == null) {
      dates = new DateTimeBinder(binder);
    }
    return dates;
  }

  BoundExpr bind(FunctionCall call) {
    String name = name(call);
    if (call.over() != null) {
      throw context.errors.notSupported("A window function", call.begin());
    }
    if (call.safe()) {
      return safe(call, name);
    }
    if (!call.hints().isEmpty()) {
      context.hints.function(call.hints());
    }
    if (call.star()) {
      return star(call, name);
    }
    BoundExpr special = special(call, name);
    if (special != null) {
      return special;
    }
    List<FunctionTemplate> candidates = context.functions.function(name);
    if (candidates.isEmpty()) {
      throw unknown(call, name);
    }
    if (candidates.get(0).aggregate()) {
      return new AggregateBinder(binder).bind(call, name, candidates);
    }
    if (call.hasAggregateClause()) {
      throw context.errors.error(
          ErrorCode.WRONG_OBJECT_TYPE,
          "Non-aggregate function "
              + name.toUpperCase(Locale.ROOT)
              + " cannot be called with the clauses of an aggregate",
          "Clauses of an aggregate specified, but " + name + " is not an aggregate function",
          call.begin());
    }
    return scalar(name, candidates, binder.bindAll(values(call)), call.begin());
  }

  /**
   * {@code SAFE.f(...)}: the kernel named with {@code safe:} before it, which gives NULL where the
   * function fails.
   */
  private BoundExpr safe(FunctionCall call, String name) {
    FunctionCall plain =
        new FunctionCall(
            call.name(),
            false,
            call.arguments(),
            call.star(),
            call.distinct(),
            call.nullHandling(),
            call.having(),
            call.orderBy(),
            call.limit(),
            call.filter(),
            call.withinGroup(),
            call.over(),
            call.hints(),
            call.span());
    boolean aggregate =
        call.star()
            || (!context.functions.function(name).isEmpty()
                && context.functions.function(name).get(0).aggregate());
    if (!aggregate && bind(plain) instanceof BoundExpr.Call bound) {
      FunctionSignature f = bound.function();
      return new BoundExpr.Call(
          new FunctionSignature(
              f.name(),
              "safe:" + f.kernel(),
              f.argumentTypes(),
              f.result(),
              f.strict(),
              f.volatility(),
              false),
          bound.arguments());
    }
    throw context.errors.error(
        ErrorCode.INVALID_ARGUMENT,
        "Function " + name.toUpperCase(Locale.ROOT) + " does not support SAFE error mode",
        call.begin());
  }

  /** A function of the table by its arguments. */
  private BoundExpr scalar(
      String name, List<FunctionTemplate> candidates, List<BoundExpr> arguments, int position) {
    FunctionResolver.Resolution resolution =
        context.functions.resolver().resolve(candidates, context.coercer.arguments(arguments));
    if (resolution == null) {
      throw context.errors.noSignature(name, binder.argumentTypes(arguments), candidates, position);
    }
    return binder.call(resolution, arguments, position);
  }

  /** Lower case, without the schema of PostgreSQL's own functions. */
  private String name(FunctionCall call) {
    String name = call.name().text().toLowerCase(Locale.ROOT);
    return context.postgres && name.startsWith("pg_catalog.")
        ? name.substring("pg_catalog.".length())
        : name;
  }

  private RuntimeException unknown(FunctionCall call, String name) {
    boolean own = name.startsWith("spanner.") || name.startsWith("net.");
    if (own || KNOWN.contains(name)) {
      return context.errors.notSupported(
          "Function " + (context.postgres ? name : name.toUpperCase(Locale.ROOT)), call.begin());
    }
    List<SqlType> types = List.of();
    if (context.postgres) {
      types = binder.argumentTypes(binder.bindAll(values(call)));
    }
    return context.errors.functionNotFound(call.name().text(), types, call.begin());
  }

  private List<Expression> values(FunctionCall call) {
    List<Expression> values = new ArrayList<>(call.arguments().size());
    for (FunctionCall.Argument argument : call.arguments()) {
      if (argument.name() != null) {
        throw context.errors.notSupported(
            "The named argument " + argument.name().name(), argument.begin());
      }
      if (argument.variadic()) {
        throw context.errors.notSupported("VARIADIC", argument.begin());
      }
      values.add(argument.value());
    }
    return values;
  }

  private BoundExpr star(FunctionCall call, String name) {
    if (!name.equals("count")) {
      throw context.errors.error(
          ErrorCode.WRONG_OBJECT_TYPE,
          "Argument * can only be used in COUNT(*)",
          name + "(*) specified, but " + name + " is not an aggregate function",
          call.begin());
    }
    if (call.distinct()) {
      throw context.errors.error(
          ErrorCode.SYNTAX_ERROR, "COUNT(*) cannot be used with DISTINCT", call.begin());
    }
    return new AggregateBinder(binder).countStar(call);
  }

  /** Functions that the tables cannot describe; null for the others. */
  private @Nullable BoundExpr special(FunctionCall call, String name) {
    BoundExpr common = conditional(call, name);
    if (common != null) {
      return common;
    }
    return context.postgres ? postgresSpecial(call, name) : googleSpecial(call, name);
  }

  private @Nullable BoundExpr conditional(FunctionCall call, String name) {
    switch (name) {
      case "coalesce", "ifnull" -> {
        boolean two = name.equals("ifnull");
        if (two && context.postgres) {
          return null;
        }
        checkCount(call, name, two ? 2 : 1, two ? 2 : Integer.MAX_VALUE);
        List<BoundExpr> operands = binder.bindAll(values(call));
        SqlType type = binder.unify(operands, name.toUpperCase(Locale.ROOT), call.begin());
        return operands.size() == 1 ? operands.get(0) : new BoundExpr.Coalesce(operands, type);
      }
      case "nullif" -> {
        checkCount(call, name, 2, 2);
        return nullIf(call);
      }
      case "if" -> {
        if (context.postgres) {
          return null;
        }
        checkCount(call, name, 3, 3);
        List<Expression> values = values(call);
        BoundExpr condition = binder.bindCondition(values.get(0), "IF condition");
        List<BoundExpr> results = binder.bindAll(values.subList(1, 3));
        SqlType type = binder.unify(results, "IF", call.begin());
        return new BoundExpr.Case(
            List.of(new BoundExpr.When(condition, results.get(0))), results.get(1), type);
      }
      default -> {
        return null;
      }
    }
  }

  private BoundExpr nullIf(FunctionCall call) {
    long before = context.expressions();
    List<BoundExpr> operands = binder.bindAll(values(call));
    context.countAgain(before, call.begin());
    BoundExpr equal =
        binder.operators().compare("eq", "=", operands.get(0), operands.get(1), call.begin());
    BoundExpr value;
    if (context.postgres && !context.coercer.isUntyped(operands.get(0))) {
      value = operands.get(0);
    } else {
      // The type that the comparison has found.
      value = ((BoundExpr.Call) equal).arguments().get(0);
    }
    return new BoundExpr.Case(
        List.of(new BoundExpr.When(equal, LiteralBinder.constant(new Value.Null(value.type())))),
        value,
        value.type());
  }

  private void checkCount(FunctionCall call, String name, int min, int max) {
    int count = call.arguments().size();
    if (count < min || count > max) {
      throw context.errors.noSignature(
          name, binder.argumentTypes(binder.bindAll(values(call))), List.of(), call.begin());
    }
  }

  private @Nullable BoundExpr googleSpecial(FunctionCall call, String name) {
    return switch (name) {
      case "date_add", "adddate", "date_sub", "subdate", "timestamp_add", "timestamp_sub" ->
          dates().addOrSubtract(call, name, values(call));
      case "date_diff", "timestamp_diff" -> dates().difference(call, name, values(call));
      case "date_trunc", "timestamp_trunc" -> dates().truncate(call, name, values(call));
      case "generate_date_array" -> dates().generateDateArray(call, values(call));
      case "get_next_sequence_value" -> nextSequenceValue(call);
      case "pending_commit_timestamp" -> pendingCommitTimestamp(call);
      case "session_user" -> session("current_user");
      default -> null;
    };
  }

  private @Nullable BoundExpr postgresSpecial(FunctionCall call, String name) {
    return switch (name) {
      case "current_user", "session_user", "user", "current_role" -> session("current_user");
      case "current_database", "current_catalog" -> session("current_database");
      case "current_schema" -> session("current_schema");
      case "version" -> session("version");
      case "pg_backend_pid" -> BoundExpr.Cast.implicit(session("pg_backend_pid"), SqlType.INT64);
      case "current_date" ->
          scalar(name, context.functions.operator(name), List.of(), call.begin());
      case "pg_typeof" -> {
        checkCount(call, name, 1, 1);
        BoundExpr argument = binder.bind(values(call).get(0));
        SqlType type = context.coercer.isUntyped(argument) ? SqlType.UNKNOWN : argument.type();
        yield LiteralBinder.constant(new Value.Str(TypeNames.postgres(type)));
      }
      case "nextval" -> nextval(call);
      case "textregexne" -> {
        checkCount(call, name, 2, 2);
        yield new BoundExpr.Not(
            binder.callOperator(
                "pg_regex_match", "!~", binder.bindAll(values(call)), call.begin()));
      }
      case "arraycontained" -> {
        checkCount(call, name, 2, 2);
        List<BoundExpr> sides = binder.bindAll(values(call));
        yield binder.callOperator(
            "pg_array_contains", "<@", List.of(sides.get(1), sides.get(0)), call.begin());
      }
      case "currval", "lastval", "setval" ->
          throw context.errors.notSupported("Function " + name, call.begin());
      case "spanner.pending_commit_timestamp" -> pendingCommitTimestamp(call);
      default -> null;
    };
  }

  private BoundExpr session(String what) {
    return new BoundExpr.Call(
        context.functions.operator("session_value").get(0).instantiate(1, SqlType.UNKNOWN),
        List.of(LiteralBinder.constant(new Value.Str(what))));
  }

  /** A place that may hold it is handled where values are bound to columns. */
  private BoundExpr pendingCommitTimestamp(FunctionCall call) {
    if (context.stored.contains(call) && isPendingCommitTimestamp(call, context.postgres)) {
      return new BoundExpr.PendingCommitTimestamp();
    }
    throw misplacedTimestamp(context, call.begin());
  }

  /** A commit timestamp to come stands where it cannot be stored. */
  static DbException misplacedTimestamp(BindContext context, int position) {
    return context.errors.error(
        ErrorCode.INVALID_ARGUMENT,
        "The "
            + (context.postgres
                ? "SPANNER.PENDING_COMMIT_TIMESTAMP()"
                : "PENDING_COMMIT_TIMESTAMP()")
            + " function may only be used as a value for INSERT or UPDATE of an appropriately"
            + " typed column. It cannot be used in SELECT, or as the input to any other scalar"
            + " expression.",
        position);
  }

  /** Whether an expression is the call that stands for the commit's timestamp. */
  static boolean isPendingCommitTimestamp(Expression expression, boolean postgres) {
    return expression instanceof FunctionCall call
        && call.arguments().isEmpty()
        && !call.star()
        && call.name()
            .text()
            .equalsIgnoreCase(
                postgres ? "spanner.pending_commit_timestamp" : "pending_commit_timestamp");
  }

  private BoundExpr nextSequenceValue(FunctionCall call) {
    if (call.arguments().size() == 1
        && call.arguments().get(0).value() instanceof Expression.ObjectArgument object
        && object.kind() == Expression.ObjectKind.SEQUENCE) {
      return sequence(object.name().text(), object.begin());
    }
    throw context.errors.error(
        ErrorCode.UNDEFINED_FUNCTION,
        "No matching signature for function GET_NEXT_SEQUENCE_VALUE. Supported signature:"
            + " GET_NEXT_SEQUENCE_VALUE(SEQUENCE)",
        call.begin());
  }

  private BoundExpr nextval(FunctionCall call) {
    checkCount(call, "nextval", 1, 1);
    Expression argument = call.arguments().get(0).value();
    if (argument instanceof Expression.Cast cast) {
      argument = cast.operand(); // 's'::text, as dumps write it
    }
    if (!(argument instanceof Expression.StringLiteral text)) {
      throw context.errors.notSupported("nextval of anything but a quoted name", argument.begin());
    }
    String name = text.value();
    boolean quoted = name.length() > 2 && name.startsWith("\"") && name.endsWith("\"");
    name = quoted ? name.substring(1, name.length() - 1) : name.toLowerCase(Locale.ROOT);
    return sequence(name.startsWith("public.") ? name.substring(7) : name, text.begin());
  }

  private BoundExpr sequence(String name, int position) {
    return context
        .schema
        .findSequence(name)
        .filter(
            sequence ->
                sequence.identityOwnerTableId() == 0 && context.sameName(sequence.name(), name))
        .<BoundExpr>map(sequence -> new BoundExpr.NextSequenceValue(sequence.id()))
        .orElseThrow(
            () ->
                context.errors.error(
                    ErrorCode.UNDEFINED_TABLE,
                    "Sequence not found: " + name,
                    "relation \"" + name + "\" does not exist",
                    positioned ? position : -1));
  }

  /** Whether a bound expression may stand as a delimiter: a constant of the statement. */
  static boolean isConstant(BoundExpr expr) {
    if (expr instanceof BoundExpr.Cast cast) {
      return isConstant(cast.operand());
    }
    return expr instanceof BoundExpr.Literal || expr instanceof BoundExpr.Parameter;
  }
}
