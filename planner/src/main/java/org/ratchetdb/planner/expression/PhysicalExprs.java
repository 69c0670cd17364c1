package org.ratchetdb.planner.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** Functions over physical expressions. */
public final class PhysicalExprs {
  public static final PhysicalExpr TRUE = new PhysicalExpr.Literal(new Value.Bool(true));
  public static final PhysicalExpr FALSE = new PhysicalExpr.Literal(new Value.Bool(false));

  private PhysicalExprs() {}

  /** Operands of nested ANDs in order; TRUE disappears. */
  public static List<PhysicalExpr> conjuncts(@Nullable PhysicalExpr condition) {
    List<PhysicalExpr> result = new ArrayList<>();
    if (condition != null) {
      collectConjuncts(condition, result);
    }
    return result;
  }

  private static void collectConjuncts(PhysicalExpr condition, List<PhysicalExpr> into) {
    if (condition instanceof PhysicalExpr.And and) {
      and.operands().forEach(o -> collectConjuncts(o, into));
    } else if (!isTrue(condition)) {
      into.add(condition);
    }
  }

  /** One condition for all of them, or null when there is none. */
  public static @Nullable PhysicalExpr and(List<PhysicalExpr> conjuncts) {
    return switch (conjuncts.size()) {
      case 0 -> null;
      case 1 -> conjuncts.get(0);
      default -> new PhysicalExpr.And(conjuncts);
    };
  }

  public static boolean isTrue(PhysicalExpr expr) {
    return expr instanceof PhysicalExpr.Literal literal
        && literal.value() instanceof Value.Bool bool
        && bool.value();
  }

  /** Whether it is the literal FALSE or NULL: as a condition it passes no row. */
  public static boolean isNeverTrue(PhysicalExpr expr) {
    return expr instanceof PhysicalExpr.Literal literal
        && (literal.value().isNull()
            || (literal.value() instanceof Value.Bool bool && !bool.value()));
  }

  public static boolean isCall(PhysicalExpr expr, String kernel) {
    return expr instanceof PhysicalExpr.Call call && call.kernel().equals(kernel);
  }

  /** Direct operands. */
  public static List<PhysicalExpr> operands(PhysicalExpr expr) {
    if (expr instanceof PhysicalExpr.Call call) {
      return call.arguments();
    } else if (expr instanceof PhysicalExpr.And and) {
      return and.operands();
    } else if (expr instanceof PhysicalExpr.Or or) {
      return or.operands();
    } else if (expr instanceof PhysicalExpr.Not not) {
      return List.of(not.operand());
    } else if (expr instanceof PhysicalExpr.IsNull isNull) {
      return List.of(isNull.operand());
    } else if (expr instanceof PhysicalExpr.Case cases) {
      List<PhysicalExpr> all = new ArrayList<>();
      for (PhysicalExpr.When when : cases.whens()) {
        all.add(when.condition());
        all.add(when.result());
      }
      all.add(cases.otherwise());
      return all;
    } else if (expr instanceof PhysicalExpr.Coalesce coalesce) {
      return coalesce.operands();
    } else if (expr instanceof PhysicalExpr.Cast cast) {
      return List.of(cast.operand());
    } else if (expr instanceof PhysicalExpr.InList in) {
      List<PhysicalExpr> all = new ArrayList<>();
      all.add(in.operand());
      all.addAll(in.list());
      return all;
    }
    return List.of();
  }

  /** Replaces leaves bottom-up: {@code leaf} sees every expression without operands. */
  public static PhysicalExpr mapLeaves(PhysicalExpr expr, UnaryOperator<PhysicalExpr> leaf) {
    if (expr instanceof PhysicalExpr.Call call) {
      return call.arguments().isEmpty()
          ? leaf.apply(call)
          : new PhysicalExpr.Call(call.kernel(), mapAll(call.arguments(), leaf), call.type());
    } else if (expr instanceof PhysicalExpr.And and) {
      return new PhysicalExpr.And(mapAll(and.operands(), leaf));
    } else if (expr instanceof PhysicalExpr.Or or) {
      return new PhysicalExpr.Or(mapAll(or.operands(), leaf));
    } else if (expr instanceof PhysicalExpr.Not not) {
      return new PhysicalExpr.Not(mapLeaves(not.operand(), leaf));
    } else if (expr instanceof PhysicalExpr.IsNull isNull) {
      return new PhysicalExpr.IsNull(mapLeaves(isNull.operand(), leaf));
    } else if (expr instanceof PhysicalExpr.Case cases) {
      List<PhysicalExpr.When> whens = new ArrayList<>();
      for (PhysicalExpr.When when : cases.whens()) {
        whens.add(
            new PhysicalExpr.When(
                mapLeaves(when.condition(), leaf), mapLeaves(when.result(), leaf)));
      }
      return new PhysicalExpr.Case(whens, mapLeaves(cases.otherwise(), leaf), cases.type());
    } else if (expr instanceof PhysicalExpr.Coalesce coalesce) {
      return new PhysicalExpr.Coalesce(mapAll(coalesce.operands(), leaf), coalesce.type());
    } else if (expr instanceof PhysicalExpr.Cast cast) {
      return new PhysicalExpr.Cast(
          mapLeaves(cast.operand(), leaf),
          cast.type(),
          cast.safe(),
          cast.postgres(),
          cast.lengthMax(),
          cast.numericPrecision(),
          cast.numericScale());
    } else if (expr instanceof PhysicalExpr.InList in) {
      return new PhysicalExpr.InList(mapLeaves(in.operand(), leaf), mapAll(in.list(), leaf));
    }
    return leaf.apply(expr);
  }

  private static List<PhysicalExpr> mapAll(
      List<PhysicalExpr> exprs, UnaryOperator<PhysicalExpr> leaf) {
    List<PhysicalExpr> result = new ArrayList<>(exprs.size());
    for (PhysicalExpr expr : exprs) {
      result.add(mapLeaves(expr, leaf));
    }
    return result;
  }

  /** Renumbers input columns. */
  public static PhysicalExpr remap(PhysicalExpr expr, IntUnaryOperator newOrdinal) {
    return mapLeaves(
        expr,
        leaf ->
            leaf instanceof PhysicalExpr.InputRef ref
                ? new PhysicalExpr.InputRef(newOrdinal.applyAsInt(ref.ordinal()), ref.type())
                : leaf);
  }

  /** Puts expressions in the place of input columns. */
  public static PhysicalExpr inline(PhysicalExpr expr, List<PhysicalExpr> replacements) {
    return mapLeaves(
        expr,
        leaf -> leaf instanceof PhysicalExpr.InputRef ref ? replacements.get(ref.ordinal()) : leaf);
  }

  /** Visits the expression and everything in it. */
  public static void walk(PhysicalExpr expr, Consumer<PhysicalExpr> visitor) {
    visitor.accept(expr);
    for (PhysicalExpr operand : operands(expr)) {
      walk(operand, visitor);
    }
  }

  /** Ordinals of the input columns that it reads. */
  public static Set<Integer> inputs(PhysicalExpr expr) {
    Set<Integer> result = new TreeSet<>();
    collectInputs(expr, result);
    return result;
  }

  /** Adds the ordinals of the input columns that it reads. */
  public static void collectInputs(PhysicalExpr expr, Set<Integer> into) {
    walk(
        expr,
        e -> {
          if (e instanceof PhysicalExpr.InputRef ref) {
            into.add(ref.ordinal());
          }
        });
  }

  public static boolean readsInput(PhysicalExpr expr) {
    if (expr instanceof PhysicalExpr.InputRef) {
      return true;
    }
    for (PhysicalExpr operand : operands(expr)) {
      if (readsInput(operand)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it reads a row of an outer plan. */
  public static boolean readsOuter(PhysicalExpr expr) {
    return expr instanceof PhysicalExpr.OuterRef
        || operands(expr).stream().anyMatch(PhysicalExprs::readsOuter);
  }
}
