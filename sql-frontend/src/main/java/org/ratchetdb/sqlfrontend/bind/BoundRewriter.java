package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/**
 * Rebuilds bound expressions, and the relations of subqueries inside them, with some nodes
 * replaced.
 */
abstract class BoundRewriter {
  /** What the node becomes, or null to rebuild it from its rewritten parts. */
  protected abstract @Nullable BoundExpr replace(BoundExpr expr);

  final BoundExpr rewrite(BoundExpr expr) {
    BoundExpr replacement = replace(expr);
    return replacement != null ? replacement : rebuild(expr);
  }

  private BoundExpr rebuild(BoundExpr expr) {
    if (expr instanceof BoundExpr.Call call) {
      return call.arguments().isEmpty()
          ? call
          : new BoundExpr.Call(call.function(), all(call.arguments()));
    }
    if (expr instanceof BoundExpr.And and) {
      return new BoundExpr.And(all(and.operands()));
    }
    if (expr instanceof BoundExpr.Or or) {
      return new BoundExpr.Or(all(or.operands()));
    }
    if (expr instanceof BoundExpr.Not not) {
      return new BoundExpr.Not(rewrite(not.operand()));
    }
    if (expr instanceof BoundExpr.IsNull isNull) {
      return new BoundExpr.IsNull(rewrite(isNull.operand()));
    }
    if (expr instanceof BoundExpr.Case cases) {
      List<BoundExpr.When> whens = new ArrayList<>();
      for (BoundExpr.When when : cases.whens()) {
        whens.add(new BoundExpr.When(rewrite(when.condition()), rewrite(when.result())));
      }
      return new BoundExpr.Case(whens, rewrite(cases.otherwise()), cases.type());
    }
    if (expr instanceof BoundExpr.Coalesce coalesce) {
      return new BoundExpr.Coalesce(all(coalesce.operands()), coalesce.type());
    }
    if (expr instanceof BoundExpr.Cast cast) {
      return new BoundExpr.Cast(
          rewrite(cast.operand()),
          cast.type(),
          cast.safe(),
          cast.explicit(),
          cast.lengthMax(),
          cast.numericPrecision(),
          cast.numericScale());
    }
    if (expr instanceof BoundExpr.InList in) {
      return new BoundExpr.InList(rewrite(in.operand()), all(in.list()));
    }
    if (expr instanceof BoundExpr.Subquery subquery) {
      return new BoundExpr.Subquery(
          subquery.kind(),
          nullable(subquery.operand()),
          rewrite(subquery.query()),
          subquery.type());
    }
    return expr; // literals, parameters, columns, sequence values, pending timestamps
  }

  private List<BoundExpr> all(List<BoundExpr> exprs) {
    List<BoundExpr> rewritten = new ArrayList<>(exprs.size());
    for (BoundExpr expr : exprs) {
      rewritten.add(rewrite(expr));
    }
    return rewritten;
  }

  private @Nullable BoundExpr nullable(@Nullable BoundExpr expr) {
    return expr == null ? null : rewrite(expr);
  }

  final BoundRelation rewrite(BoundRelation relation) {
    if (relation instanceof BoundRelation.Filter filter) {
      return new BoundRelation.Filter(rewrite(filter.input()), rewrite(filter.condition()));
    }
    if (relation instanceof BoundRelation.Project project) {
      return new BoundRelation.Project(
          rewrite(project.input()), all(project.expressions()), project.columns());
    }
    if (relation instanceof BoundRelation.Join join) {
      return new BoundRelation.Join(
          join.kind(),
          rewrite(join.left()),
          rewrite(join.right()),
          nullable(join.condition()),
          join.hints());
    }
    if (relation instanceof BoundRelation.Unnest unnest) {
      return new BoundRelation.Unnest(
          rewrite(unnest.input()),
          rewrite(unnest.array()),
          unnest.element(),
          unnest.offset(),
          unnest.outer());
    }
    if (relation instanceof BoundRelation.Aggregate aggregate) {
      List<BoundRelation.AggregateCall> calls = new ArrayList<>();
      for (BoundRelation.AggregateCall call : aggregate.calls()) {
        calls.add(
            new BoundRelation.AggregateCall(
                call.function(),
                all(call.arguments()),
                call.distinct(),
                nullable(call.filter()),
                items(call.orderBy()),
                nullable(call.limit()),
                call.ignoreNulls()));
      }
      return new BoundRelation.Aggregate(
          rewrite(aggregate.input()),
          all(aggregate.keys()),
          aggregate.keyColumns(),
          calls,
          aggregate.callColumns());
    }
    if (relation instanceof BoundRelation.Sort sort) {
      return new BoundRelation.Sort(rewrite(sort.input()), items(sort.items()));
    }
    if (relation instanceof BoundRelation.Limit limit) {
      return new BoundRelation.Limit(
          rewrite(limit.input()), nullable(limit.offset()), nullable(limit.count()));
    }
    if (relation instanceof BoundRelation.SetOp setOp) {
      List<BoundRelation> inputs = new ArrayList<>();
      for (BoundRelation input : setOp.inputs()) {
        inputs.add(rewrite(input));
      }
      return new BoundRelation.SetOp(setOp.operation(), inputs, setOp.columns());
    }
    if (relation instanceof BoundRelation.Values values) {
      List<List<BoundExpr>> rows = new ArrayList<>();
      for (List<BoundExpr> row : values.rows()) {
        rows.add(all(row));
      }
      return new BoundRelation.Values(rows, values.columns());
    }
    return relation; // scans
  }

  private List<BoundRelation.SortItem> items(List<BoundRelation.SortItem> items) {
    List<BoundRelation.SortItem> rewritten = new ArrayList<>(items.size());
    for (BoundRelation.SortItem item : items) {
      rewritten.add(
          new BoundRelation.SortItem(
              rewrite(item.expression()), item.descending(), item.nullsFirst()));
    }
    return rewritten;
  }

  /** The expression with the offsets of its literals taken away. */
  static BoundExpr withoutPositions(BoundExpr expr) {
    if (expr instanceof BoundExpr.ColumnRef) {
      return expr;
    }
    return new BoundRewriter() {
      @Override
      protected @Nullable BoundExpr replace(BoundExpr node) {
        return node instanceof BoundExpr.Literal literal && literal.position() >= 0
            ? new BoundExpr.Literal(literal.value(), -1)
            : null;
      }
    }.rewrite(expr);
  }
}
