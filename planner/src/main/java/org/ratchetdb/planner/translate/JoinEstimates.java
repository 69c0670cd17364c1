package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ratchetdb.planner.access.AccessCondition;
import org.ratchetdb.planner.expression.Comparisons;
import org.ratchetdb.planner.logical.ScanRel;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.translate.JoinConditions.Between;
import org.ratchetdb.planner.translate.JoinConditions.Equality;
import org.ratchetdb.planner.translate.JoinGraph.Factor;

/**
 * Guesses how many rows a join yields. Equal columns meet as often as the side with more values has
 * them; where the columns of a pair of factors cover a unique key of one, every row of the other
 * meets at most one of its rows.
 */
final class JoinEstimates {
  private static final double EXPRESSION_EQUALITY = 0.02;
  private static final double OTHER_CONDITION = 0.33;
  private static final double MATCH_MAX = 0.9;

  private final RelFacts facts;
  private final JoinGraph graph;
  private final JoinConditions conditions;

  JoinEstimates(RelFacts facts, JoinGraph graph, JoinConditions conditions) {
    this.facts = facts;
    this.graph = graph;
    this.conditions = conditions;
  }

  double join(double leftRows, double rightRows, Between between) {
    double selectivity = selectivity(between);
    double matches = rightRows * selectivity;
    double rows =
        switch (between.kind()) {
          case INNER -> leftRows * matches;
          case LEFT -> leftRows * Math.max(1, matches);
          case FULL -> Math.max(leftRows * Math.max(1, matches), rightRows);
          case SEMI -> leftRows * Math.min(MATCH_MAX, matches);
          case ANTI, ANTI_NULL_AWARE -> leftRows * (1 - Math.min(MATCH_MAX, matches));
        };
    return Math.max(0.01, rows * Math.pow(OTHER_CONDITION, between.after().size()));
  }

  /** Pairs of rows that agree in the equalities, whatever else is asked of them. */
  double pairs(double leftRows, double rightRows, List<Equality> equalities) {
    return leftRows * rightRows * selectivity(equalities);
  }

  private double selectivity(Between between) {
    List<Equality> equalities = new ArrayList<>(between.equalities());
    Equality nullAware = between.nullAware();
    if (nullAware != null) {
      equalities.add(nullAware);
    }
    double result = selectivity(equalities);
    for (AccessCondition condition : between.residual()) {
      result *= Comparisons.is(condition.expression(), "ne") ? 0.9 : OTHER_CONDITION;
    }
    return result;
  }

  private double selectivity(List<Equality> equalities) {
    double result = 1;
    Map<Long, List<Equality>> byPair = new TreeMap<>();
    for (Equality equality : equalities) {
      if (conditions.isConstant(equality.left()) && conditions.isConstant(equality.right())) {
        continue;
      }
      if (equality.left() instanceof PhysicalExpr.InputRef left
          && equality.right() instanceof PhysicalExpr.InputRef right) {
        long pair = ((long) graph.bit(left.ordinal()) << 32) | graph.bit(right.ordinal());
        byPair.computeIfAbsent(pair, p -> new ArrayList<>()).add(equality);
      } else {
        result *= expressionEquality(equality);
      }
    }
    for (List<Equality> pair : byPair.values()) {
      result *= pairSelectivity(pair);
    }
    return result;
  }

  private double expressionEquality(Equality equality) {
    double values = Math.max(distinct(equality.left()), distinct(equality.right()));
    return values > 0 ? 1 / values : EXPRESSION_EQUALITY;
  }

  /** Values of a column, 0 for an expression. */
  private double distinct(PhysicalExpr expr) {
    if (!(expr instanceof PhysicalExpr.InputRef ref)) {
      return 0;
    }
    double values = ownDistinct(ref.ordinal());
    // A column that equals a unique one is taken for a reference to it: it has no other values.
    for (int member : conditions.equalTo(ref.ordinal())) {
      if (uniqueRows(Set.of(member)) > 0) {
        values = Math.min(values, ownDistinct(member));
      }
    }
    return values;
  }

  private double ownDistinct(int column) {
    Factor factor = graph.factorOf(column);
    return facts.distinct(factor.rel(), column - factor.offset());
  }

  private double pairSelectivity(List<Equality> equalities) {
    Set<Integer> left = new HashSet<>();
    Set<Integer> right = new HashSet<>();
    double product = 1;
    for (Equality equality : equalities) {
      left.add(((PhysicalExpr.InputRef) equality.left()).ordinal());
      right.add(((PhysicalExpr.InputRef) equality.right()).ordinal());
      product /= Math.max(1, Math.max(distinct(equality.left()), distinct(equality.right())));
    }
    double uniqueRows = Math.max(uniqueRows(left), uniqueRows(right));
    if (uniqueRows > 0) {
      return 1 / uniqueRows;
    }
    double most = Math.max(tableRows(left), tableRows(right));
    return most > 0 ? Math.max(product, 1 / most) : product;
  }

  /** Rows of the table whose unique key the columns cover, else 0. */
  private double uniqueRows(Set<Integer> columns) {
    Factor factor = graph.factorOf(columns.iterator().next());
    Set<Integer> within = new HashSet<>();
    columns.forEach(column -> within.add(column - factor.offset()));
    if (!facts.isUnique(factor.rel(), within)) {
      return 0;
    }
    double rows = tableRows(columns);
    if (rows > 0) {
      return rows;
    }
    double values = 1;
    for (int column : within) {
      values *= facts.distinct(factor.rel(), column);
    }
    return values;
  }

  private double tableRows(Set<Integer> columns) {
    Factor factor = graph.factorOf(columns.iterator().next());
    ScanRel scan = JoinGraph.scanOf(factor.rel());
    return scan == null ? 0 : facts.selectivity().rows(scan.table());
  }
}
