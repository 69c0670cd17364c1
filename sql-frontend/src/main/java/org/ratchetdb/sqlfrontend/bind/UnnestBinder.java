package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FromItem;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** Arrays in FROM: UNNEST, GoogleSQL's array paths, PostgreSQL's generate_series. */
final class UnnestBinder {
  private final FromBinder from;
  private final BindContext context;

  UnnestBinder(FromBinder from) {
    this.from = from;
    this.context = from.context;
  }

  /** Whether the item yields elements of an array, which may come from an item to its left. */
  static boolean isArray(FromItem item, Scope left, BindContext context) {
    return item instanceof FromItem.Unnest
        || item instanceof FromItem.TableFunction
        || (item instanceof FromItem.Table table && isArrayPath(table, left, context));
  }

  /**
   * Whether the array is joined like a table, without a view of the left side: with USING, and in a
   * left join with a condition.
   */
  static boolean standsAlone(FromItem.Join join) {
    if (!(join.right() instanceof FromItem.Unnest)) {
      return false;
    }
    boolean trivial =
        join.on() == null
            || (join.on() instanceof Expression.BooleanLiteral literal && literal.value());
    return !join.using().isEmpty() || (join.kind() == FromItem.JoinKind.LEFT && !trivial);
  }

  /** GoogleSQL: a path that begins with a range variable. */
  static boolean isArrayPath(FromItem.Table item, @Nullable Scope scope, BindContext context) {
    return !context.postgres
        && scope != null
        && item.name().parts().size() > 1
        && scope.findVariable(item.name().parts().get(0).name(), context) != null;
  }

  /**
   * The elements beside the rows of the items to the left.
   *
   * @param left null for none
   * @param outerJoin keep rows whose array has no elements
   */
  FromBinder.Result bind(FromItem item, FromBinder.@Nullable Result left, boolean outerJoin) {
    if (item instanceof FromItem.Unnest unnest) {
      context.hints.table(unnest.hints(), null);
      if (unnest.arrays().size() != 1) {
        throw context.errors.notSupported("UNNEST of several arrays", unnest.begin());
      }
      return elements(
          unnest.arrays().get(0), "unnest", unnest.alias(), unnest.offset(), left, outerJoin);
    }
    if (item instanceof FromItem.Table table) {
      context.hints.table(table.hints(), null);
      return elements(
          new Expression.Name(table.name(), table.name().span()),
          table.name().last().name(),
          table.alias(),
          table.offset(),
          left,
          outerJoin);
    }
    return tableFunction((FromItem.TableFunction) item, left, outerJoin);
  }

  private FromBinder.Result tableFunction(
      FromItem.TableFunction item, FromBinder.@Nullable Result left, boolean outerJoin) {
    FunctionCall call = item.call();
    String name = call.name().last().name();
    if (!context.postgres || !name.equals("generate_series")) {
      throw context.errors.notSupported("Function " + name + " in FROM", item.begin());
    }
    List<BoundExpr> arguments = new ArrayList<>();
    ExpressionBinder binder = binder(left);
    for (FunctionCall.Argument argument : call.arguments()) {
      arguments.add(binder.bind(argument.value()));
    }
    BoundExpr array =
        binder.callOperator("generate_series", "generate_series", arguments, item.begin());
    FromItem.Offset offset =
        item.ordinality() ? new FromItem.Offset(null, true, item.span()) : null;
    return elements(array, name, item.alias(), offset, left, outerJoin);
  }

  private ExpressionBinder binder(FromBinder.@Nullable Result left) {
    Scope scope = left != null ? from.scope(left) : from.outer == null ? Scope.EMPTY : from.outer;
    return new ExpressionBinder(context, scope, from.commonTables, "UNNEST");
  }

  private FromBinder.Result elements(
      Expression array,
      String defaultName,
      FromItem.@Nullable Alias alias,
      FromItem.@Nullable Offset offset,
      FromBinder.@Nullable Result left,
      boolean outerJoin) {
    BoundExpr bound = binder(left).bindSettled(array);
    if (!bound.type().is(TypeKind.ARRAY)) {
      if (bound.type().is(TypeKind.UNKNOWN) && bound instanceof BoundExpr.Parameter) {
        bound = context.coercer.coerce(bound, SqlType.arrayOf(SqlType.STRING), array.begin());
      } else {
        throw context.errors.error(
            ErrorCode.DATATYPE_MISMATCH,
            "Values referenced in UNNEST must be arrays. UNNEST contains expression of type "
                + bound.type(),
            "function unnest(" + TypeNames.postgres(bound.type()) + ") does not exist",
            array.begin());
      }
    }
    return elements(bound, defaultName, alias, offset, left, outerJoin);
  }

  private FromBinder.Result elements(
      BoundExpr array,
      String defaultName,
      FromItem.@Nullable Alias alias,
      FromItem.@Nullable Offset offset,
      FromBinder.@Nullable Result left,
      boolean outerJoin) {
    String variable = alias == null ? defaultName : alias.name().name();
    boolean named = alias != null || context.postgres || !defaultName.equals("unnest");
    String columnName = named ? variable : "";
    BoundColumn element = context.newColumn(columnName, array.type().elementType());
    List<NamedColumn> names = new ArrayList<>();
    if (!context.postgres && element.type().is(TypeKind.STRUCT)) {
      BoundExpr ref = new BoundExpr.ColumnRef(element);
      for (int i = 0; i < element.type().fields().size(); i++) {
        names.add(
            new NamedColumn(
                element.type().fields().get(i).name(), StructFields.field(ref, i), false));
      }
    } else {
      names.add(new NamedColumn(columnName, new BoundExpr.ColumnRef(element), false));
    }
    BoundColumn offsetColumn = null;
    if (offset != null) {
      String name =
          offset.name() != null
              ? offset.name().name()
              : offset.ordinality() ? "ordinality" : "offset";
      offsetColumn = context.newColumn(name, SqlType.INT64);
      names.add(new NamedColumn(name, number(offsetColumn, offset.ordinality()), false));
    }
    names = from.rename(names, alias);
    FromBinder.Result before = left == null ? FromBinder.nothing() : left;
    BoundRelation relation =
        new BoundRelation.Unnest(before.relation(), array, element, offsetColumn, outerJoin);
    return new FromBinder.Result(
        relation,
        FromBinder.concat(before.columns(), names),
        FromBinder.concat(before.variables(), List.of(new RangeVariable(columnName, true, names))));
  }

  /** WITH ORDINALITY counts from 1. */
  private BoundExpr number(BoundColumn offset, boolean ordinality) {
    BoundExpr ref = new BoundExpr.ColumnRef(offset);
    if (!ordinality) {
      return ref;
    }
    return new BoundExpr.Call(
        context.functions.operator("add").get(0).instantiate(2, SqlType.UNKNOWN),
        List.of(ref, LiteralBinder.constant(new Value.Int64(1))));
  }

  /** A join whose right side is an array. */
  FromBinder.Result join(FromItem.Join join, FromBinder.Result left) {
    from.joinHints(join);
    if (!join.using().isEmpty()) {
      throw context.errors.notSupported("USING with UNNEST", join.begin());
    }
    boolean outerJoin = join.kind() == FromItem.JoinKind.LEFT;
    FromBinder.Result result = bind(join.right(), left, outerJoin);
    Expression on = join.on();
    if (on == null || (on instanceof Expression.BooleanLiteral literal && literal.value())) {
      return result;
    }
    if (outerJoin) {
      throw context.errors.notSupported("LEFT JOIN UNNEST with a condition", on.begin());
    }
    BoundExpr condition =
        new ExpressionBinder(context, from.scope(result), from.commonTables, "JOIN ON clause")
            .bindCondition(on, "JOIN ON clause");
    return new FromBinder.Result(
        new BoundRelation.Filter(result.relation(), condition),
        result.columns(),
        result.variables());
  }
}
