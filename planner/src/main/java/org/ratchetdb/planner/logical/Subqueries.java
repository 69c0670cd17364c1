package org.ratchetdb.planner.logical;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;
import org.ratchetdb.sqlfrontend.function.Volatility;

/**
 * Turns subqueries into joins.
 *
 * <pre>
 *   WHERE [NOT] EXISTS (q)         semi or anti join
 *   WHERE x [NOT] IN (q)           semi join; anti join that knows SQL's NULL rule
 *   (SELECT agg(e) FROM q ...)     left join with the grouped q; without correlation a cross join
 *                                  with one row
 *   EXISTS, IN as values           such a scalar subquery that counts
 *   ARRAY(q)                       such a scalar subquery with array_agg
 * </pre>
 *
 * What {@link Decorrelation} cannot take apart becomes a correlate: the subquery runs once per row.
 */
final class Subqueries {
  private static final FunctionSignature COUNT_ROWS =
      new FunctionSignature(
          "count_star", "count_star", List.of(), SqlType.INT64, false, Volatility.IMMUTABLE, true);

  private final RelConverter relations;
  private final Decorrelation decorrelation;
  private final Cardinality cardinality;

  Subqueries(RelConverter relations, Cardinality cardinality) {
    this.relations = relations;
    this.decorrelation = new Decorrelation(relations::newColumnId);
    this.cardinality = cardinality;
  }

  /** Input with further columns, and the expression with these in place of its subqueries. */
  record Hoisted(Converted input, BoundExpr expr) {}

  /**
   * Moves the subqueries of an expression into joins with the input.
   *
   * @param nullIsFalse whether the expression is a condition, for which NULL is as good as FALSE
   */
  Hoisted hoist(
      Converted input, BoundExpr expr, boolean nullIsFalse, @Nullable CorrelationScope outer) {
    if (!BoundExprs.hasSubquery(expr)) {
      return new Hoisted(input, expr);
    }
    Hoister hoister = new Hoister(input, outer);
    BoundExpr replaced = hoister.replace(expr, nullIsFalse);
    return new Hoisted(hoister.input, replaced);
  }

  /** Replaces subqueries one after the other, each extending the input. */
  private final class Hoister {
    private final @Nullable CorrelationScope outer;
    private Converted input;

    Hoister(Converted input, @Nullable CorrelationScope outer) {
      this.input = input;
      this.outer = outer;
    }

    BoundExpr replace(BoundExpr expr, boolean nullIsFalse) {
      if (!BoundExprs.hasSubquery(expr)) {
        return expr;
      }
      if (expr instanceof BoundExpr.And and) {
        return new BoundExpr.And(replaceAll(and.operands(), nullIsFalse));
      } else if (expr instanceof BoundExpr.Or or) {
        return new BoundExpr.Or(replaceAll(or.operands(), nullIsFalse));
      } else if (expr instanceof BoundExpr.Subquery subquery) {
        return value(subquery, nullIsFalse);
      }
      // BoundExprs.map would visit operands of a subquery first and on their own; a subquery's
      // operand belongs to it.
      List<BoundExpr> operands = BoundExprs.operands(expr);
      Map<BoundExpr, BoundExpr> replacements = new HashMap<>();
      for (BoundExpr operand : operands) {
        if (BoundExprs.hasSubquery(operand)) {
          replacements.put(operand, replace(operand, false));
        }
      }
      return BoundExprs.mapOperands(expr, o -> replacements.getOrDefault(o, o));
    }

    private List<BoundExpr> replaceAll(List<BoundExpr> exprs, boolean nullIsFalse) {
      List<BoundExpr> result = new ArrayList<>();
      for (BoundExpr expr : exprs) {
        result.add(replace(expr, nullIsFalse));
      }
      return result;
    }

    private BoundExpr value(BoundExpr.Subquery subquery, boolean nullIsFalse) {
      return switch (subquery.kind()) {
        case SCALAR -> scalar(subquery.query());
        case EXISTS -> exists(subquery.query());
        case IN -> in(subquery, nullIsFalse);
        case ARRAY -> array(subquery);
      };
    }

    private BoundExpr exists(BoundRelation query) {
      BoundExpr count = scalar(counting(query, null));
      return Expressions.call("gt", SqlType.BOOL, count, Expressions.integer(0));
    }

    private BoundRelation counting(BoundRelation query, @Nullable BoundExpr filter) {
      BoundRelation.AggregateCall call =
          new BoundRelation.AggregateCall(
              COUNT_ROWS, List.of(), false, filter, List.of(), null, false);
      boolean firstIsEnough = filter == null && FreeColumns.isClosed(query);
      BoundRelation input =
          firstIsEnough ? new BoundRelation.Limit(query, null, Expressions.integer(1)) : query;
      return new BoundRelation.Aggregate(
          input, List.of(), List.of(), List.of(call), List.of(newColumn("", SqlType.INT64)));
    }

    /**
     * TRUE when some row equals; else NULL when the operand is NULL and there are rows, or when one
     * of them is NULL; else FALSE.
     */
    private BoundExpr in(BoundExpr.Subquery subquery, boolean nullIsFalse) {
      BoundExpr operand = replace(Objects.requireNonNull(subquery.operand()), false);
      BoundRelation query = subquery.query();
      BoundExpr element = new BoundExpr.ColumnRef(query.columns().get(0));
      BoundExpr found =
          exists(
              new BoundRelation.Filter(
                  query, Expressions.call("eq", SqlType.BOOL, operand, element)));
      if (nullIsFalse) {
        return found;
      }
      // Each use of the query in one statement needs columns of its own to be countable again, but
      // these are never joined with each other, so that ids may repeat.
      BoundExpr rows = scalar(counting(query, Expressions.literal(new Value.Bool(true))));
      BoundExpr nulls = scalar(counting(query, new BoundExpr.IsNull(element)));
      BoundExpr zero = Expressions.integer(0);
      BoundExpr unknown =
          new BoundExpr.Or(
              List.of(
                  new BoundExpr.And(
                      List.of(
                          new BoundExpr.IsNull(operand),
                          Expressions.call("gt", SqlType.BOOL, rows, zero))),
                  Expressions.call("gt", SqlType.BOOL, nulls, zero)));
      return new BoundExpr.Case(
          List.of(
              new BoundExpr.When(found, Expressions.literal(new Value.Bool(true))),
              new BoundExpr.When(unknown, Expressions.literal(new Value.Null(SqlType.BOOL)))),
          Expressions.literal(new Value.Bool(false)),
          SqlType.BOOL);
    }

    private BoundExpr array(BoundExpr.Subquery subquery) {
      BoundRelation query = subquery.query();
      BoundExpr element = new BoundExpr.ColumnRef(query.columns().get(0));
      BoundRelation rows = query;
      if (query instanceof BoundRelation.Project project) {
        element = project.expressions().get(0);
        rows = project.input();
      }
      List<BoundRelation.SortItem> order = List.of();
      if (rows instanceof BoundRelation.Sort sort) {
        order = sort.items();
        rows = sort.input();
      } else if (rows instanceof BoundRelation.Limit limit
          && limit.input() instanceof BoundRelation.Sort sort) {
        order = sort.items();
      }
      FunctionSignature function =
          new FunctionSignature(
              "array_agg",
              "array_agg",
              List.of(element.type()),
              subquery.type(),
              false,
              Volatility.IMMUTABLE,
              true);
      BoundRelation.AggregateCall call =
          new BoundRelation.AggregateCall(
              function, List.of(element), false, null, order, null, false);
      BoundExpr collected =
          scalar(
              new BoundRelation.Aggregate(
                  rows,
                  List.of(),
                  List.of(),
                  List.of(call),
                  List.of(newColumn("", subquery.type()))));
      return new BoundExpr.Coalesce(
          List.of(collected, Expressions.literal(new Value.Array(subquery.type(), List.of()))),
          subquery.type());
    }

    private BoundExpr scalar(BoundRelation query) {
      if (FreeColumns.isClosed(query)) {
        return uncorrelated(query);
      }
      BoundExpr grouped = groupedLeftJoin(query);
      if (grouped != null) {
        return grouped;
      }
      BoundExpr looked = uniqueLeftJoin(query);
      return looked != null ? looked : correlated(query);
    }

    private BoundExpr uncorrelated(BoundRelation query) {
      BoundRelation single = atMostOneRow(query);
      Converted right = relations.convertSubquery(single, outer);
      JoinRelType kind = Cardinality.isExactlyOne(single) ? JoinRelType.INNER : JoinRelType.LEFT;
      return append(right, single.columns().get(0), relations.join(input, right, List.of(), kind));
    }

    private BoundRelation atMostOneRow(BoundRelation query) {
      if (cardinality.isAtMostOne(query, List.of())) {
        return query;
      }
      BoundColumn column = query.columns().get(0);
      FunctionSignature function =
          new FunctionSignature(
              "single_value",
              "single_value",
              List.of(column.type()),
              column.type(),
              false,
              Volatility.IMMUTABLE,
              true);
      BoundRelation.AggregateCall call =
          new BoundRelation.AggregateCall(
              function,
              List.of(new BoundExpr.ColumnRef(column)),
              false,
              null,
              List.of(),
              null,
              false);
      return new BoundRelation.Aggregate(
          query, List.of(), List.of(), List.of(call), List.of(newColumn("", column.type())));
    }

    /** The subquery's value becomes a column of the input under a new id. */
    private BoundExpr append(Converted right, BoundColumn column, Converted joined) {
      int ordinal =
          input.width() + Objects.requireNonNull(right.ordinals().get(column.id()), column::name);
      BoundColumn value = newColumn(column.name(), column.type());
      Map<Integer, Integer> ordinals = new HashMap<>(joined.ordinals());
      ordinals.put(value.id(), ordinal);
      input = new Converted(joined.rel(), ordinals);
      return new BoundExpr.ColumnRef(value);
    }

    /**
     * For a correlated aggregation without keys; null when it is no such or cannot be pulled up.
     */
    private @Nullable BoundExpr groupedLeftJoin(BoundRelation query) {
      Map<Integer, BoundExpr> definitions = new HashMap<>();
      BoundRelation current = query;
      List<BoundRelation.Project> projects = new ArrayList<>();
      while (!(current instanceof BoundRelation.Aggregate)) {
        if (current instanceof BoundRelation.Project project) {
          projects.add(project);
          current = project.input();
        } else if (current instanceof BoundRelation.Sort sort) {
          current = sort.input();
        } else {
          return null;
        }
      }
      BoundRelation.Aggregate aggregate = (BoundRelation.Aggregate) current;
      if (!aggregate.keys().isEmpty()) {
        return null;
      }
      Decorrelation.Result result = decorrelation.group(aggregate);
      if (result == null || result.pulled().isEmpty()) {
        return null;
      }
      for (int i = 0; i < aggregate.calls().size(); i++) {
        BoundColumn column = aggregate.callColumns().get(i);
        if (KernelAggregate.isCount(aggregate.calls().get(i).function().kernel())) {
          definitions.put(
              column.id(),
              new BoundExpr.Coalesce(
                  List.of(new BoundExpr.ColumnRef(column), Expressions.integer(0)), column.type()));
        }
      }
      for (int p = projects.size() - 1; p >= 0; p--) {
        BoundRelation.Project project = projects.get(p);
        for (int i = 0; i < project.expressions().size(); i++) {
          if (BoundExprs.hasSubquery(project.expressions().get(i))) {
            return null;
          }
          definitions.put(
              project.columns().get(i).id(),
              Expressions.substitute(project.expressions().get(i), definitions));
        }
      }
      Converted right = relations.convertSubquery(result.core(), outer);
      input = relations.join(input, right, converted(right, result.pulled()), JoinRelType.LEFT);
      BoundExpr value = new BoundExpr.ColumnRef(query.columns().get(0));
      return renamed(Expressions.substitute(value, definitions));
    }

    /**
     * Gives the columns of a joined subquery that the expression reads ids of their own, since the
     * same subquery may be joined a second time.
     */
    private BoundExpr renamed(BoundExpr expr) {
      Map<Integer, Integer> ordinals = new HashMap<>(input.ordinals());
      BoundExpr result =
          BoundExprs.map(
              expr,
              e -> {
                if (!(e instanceof BoundExpr.ColumnRef ref)) {
                  return e;
                }
                Integer ordinal = input.ordinals().get(ref.column().id());
                if (ordinal == null) {
                  return e;
                }
                BoundColumn column = newColumn(ref.column().name(), ref.type());
                ordinals.put(column.id(), ordinal);
                return new BoundExpr.ColumnRef(column);
              });
      input = new Converted(input.rel(), ordinals);
      return result;
    }

    private List<RexNode> converted(Converted right, List<BoundExpr> conditions) {
      Converted both = input.followedBy(right, relations.crossJoin(input, right));
      List<RexNode> result = new ArrayList<>();
      for (BoundExpr condition : conditions) {
        result.add(relations.expression(condition, both, outer));
      }
      return result;
    }

    /** For a subquery of which a unique key finds at most one row per outer row. */
    private @Nullable BoundExpr uniqueLeftJoin(BoundRelation query) {
      Decorrelation.Result result = decorrelation.pullUp(query, false);
      if (result == null || !cardinality.isAtMostOne(result.core(), result.pulled())) {
        return null;
      }
      BoundExpr value = result.resolve(new BoundExpr.ColumnRef(query.columns().get(0)));
      if (!FreeColumns.isOver(value, result.core()) || !(value instanceof BoundExpr.ColumnRef)) {
        return null; // must be NULL where no row is found
      }
      Converted right = relations.convertSubquery(result.core(), outer);
      input = relations.join(input, right, converted(right, result.pulled()), JoinRelType.LEFT);
      return renamed(value);
    }

    private BoundExpr correlated(BoundRelation query) {
      BoundRelation single = atMostOneRow(query);
      JoinRelType kind = Cardinality.isExactlyOne(single) ? JoinRelType.INNER : JoinRelType.LEFT;
      CorrelationScope scope = relations.newScope(input, outer);
      Converted right = relations.convertSubquery(single, scope);
      Converted joined = input.followedBy(right, correlate(scope, right, kind));
      return append(right, single.columns().get(0), joined);
    }

    private LogicalCorrelate correlate(CorrelationScope scope, Converted right, JoinRelType kind) {
      CorrelationId id = scope.id();
      return LogicalCorrelate.create(
          input.rel(), right.rel(), List.of(), id, ImmutableBitSet.of(scope.used()), kind);
    }
  }

  /** Applies a condition that is [NOT] EXISTS or [NOT] IN as a whole; null when it is another. */
  @Nullable Converted semiJoin(
      Converted input, BoundExpr condition, @Nullable CorrelationScope outer) {
    boolean anti = condition instanceof BoundExpr.Not;
    BoundExpr inner = condition instanceof BoundExpr.Not not ? not.operand() : condition;
    if (!(inner instanceof BoundExpr.Subquery subquery)) {
      return null;
    }
    return switch (subquery.kind()) {
      case EXISTS -> existsJoin(input, subquery.query(), List.of(), anti, outer);
      case IN -> inJoin(input, subquery, anti, outer);
      case SCALAR, ARRAY -> null;
    };
  }

  private @Nullable Converted inJoin(
      Converted input,
      BoundExpr.Subquery subquery,
      boolean anti,
      @Nullable CorrelationScope outer) {
    BoundExpr operand = Objects.requireNonNull(subquery.operand());
    Hoisted hoisted = hoist(input, operand, false, outer);
    BoundExpr element = new BoundExpr.ColumnRef(subquery.query().columns().get(0));
    BoundExpr equal =
        anti
            ? Expressions.equalOrNull(hoisted.expr(), element)
            : Expressions.call("eq", SqlType.BOOL, hoisted.expr(), element);
    return existsJoin(hoisted.input(), subquery.query(), List.of(equal), anti, outer);
  }

  /** Semi or anti join with the query's rows for which the conditions over both sides hold. */
  private Converted existsJoin(
      Converted input,
      BoundRelation query,
      List<BoundExpr> conditions,
      boolean anti,
      @Nullable CorrelationScope outer) {
    JoinRelType kind = anti ? JoinRelType.ANTI : JoinRelType.SEMI;
    Decorrelation.Result result = decorrelation.pullUp(query, conditions.isEmpty());
    if (result != null) {
      Converted right = relations.convertSubquery(result.core(), outer);
      Converted both = input.followedBy(right, relations.crossJoin(input, right));
      List<RexNode> all = new ArrayList<>();
      for (BoundExpr condition : result.pulled()) {
        all.add(relations.expression(condition, both, outer));
      }
      for (BoundExpr condition : conditions) {
        all.add(relations.expression(result.resolve(condition), both, outer));
      }
      return relations.join(input, right, all, kind);
    }
    CorrelationScope scope = relations.newScope(input, outer);
    Converted right = relations.convertSubquery(query, scope);
    for (BoundExpr condition : conditions) {
      right =
          right.with(
              LogicalFilter.create(right.rel(), relations.expression(condition, right, scope)));
    }
    return input.with(
        LogicalCorrelate.create(
            input.rel(),
            right.rel(),
            List.of(),
            scope.id(),
            ImmutableBitSet.of(scope.used()),
            kind));
  }

  private BoundColumn newColumn(String name, SqlType type) {
    return new BoundColumn(relations.newColumnId(), name, type);
  }
}
