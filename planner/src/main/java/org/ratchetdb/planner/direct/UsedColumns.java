package org.ratchetdb.planner.direct;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** Collects which columns of a query anything refers to. */
final class UsedColumns {
  private final Set<Integer> ids = new HashSet<>();

  private UsedColumns() {}

  /** Ids of the columns that the relation yields or reads somewhere inside. */
  static Set<Integer> of(BoundRelation relation) {
    UsedColumns used = new UsedColumns();
    relation.columns().forEach(used::add);
    used.visit(relation);
    return used.ids;
  }

  private void visit(BoundRelation relation) {
    if (relation instanceof BoundRelation.Values values) {
      values.rows().forEach(this::addAll);
    } else if (relation instanceof BoundRelation.Filter filter) {
      add(filter.condition());
      visit(filter.input());
    } else if (relation instanceof BoundRelation.Project project) {
      addAll(project.expressions());
      visit(project.input());
    } else if (relation instanceof BoundRelation.Unnest unnest) {
      add(unnest.array());
      visit(unnest.input());
    } else if (relation instanceof BoundRelation.Aggregate aggregate) {
      addAll(aggregate.keys());
      for (BoundRelation.AggregateCall call : aggregate.calls()) {
        addAll(call.arguments());
        add(call.filter());
        call.orderBy().forEach(item -> add(item.expression()));
      }
      visit(aggregate.input());
    } else if (relation instanceof BoundRelation.Sort sort) {
      sort.items().forEach(item -> add(item.expression()));
      visit(sort.input());
    } else if (relation instanceof BoundRelation.Limit limit) {
      visit(limit.input());
    } else if (relation instanceof BoundRelation.SetOp setOp) {
      for (BoundRelation input : setOp.inputs()) {
        input.columns().forEach(this::add); // positional
        visit(input);
      }
    }
  }

  private void addAll(List<BoundExpr> exprs) {
    exprs.forEach(this::add);
  }

  private void add(@Nullable BoundExpr expr) {
    if (expr == null) {
      return;
    }
    if (expr instanceof BoundExpr.ColumnRef ref) {
      add(ref.column());
    }
    BoundExprs.operands(expr).forEach(this::add);
  }

  private void add(BoundColumn column) {
    ids.add(column.id());
  }
}
