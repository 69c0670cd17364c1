package org.ratchetdb.planner.logical;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.planner.expression.Comparisons;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/**
 * Pulls the conditions through which a subquery depends on outer rows up to its top, so that it can
 * become one side of a join.
 *
 * <pre>
 *   SELECT s FROM t, u WHERE t.a = outer.x AND t.b = u.b AND u.c &lt;&gt; outer.y
 *
 *   core      t JOIN u ON t.b = u.b
 *   pulled    t.a = outer.x, u.c &lt;&gt; outer.y
 * </pre>
 *
 * Not possible, and then null, where the outer row decides more than which rows pass: below a
 * LIMIT, inside an array to be unnested, on the right of an outer join, below a grouping unless the
 * pulled conditions are equalities (their inner sides become further grouping keys).
 */
final class Decorrelation {
  /**
   * A subquery taken apart.
   *
   * @param core reads no outer column
   * @param pulled conditions over core and outer columns
   * @param definitions what the subquery's columns are over the core's, where they are not its own
   */
  record Result(BoundRelation core, List<BoundExpr> pulled, Map<Integer, BoundExpr> definitions) {
    BoundExpr resolve(BoundExpr expr) {
      return substitute(expr, definitions);
    }
  }

  private final IntSupplier newColumnIds;

  /**
   * @param newColumnIds gives ids that no column of the statement has
   */
  Decorrelation(IntSupplier newColumnIds) {
    this.newColumnIds = newColumnIds;
  }

  /**
   * @param existsOnly whether only the presence of a row matters
   */
  @Nullable Result pullUp(BoundRelation relation, boolean existsOnly) {
    if (FreeColumns.isClosed(relation)) {
      return new Result(relation, List.of(), Map.of());
    }
    if (relation instanceof BoundRelation.Filter filter) {
      return filter(filter, existsOnly);
    } else if (relation instanceof BoundRelation.Project project) {
      return project(project, existsOnly);
    } else if (relation instanceof BoundRelation.Join join) {
      return join(join, existsOnly);
    } else if (relation instanceof BoundRelation.Sort sort) {
      return pullUp(sort.input(), existsOnly);
    } else if (relation instanceof BoundRelation.Limit limit) {
      return existsOnly && passesAnyRow(limit) ? pullUp(limit.input(), true) : null;
    } else if (relation instanceof BoundRelation.Aggregate aggregate) {
      return aggregate.keys().isEmpty() ? null : group(aggregate);
    } else if (relation instanceof BoundRelation.Unnest unnest) {
      return unnest(unnest);
    }
    return null;
  }

  private static boolean passesAnyRow(BoundRelation.Limit limit) {
    return limit.offset() == null
        && limit.count() instanceof BoundExpr.Literal literal
        && literal.value() instanceof Value.Int64 count
        && count.value() > 0;
  }

  private @Nullable Result filter(BoundRelation.Filter filter, boolean existsOnly) {
    Result inner = pullUp(filter.input(), existsOnly);
    return inner == null ? null : divide(inner.core(), filter.condition(), inner);
  }

  /** Adds a condition: what the core alone decides stays there. */
  private static @Nullable Result divide(
      BoundRelation core, @Nullable BoundExpr condition, Result inner) {
    List<BoundExpr> local = new ArrayList<>();
    List<BoundExpr> pulled = new ArrayList<>(inner.pulled());
    if (condition != null) {
      for (BoundExpr conjunct : BoundExprs.conjuncts(condition)) {
        if (BoundExprs.hasSubquery(conjunct)
            && !(inner.definitions().isEmpty() && FreeColumns.isOver(conjunct, core))) {
          return null;
        }
        BoundExpr resolved = inner.resolve(conjunct);
        (FreeColumns.isOver(resolved, core) ? local : pulled).add(resolved);
      }
    }
    BoundRelation filtered =
        local.isEmpty() ? core : new BoundRelation.Filter(core, conjunction(local));
    return new Result(filtered, pulled, inner.definitions());
  }

  private static BoundExpr conjunction(List<BoundExpr> conjuncts) {
    return conjuncts.size() == 1 ? conjuncts.get(0) : new BoundExpr.And(conjuncts);
  }

  private @Nullable Result project(BoundRelation.Project project, boolean existsOnly) {
    Result inner = pullUp(project.input(), existsOnly);
    if (inner == null) {
      return null;
    }
    Map<Integer, BoundExpr> definitions = new HashMap<>(inner.definitions());
    for (int i = 0; i < project.expressions().size(); i++) {
      BoundExpr expression = project.expressions().get(i);
      if (BoundExprs.hasSubquery(expression) || BoundExprs.isVolatile(expression)) {
        return null;
      }
      definitions.put(project.columns().get(i).id(), inner.resolve(expression));
    }
    return new Result(inner.core(), inner.pulled(), definitions);
  }

  private @Nullable Result join(BoundRelation.Join join, boolean existsOnly) {
    Result left = pullUp(join.left(), existsOnly);
    if (left == null || join.kind() == BoundRelation.JoinKind.FULL) {
      return null;
    }
    if (join.kind() == BoundRelation.JoinKind.LEFT) {
      return leftJoin(join, left);
    }
    Result right = pullUp(join.right(), existsOnly);
    if (right == null) {
      return null;
    }
    List<BoundExpr> pulled = new ArrayList<>(left.pulled());
    pulled.addAll(right.pulled());
    Map<Integer, BoundExpr> definitions = new HashMap<>(left.definitions());
    definitions.putAll(right.definitions());
    BoundRelation core =
        new BoundRelation.Join(join.kind(), left.core(), right.core(), null, join.hints());
    return divide(core, join.condition(), new Result(core, pulled, definitions));
  }

  private static @Nullable Result leftJoin(BoundRelation.Join join, Result left) {
    BoundExpr condition = join.condition();
    if (!FreeColumns.isClosed(join.right()) || condition == null) {
      return null;
    }
    if (BoundExprs.hasSubquery(condition)) {
      return null;
    }
    BoundExpr resolved = left.resolve(condition);
    BoundRelation core =
        new BoundRelation.Join(join.kind(), left.core(), join.right(), resolved, join.hints());
    return FreeColumns.isOver(resolved, core)
        ? new Result(core, left.pulled(), left.definitions())
        : null;
  }

  private @Nullable Result unnest(BoundRelation.Unnest unnest) {
    Result inner = pullUp(unnest.input(), false);
    if (inner == null || BoundExprs.hasSubquery(unnest.array())) {
      return null;
    }
    BoundExpr array = inner.resolve(unnest.array());
    if (!FreeColumns.isOver(array, inner.core())) {
      return null;
    }
    BoundRelation core =
        new BoundRelation.Unnest(
            inner.core(), array, unnest.element(), unnest.offset(), unnest.outer());
    return new Result(core, inner.pulled(), inner.definitions());
  }

  /**
   * Groups by the inner sides of the pulled equalities as well; null when there is another pulled
   * condition or an aggregate reads outer columns.
   */
  @Nullable Result group(BoundRelation.Aggregate aggregate) {
    Result inner = pullUp(aggregate.input(), false);
    if (inner == null) {
      return null;
    }
    List<BoundExpr> keys = new ArrayList<>();
    List<BoundColumn> keyColumns = new ArrayList<>(aggregate.keyColumns());
    for (BoundExpr key : aggregate.keys()) {
      keys.add(inner.resolve(key));
    }
    List<BoundExpr> pulled = new ArrayList<>();
    for (BoundExpr condition : inner.pulled()) {
      BoundExpr key = innerSide(condition, inner.core());
      if (key == null) {
        return null;
      }
      BoundColumn column = new BoundColumn(newColumnIds.getAsInt(), "", key.type());
      keys.add(key);
      keyColumns.add(column);
      pulled.add(
          BoundExprs.map(condition, e -> e.equals(key) ? new BoundExpr.ColumnRef(column) : e));
    }
    List<BoundRelation.AggregateCall> calls = new ArrayList<>();
    for (BoundRelation.AggregateCall call : aggregate.calls()) {
      BoundRelation.AggregateCall resolved = resolve(call, inner);
      if (resolved == null) {
        return null;
      }
      calls.add(resolved);
    }
    for (BoundExpr key : keys) {
      if (BoundExprs.hasSubquery(key) || !FreeColumns.isOver(key, inner.core())) {
        return null;
      }
    }
    BoundRelation core =
        new BoundRelation.Aggregate(inner.core(), keys, keyColumns, calls, aggregate.callColumns());
    return new Result(core, pulled, Map.of());
  }

  /** The side of an equality that only the core decides, when the other one is the outer row's. */
  private static @Nullable BoundExpr innerSide(BoundExpr condition, BoundRelation core) {
    if (!(condition instanceof BoundExpr.Call call)
        || !"eq".equals(Comparisons.nameOf(call.function().kernel()))
        || call.arguments().size() != 2) {
      return null;
    }
    for (int i = 0; i < 2; i++) {
      BoundExpr side = call.arguments().get(i);
      BoundExpr other = call.arguments().get(1 - i);
      if (FreeColumns.isOver(side, core)
          && !FreeColumns.of(side).isEmpty()
          && FreeColumns.isForeignTo(other, core)) {
        return side;
      }
    }
    return null;
  }

  private static BoundRelation.@Nullable AggregateCall resolve(
      BoundRelation.AggregateCall call, Result inner) {
    List<BoundExpr> arguments = new ArrayList<>();
    for (BoundExpr argument : call.arguments()) {
      arguments.add(inner.resolve(argument));
    }
    List<BoundRelation.SortItem> orderBy = new ArrayList<>();
    for (BoundRelation.SortItem item : call.orderBy()) {
      orderBy.add(
          new BoundRelation.SortItem(
              inner.resolve(item.expression()), item.descending(), item.nullsFirst()));
    }
    BoundExpr filter = call.filter() == null ? null : inner.resolve(call.filter());
    List<BoundExpr> all = new ArrayList<>(arguments);
    orderBy.forEach(item -> all.add(item.expression()));
    if (filter != null) {
      all.add(filter);
    }
    for (BoundExpr expr : all) {
      if (BoundExprs.hasSubquery(expr) || !FreeColumns.isOver(expr, inner.core())) {
        return null;
      }
    }
    return new BoundRelation.AggregateCall(
        call.function(),
        arguments,
        call.distinct(),
        filter,
        orderBy,
        call.limit(),
        call.ignoreNulls());
  }

  private static BoundExpr substitute(BoundExpr expr, Map<Integer, BoundExpr> definitions) {
    if (definitions.isEmpty()) {
      return expr;
    }
    return BoundExprs.map(
        expr,
        e ->
            e instanceof BoundExpr.ColumnRef ref
                ? definitions.getOrDefault(ref.column().id(), e)
                : e);
  }
}
