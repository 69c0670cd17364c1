package org.ratchetdb.planner.direct;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** Tells which queries can be planned directly: those without joins and subqueries. */
final class Eligibility {
  private Eligibility() {}

  static boolean isDirect(BoundRelation relation) {
    if (relation instanceof BoundRelation.TableScan
        || relation instanceof BoundRelation.SystemTable) {
      return true;
    } else if (relation instanceof BoundRelation.Values values) {
      return values.rows().stream().allMatch(Eligibility::areDirect);
    } else if (relation instanceof BoundRelation.Filter filter) {
      return isDirect(filter.condition()) && isDirect(filter.input());
    } else if (relation instanceof BoundRelation.Project project) {
      return areDirect(project.expressions()) && isDirect(project.input());
    } else if (relation instanceof BoundRelation.Unnest unnest) {
      return isDirect(unnest.array()) && isDirect(unnest.input());
    } else if (relation instanceof BoundRelation.Aggregate aggregate) {
      return areDirect(aggregate.keys())
          && aggregate.calls().stream().allMatch(Eligibility::isDirect)
          && isDirect(aggregate.input());
    } else if (relation instanceof BoundRelation.Sort sort) {
      return sort.items().stream().allMatch(item -> isDirect(item.expression()))
          && isDirect(sort.input());
    } else if (relation instanceof BoundRelation.Limit limit) {
      return isDirect(limit.input());
    } else if (relation instanceof BoundRelation.SetOp setOp) {
      return setOp.inputs().stream().allMatch(Eligibility::isDirect);
    }
    return false;
  }

  private static boolean isDirect(BoundRelation.AggregateCall call) {
    return areDirect(call.arguments())
        && isDirect(call.filter())
        && call.orderBy().stream().allMatch(item -> isDirect(item.expression()));
  }

  private static boolean areDirect(List<BoundExpr> exprs) {
    return exprs.stream().allMatch(Eligibility::isDirect);
  }

  private static boolean isDirect(@Nullable BoundExpr expr) {
    return expr == null || !BoundExprs.hasSubquery(expr);
  }
}
