package org.ratchetdb.planner.expression;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;

/** Turns bound expressions without subqueries into physical ones. Immutable. */
public final class ExpressionTranslator {
  private final boolean postgres;
  private final ColumnResolver columns;

  /**
   * @param postgres whether casts follow PostgreSQL's rules
   * @param columns where columns are
   */
  public ExpressionTranslator(boolean postgres, ColumnResolver columns) {
    this.postgres = postgres;
    this.columns = columns;
  }

  public List<PhysicalExpr> translateAll(List<BoundExpr> exprs) {
    List<PhysicalExpr> result = new ArrayList<>(exprs.size());
    for (BoundExpr expr : exprs) {
      result.add(translate(expr));
    }
    return result;
  }

  public PhysicalExpr translate(BoundExpr expr) {
    if (expr instanceof BoundExpr.ColumnRef ref) {
      return columns.resolve(ref.column());
    } else if (expr instanceof BoundExpr.Literal literal) {
      return new PhysicalExpr.Literal(literal.value());
    } else if (expr instanceof BoundExpr.Parameter parameter) {
      return new PhysicalExpr.Parameter(parameter.index(), parameter.type());
    } else if (expr instanceof BoundExpr.Call call) {
      return new PhysicalExpr.Call(
          call.function().kernel(), translateAll(call.arguments()), call.type());
    } else if (expr instanceof BoundExpr.And and) {
      return new PhysicalExpr.And(translateAll(and.operands()));
    } else if (expr instanceof BoundExpr.Or or) {
      return new PhysicalExpr.Or(translateAll(or.operands()));
    } else if (expr instanceof BoundExpr.Not not) {
      return new PhysicalExpr.Not(translate(not.operand()));
    } else if (expr instanceof BoundExpr.IsNull isNull) {
      return new PhysicalExpr.IsNull(translate(isNull.operand()));
    } else if (expr instanceof BoundExpr.Case cases) {
      List<PhysicalExpr.When> whens = new ArrayList<>();
      for (BoundExpr.When when : cases.whens()) {
        whens.add(new PhysicalExpr.When(translate(when.condition()), translate(when.result())));
      }
      return new PhysicalExpr.Case(whens, translate(cases.otherwise()), cases.type());
    } else if (expr instanceof BoundExpr.Coalesce coalesce) {
      return new PhysicalExpr.Coalesce(translateAll(coalesce.operands()), coalesce.type());
    } else if (expr instanceof BoundExpr.Cast cast) {
      return new PhysicalExpr.Cast(
          translate(cast.operand()),
          cast.type(),
          cast.safe(),
          postgres,
          cast.lengthMax(),
          cast.numericPrecision(),
          cast.numericScale());
    } else if (expr instanceof BoundExpr.InList in) {
      return new PhysicalExpr.InList(translate(in.operand()), translateAll(in.list()));
    } else if (expr instanceof BoundExpr.NextSequenceValue next) {
      return new PhysicalExpr.NextSequenceValue(next.sequenceId());
    } else if (expr instanceof BoundExpr.PendingCommitTimestamp) {
      return new PhysicalExpr.PendingCommitTimestamp();
    }
    throw DbException.notSupported("A subquery in this place");
  }
}
