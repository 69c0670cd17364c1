package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.ast.OrderItem;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.function.FunctionResolver;
import org.ratchetdb.sqlfrontend.function.FunctionTemplate;
import org.ratchetdb.sqlfrontend.function.TypePattern;

/** Calls of aggregate functions. */
final class AggregateBinder {
  private final ExpressionBinder binder;
  private final BindContext context;

  AggregateBinder(ExpressionBinder binder) {
    this.binder = binder;
    this.context = binder.context;
  }

  BoundExpr countStar(FunctionCall call) {
    Aggregates aggregates = aggregatesFor(call, "count");
    FunctionTemplate row = context.functions.operator("count_star").get(0);
    return aggregates.add(
        new BoundRelation.AggregateCall(
            row.instantiate(0, SqlType.UNKNOWN),
            List.of(),
            false,
            filter(call, binder.withoutAggregates()),
            List.of(),
            null,
            false),
        "count");
  }

  BoundExpr bind(FunctionCall call, String name, List<FunctionTemplate> candidates) {
    Aggregates aggregates = aggregatesFor(call, name);
    refuseUnsupported(call, name);
    ExpressionBinder inner = binder.withoutAggregates();
    List<BoundExpr> arguments = new ArrayList<>();
    for (FunctionCall.Argument argument : call.arguments()) {
      if (argument.name() != null) {
        throw context.errors.notSupported(
            "The named argument " + argument.name().name(), argument.begin());
      }
      arguments.add(inner.bind(argument.value()));
    }
    FunctionResolver.Resolution resolution =
        context.functions.resolver().resolve(candidates, context.coercer.arguments(arguments));
    if (resolution == null) {
      throw context.errors.noSignature(
          name, binder.argumentTypes(arguments), candidates, call.begin());
    }
    BoundExpr.Call bound = binder.call(resolution, arguments, call.begin());
    check(call, name, bound);
    return aggregates.add(
        new BoundRelation.AggregateCall(
            bound.function(),
            bound.arguments(),
            call.distinct(),
            filter(call, inner),
            order(call, inner),
            limit(call, inner),
            call.nullHandling() == FunctionCall.NullHandling.IGNORE),
        name);
  }

  /** Where the call goes, or the error that says why it may not stand here. */
  private Aggregates aggregatesFor(FunctionCall call, String name) {
    Aggregates aggregates = binder.aggregates;
    if (aggregates != null) {
      return aggregates;
    }
    if (binder.clause.equals("aggregate")) {
      throw context.errors.error(
          ErrorCode.GROUPING_ERROR,
          "Aggregations of aggregations are not allowed",
          "aggregate function calls cannot be nested",
          call.begin());
    }
    throw notAllowed(call, name);
  }

  private DbException notAllowed(FunctionCall call, String name) {
    return context.errors.error(
        ErrorCode.GROUPING_ERROR,
        "Aggregate function " + name.toUpperCase(Locale.ROOT) + " not allowed in " + binder.clause,
        "aggregate functions are not allowed in " + binder.clause.replace(" clause", ""),
        call.begin());
  }

  private void refuseUnsupported(FunctionCall call, String name) {
    if (call.having() != null) {
      throw context.errors.notSupported("HAVING in an aggregate", call.having().begin());
    }
    if (!call.withinGroup().isEmpty()) {
      throw context.errors.notSupported("WITHIN GROUP", call.begin());
    }
    boolean ordered = name.equals("array_agg") || name.equals("string_agg");
    boolean arrays = ordered || name.equals("array_concat_agg");
    if (!arrays && (!call.orderBy().isEmpty() || call.limit() != null)) {
      if (call.limit() == null && context.postgres) {
        return; // the order makes no difference to the result
      }
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "Aggregate function "
              + name.toUpperCase(Locale.ROOT)
              + " does not support "
              + (call.limit() != null ? "LIMIT" : "ORDER BY")
              + " in arguments",
          call.begin());
    }
    if (call.nullHandling() != FunctionCall.NullHandling.DEFAULT && !name.equals("array_agg")) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "IGNORE NULLS and RESPECT NULLS are not allowed in aggregate functions other than"
              + " ARRAY_AGG",
          call.begin());
    }
  }

  private void check(FunctionCall call, String name, BoundExpr.Call bound) {
    if (call.distinct() && !bound.arguments().isEmpty()) {
      SqlType type = bound.arguments().get(0).type();
      if (!TypePattern.isGroupable(type)) {
        throw context.errors.error(
            context.postgres ? ErrorCode.UNDEFINED_FUNCTION : ErrorCode.INVALID_ARGUMENT,
            "Aggregate functions with DISTINCT cannot be used with arguments of type " + type,
            "could not identify an equality operator for type " + TypeNames.postgres(type),
            call.begin());
      }
    }
    if (name.equals("string_agg")
        && !context.postgres
        && bound.arguments().size() == 2
        && bound.arguments().get(1) instanceof BoundExpr.Literal delimiter
        && delimiter.value().isNull()) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "Argument 2 to STRING_AGG must be non-NULL",
          call.arguments().get(1).begin());
    }
    if (name.equals("string_agg")
        && bound.arguments().size() == 2
        && !FunctionBinder.isConstant(bound.arguments().get(1))) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "Argument 2 to STRING_AGG must be a literal or query parameter",
          call.arguments().get(1).begin());
    }
  }

  private @Nullable BoundExpr filter(FunctionCall call, ExpressionBinder inner) {
    Expression filter = call.filter();
    if (filter == null) {
      return null;
    }
    if (!context.postgres) {
      throw context.errors.notSupported("FILTER", filter.begin());
    }
    return inner.bindCondition(filter, "FILTER");
  }

  private List<BoundRelation.SortItem> order(FunctionCall call, ExpressionBinder inner) {
    if (call.orderBy().isEmpty() || !isOrdered(call)) {
      return List.of();
    }
    List<BoundRelation.SortItem> items = new ArrayList<>();
    for (OrderItem item : call.orderBy()) {
      BoundExpr key = inner.bindSettled(item.expression());
      items.add(SortItems.item(context, item, key));
    }
    return items;
  }

  private static boolean isOrdered(FunctionCall call) {
    String name = call.name().last().name().toLowerCase(Locale.ROOT);
    return name.equals("array_agg") || name.equals("string_agg") || name.equals("array_concat_agg");
  }

  private @Nullable BoundExpr limit(FunctionCall call, ExpressionBinder inner) {
    Expression limit = call.limit();
    return limit == null ? null : inner.bindTo(limit, SqlType.INT64, "LIMIT");
  }
}
