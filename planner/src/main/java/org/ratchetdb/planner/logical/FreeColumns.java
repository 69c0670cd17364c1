package org.ratchetdb.planner.logical;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** Which columns of outer queries a subquery reads. Column ids are unique in a statement. */
public final class FreeColumns {
  private final Set<Integer> read = new HashSet<>();
  private final Set<Integer> made = new HashSet<>();

  private FreeColumns() {}

  /** Ids of columns that the relation reads and does not make. */
  static Set<Integer> of(BoundRelation relation) {
    FreeColumns columns = new FreeColumns();
    columns.visit(relation);
    columns.read.removeAll(columns.made);
    return columns.read;
  }

  /** Ids of columns that the expression reads, its subqueries' own columns left out. */
  public static Set<Integer> of(BoundExpr expr) {
    FreeColumns columns = new FreeColumns();
    columns.visit(expr);
    columns.read.removeAll(columns.made);
    return columns.read;
  }

  static boolean isClosed(BoundRelation relation) {
    return of(relation).isEmpty();
  }

  /** Whether the expression reads nothing but columns of the relation. */
  static boolean isOver(BoundExpr expr, BoundRelation relation) {
    Set<Integer> free = of(expr);
    relation.columns().forEach(column -> free.remove(column.id()));
    return free.isEmpty();
  }

  /** Whether the expression reads no column of the relation. */
  static boolean isForeignTo(BoundExpr expr, BoundRelation relation) {
    Set<Integer> free = of(expr);
    return relation.columns().stream().noneMatch(column -> free.contains(column.id()));
  }

  private void visit(BoundRelation relation) {
    relation.columns().forEach(column -> made.add(column.id()));
    if (relation instanceof BoundRelation.Values values) {
      values.rows().forEach(this::visitAll);
    } else if (relation instanceof BoundRelation.Filter filter) {
      visit(filter.condition());
      visit(filter.input());
    } else if (relation instanceof BoundRelation.Project project) {
      visitAll(project.expressions());
      visit(project.input());
    } else if (relation instanceof BoundRelation.Join join) {
      visit(join.condition());
      visit(join.left());
      visit(join.right());
    } else if (relation instanceof BoundRelation.Unnest unnest) {
      visit(unnest.array());
      visit(unnest.input());
    } else if (relation instanceof BoundRelation.Aggregate aggregate) {
      visitAll(aggregate.keys());
      for (BoundRelation.AggregateCall call : aggregate.calls()) {
        visitAll(call.arguments());
        visit(call.filter());
        call.orderBy().forEach(item -> visit(item.expression()));
      }
      visit(aggregate.input());
    } else if (relation instanceof BoundRelation.Sort sort) {
      sort.items().forEach(item -> visit(item.expression()));
      visit(sort.input());
    } else if (relation instanceof BoundRelation.Limit limit) {
      visit(limit.input());
    } else if (relation instanceof BoundRelation.SetOp setOp) {
      setOp.inputs().forEach(this::visit);
    }
  }

  private void visitAll(List<BoundExpr> exprs) {
    exprs.forEach(this::visit);
  }

  private void visit(@Nullable BoundExpr expr) {
    if (expr == null) {
      return;
    }
    if (expr instanceof BoundExpr.ColumnRef ref) {
      read.add(ref.column().id());
    } else if (expr instanceof BoundExpr.Subquery subquery) {
      visit(subquery.query());
    }
    BoundExprs.operands(expr).forEach(this::visit);
  }
}
