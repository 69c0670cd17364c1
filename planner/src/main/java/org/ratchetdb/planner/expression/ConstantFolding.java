package org.ratchetdb.planner.expression;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.Volatility;

/**
 * Evaluates what is constant in an expression and drops what logic makes superfluous.
 *
 * <pre>
 *   id = 2 + 3 AND TRUE     becomes    id = 5
 *   x OR TRUE               becomes    TRUE
 *   1 / 0                   stays: the error belongs to the row that needs the value, if any does
 *   CURRENT_TIMESTAMP()     stays: the plan outlives the statement
 * </pre>
 */
public final class ConstantFolding {
  private static final BoundExpr TRUE = literal(new Value.Bool(true));
  private static final BoundExpr FALSE = literal(new Value.Bool(false));

  private final PlanningContext context;
  private final ExpressionTranslator translator;

  public ConstantFolding(PlanningContext context) {
    this.context = context;
    this.translator =
        new ExpressionTranslator(
            context.isPostgres(),
            column -> {
              throw new IllegalStateException("constant with a column");
            });
  }

  public BoundExpr fold(BoundExpr expr) {
    return BoundExprs.map(expr, this::foldNode);
  }

  private BoundExpr foldNode(BoundExpr expr) {
    if (expr instanceof BoundExpr.And and) {
      return foldLogic(and.operands(), true);
    } else if (expr instanceof BoundExpr.Or or) {
      return foldLogic(or.operands(), false);
    } else if (expr instanceof BoundExpr.Not not) {
      return foldNot(not);
    } else if (expr instanceof BoundExpr.IsNull isNull) {
      return isNull.operand() instanceof BoundExpr.Literal operand
          ? (operand.value().isNull() ? TRUE : FALSE)
          : expr;
    } else if (expr instanceof BoundExpr.Case cases) {
      return foldCase(cases);
    } else if (expr instanceof BoundExpr.Call call) {
      return call.function().volatility() == Volatility.IMMUTABLE && allLiterals(call.arguments())
          ? evaluate(call)
          : expr;
    } else if (expr instanceof BoundExpr.Cast cast) {
      return cast.operand() instanceof BoundExpr.Literal ? evaluate(cast) : expr;
    } else if (expr instanceof BoundExpr.Coalesce coalesce) {
      return allLiterals(coalesce.operands()) ? evaluate(coalesce) : expr;
    }
    return expr;
  }

  /** AND for {@code neutral} true, OR for false. */
  private static BoundExpr foldLogic(List<BoundExpr> operands, boolean neutral) {
    List<BoundExpr> kept = new ArrayList<>();
    for (BoundExpr operand : operands) {
      Boolean constant = asBoolean(operand);
      if (constant == null) {
        kept.add(operand);
      } else if (constant != neutral) {
        return operand;
      }
    }
    if (kept.isEmpty()) {
      return neutral ? TRUE : FALSE;
    }
    if (kept.size() == 1) {
      return kept.get(0);
    }
    return neutral ? new BoundExpr.And(kept) : new BoundExpr.Or(kept);
  }

  private static BoundExpr foldNot(BoundExpr.Not not) {
    if (not.operand() instanceof BoundExpr.Not inner) {
      return inner.operand();
    }
    if (not.operand() instanceof BoundExpr.Literal operand && operand.value().isNull()) {
      return operand;
    }
    Boolean constant = asBoolean(not.operand());
    if (constant == null) {
      return not;
    }
    return constant ? FALSE : TRUE;
  }

  private static BoundExpr foldCase(BoundExpr.Case cases) {
    List<BoundExpr.When> kept = new ArrayList<>();
    for (BoundExpr.When when : cases.whens()) {
      if (when.condition() instanceof BoundExpr.Literal literal) {
        Boolean constant = asBoolean(literal);
        if (constant == null || !constant) {
          continue; // FALSE or NULL: never taken
        }
        return kept.isEmpty()
            ? when.result()
            : new BoundExpr.Case(kept, when.result(), cases.type());
      }
      kept.add(when);
    }
    if (kept.isEmpty()) {
      return cases.otherwise();
    }
    return kept.size() == cases.whens().size()
        ? cases
        : new BoundExpr.Case(kept, cases.otherwise(), cases.type());
  }

  private BoundExpr evaluate(BoundExpr expr) {
    try {
      return literal(context.folder().fold(translator.translate(expr)));
    } catch (DbException e) {
      return expr;
    }
  }

  private static boolean allLiterals(List<BoundExpr> exprs) {
    for (BoundExpr expr : exprs) {
      if (!(expr instanceof BoundExpr.Literal)) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Boolean asBoolean(BoundExpr expr) {
    if (expr instanceof BoundExpr.Literal literal && literal.value() instanceof Value.Bool bool) {
      return bool.value();
    }
    return null;
  }

  private static BoundExpr literal(Value value) {
    return new BoundExpr.Literal(value, -1);
  }
}
