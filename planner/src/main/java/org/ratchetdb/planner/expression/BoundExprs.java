package org.ratchetdb.planner.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.Volatility;

/** Functions over bound expressions. */
public final class BoundExprs {
  private BoundExprs() {}

  /** Operands of nested ANDs in order. */
  public static List<BoundExpr> conjuncts(BoundExpr condition) {
    List<BoundExpr> result = new ArrayList<>();
    collectConjuncts(condition, result);
    return result;
  }

  private static void collectConjuncts(BoundExpr condition, List<BoundExpr> into) {
    if (condition instanceof BoundExpr.And and) {
      and.operands().forEach(o -> collectConjuncts(o, into));
    } else {
      into.add(condition);
    }
  }

  /** Direct operands; of a subquery only the operand of IN. */
  public static List<BoundExpr> operands(BoundExpr expr) {
    if (expr instanceof BoundExpr.Call call) {
      return call.arguments();
    } else if (expr instanceof BoundExpr.And and) {
      return and.operands();
    } else if (expr instanceof BoundExpr.Or or) {
      return or.operands();
    } else if (expr instanceof BoundExpr.Not not) {
      return List.of(not.operand());
    } else if (expr instanceof BoundExpr.IsNull isNull) {
      return List.of(isNull.operand());
    } else if (expr instanceof BoundExpr.Case cases) {
      List<BoundExpr> all = new ArrayList<>();
      for (BoundExpr.When when : cases.whens()) {
        all.add(when.condition());
        all.add(when.result());
      }
      all.add(cases.otherwise());
      return all;
    } else if (expr instanceof BoundExpr.Coalesce coalesce) {
      return coalesce.operands();
    } else if (expr instanceof BoundExpr.Cast cast) {
      return List.of(cast.operand());
    } else if (expr instanceof BoundExpr.InList in) {
      List<BoundExpr> all = new ArrayList<>();
      all.add(in.operand());
      all.addAll(in.list());
      return all;
    } else if (expr instanceof BoundExpr.Subquery subquery && subquery.operand() != null) {
      return List.of(subquery.operand());
    }
    return List.of();
  }

  /** Rebuilds bottom-up: operands first, then {@code rewrite} on the result. */
  public static BoundExpr map(BoundExpr expr, UnaryOperator<BoundExpr> rewrite) {
    return rewrite.apply(rebuild(expr, operand -> map(operand, rewrite)));
  }

  /** Replaces direct operands only. */
  public static BoundExpr mapOperands(BoundExpr expr, UnaryOperator<BoundExpr> rewrite) {
    return rebuild(expr, rewrite);
  }

  /** The same expression over other operands. */
  private static BoundExpr rebuild(BoundExpr expr, UnaryOperator<BoundExpr> rewrite) {
    if (expr instanceof BoundExpr.Call call) {
      return new BoundExpr.Call(call.function(), mapAll(call.arguments(), rewrite));
    } else if (expr instanceof BoundExpr.And and) {
      return new BoundExpr.And(mapAll(and.operands(), rewrite));
    } else if (expr instanceof BoundExpr.Or or) {
      return new BoundExpr.Or(mapAll(or.operands(), rewrite));
    } else if (expr instanceof BoundExpr.Not not) {
      return new BoundExpr.Not(rewrite.apply(not.operand()));
    } else if (expr instanceof BoundExpr.IsNull isNull) {
      return new BoundExpr.IsNull(rewrite.apply(isNull.operand()));
    } else if (expr instanceof BoundExpr.Case cases) {
      List<BoundExpr.When> whens = new ArrayList<>();
      for (BoundExpr.When when : cases.whens()) {
        whens.add(
            new BoundExpr.When(rewrite.apply(when.condition()), rewrite.apply(when.result())));
      }
      return new BoundExpr.Case(whens, rewrite.apply(cases.otherwise()), cases.type());
    } else if (expr instanceof BoundExpr.Coalesce coalesce) {
      return new BoundExpr.Coalesce(mapAll(coalesce.operands(), rewrite), coalesce.type());
    } else if (expr instanceof BoundExpr.Cast cast) {
      return new BoundExpr.Cast(
          rewrite.apply(cast.operand()),
          cast.type(),
          cast.safe(),
          cast.explicit(),
          cast.lengthMax(),
          cast.numericPrecision(),
          cast.numericScale());
    } else if (expr instanceof BoundExpr.InList in) {
      return new BoundExpr.InList(rewrite.apply(in.operand()), mapAll(in.list(), rewrite));
    } else if (expr instanceof BoundExpr.Subquery subquery && subquery.operand() != null) {
      return new BoundExpr.Subquery(
          subquery.kind(), rewrite.apply(subquery.operand()), subquery.query(), subquery.type());
    }
    return expr;
  }

  private static List<BoundExpr> mapAll(List<BoundExpr> exprs, UnaryOperator<BoundExpr> rewrite) {
    List<BoundExpr> result = new ArrayList<>(exprs.size());
    for (BoundExpr expr : exprs) {
      result.add(rewrite.apply(expr));
    }
    return result;
  }

  /** Whether it or anything in it, subqueries' insides left out, passes the test. */
  public static boolean any(BoundExpr expr, Predicate<BoundExpr> test) {
    if (test.test(expr)) {
      return true;
    }
    for (BoundExpr operand : operands(expr)) {
      if (any(operand, test)) {
        return true;
      }
    }
    return false;
  }

  /** Nodes of the expressions as trees; counting ends beyond a maximum. */
  public static int size(List<BoundExpr> exprs, int max) {
    int size = 0;
    for (BoundExpr expr : exprs) {
      if (size > max) {
        break;
      }
      size += 1 + size(operands(expr), max - size);
    }
    return size;
  }

  public static boolean hasSubquery(BoundExpr expr) {
    return any(expr, e -> e instanceof BoundExpr.Subquery);
  }

  /** Whether two evaluations may differ within a statement. */
  public static boolean isVolatile(BoundExpr expr) {
    return any(
        expr,
        e ->
            e instanceof BoundExpr.NextSequenceValue
                || (e instanceof BoundExpr.Call call
                    && call.function().volatility() == Volatility.VOLATILE));
  }
}
