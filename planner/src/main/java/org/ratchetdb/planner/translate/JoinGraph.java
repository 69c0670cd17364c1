package org.ratchetdb.planner.translate;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.access.AccessCondition;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.logical.RelConverter;
import org.ratchetdb.planner.logical.ScanRel;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan.JoinKind;
import org.ratchetdb.planner.type.RelTypes;

/**
 * A cluster of joins taken apart into factors and conditions, over one numbering of all columns.
 *
 * <pre>
 *   ((a JOIN b ON a.x = b.x) LEFT JOIN c ON b.y = c.y) SEMI JOIN d ON a.z = d.z
 *
 *   factors      a, b        free to be joined in any order
 *                c LEFT      once b is there, on the right
 *                d SEMI      once a is there, on the right
 *   conditions   a.x = b.x
 * </pre>
 *
 * Outer, semi and anti joins commute with inner joins that do not touch their right side, and a
 * condition that does touch it is checked when all its factors are there. A full outer join, or one
 * with a hint, is a factor by itself unless it is the root.
 *
 * <p>Left joins on the right of a left join stand beside it where that means the same; a chain of
 * right joins is nothing else:
 *
 * <pre>
 *   a LEFT JOIN (b LEFT JOIN c ON b.y = c.y) ON a.x = b.x
 *
 *   factors      a           free
 *                b LEFT      once a is there
 *                c LEFT      once b is there
 *
 *   not with ON a.x = c.x or with ON b.y = c.y OR b.y IS NULL, where a padded b could find a c
 * </pre>
 */
final class JoinGraph {
  /** More factors than bits do not fit; the rest of such a cluster stays a factor. */
  private static final int FACTORS_MAX = 30;

  /**
   * One input of the cluster.
   *
   * @param rel its expression
   * @param offset number of its first column
   * @param kind INNER, or how it joins what is there before
   * @param on conditions of that join; empty for INNER
   * @param required factors that must be there before, as bits
   */
  record Factor(RelNode rel, int offset, JoinKind kind, List<Conjunct> on, int required) {
    boolean isFree() {
      return kind == JoinKind.INNER;
    }

    int width() {
      return rel.getRowType().getFieldCount();
    }

    boolean has(int column) {
      return column >= offset && column < offset + width();
    }
  }

  /**
   * A condition over the cluster's columns.
   *
   * @param mask factors that it reads, as bits
   */
  record Conjunct(AccessCondition condition, int mask) {}

  private final PhysicalBuilder builder;
  private final List<Factor> factors = new ArrayList<>();
  private final List<Conjunct> conjuncts = new ArrayList<>();
  private Map<String, String> rootHints = Map.of();
  private int width;
  private final List<Integer> output;

  JoinGraph(PhysicalBuilder builder, RelNode root) {
    this.builder = builder;
    this.output = flattenRoot(root);
  }

  List<Factor> factors() {
    return factors;
  }

  List<Conjunct> conjuncts() {
    return conjuncts;
  }

  /** Number of each column of the root. */
  List<Integer> output() {
    return output;
  }

  /** Hints of a root that is joined exactly as written. */
  Map<String, String> rootHints() {
    return rootHints;
  }

  Factor factorOf(int column) {
    for (Factor factor : factors) {
      if (factor.has(column)) {
        return factor;
      }
    }
    throw new IllegalArgumentException("column " + column);
  }

  int bit(int column) {
    return 1 << factors.indexOf(factorOf(column));
  }

  /** Conditions of a filter that is a factor, over its own columns. */
  List<AccessCondition> conditionsOf(Filter filter) {
    return builder.conditions(filter.getCondition());
  }

  /** A condition as the executor can evaluate it. */
  PhysicalExpr lower(PhysicalExpr condition) {
    return builder.translator().lower(condition);
  }

  /** A reference to a column by its number. */
  PhysicalExpr reference(int column) {
    Factor factor = factorOf(column);
    RelDataType type =
        factor.rel().getRowType().getFieldList().get(column - factor.offset()).getType();
    return new PhysicalExpr.InputRef(column, RelTypes.toSqlType(type));
  }

  /** Whether a filter above the expression should join its cluster. */
  static boolean isJoin(RelNode rel) {
    if (rel instanceof Join join) {
      return isFlattened(join);
    } else if (rel instanceof Project project) {
      return picksOnly(project) && isJoin(project.getInput());
    } else if (rel instanceof Filter filter) {
      return isJoin(filter.getInput());
    }
    return false;
  }

  private static boolean isFlattened(Join join) {
    return join.getHints().isEmpty() && join.getJoinType() != JoinRelType.FULL;
  }

  private static boolean picksOnly(Project project) {
    return project.getProjects().stream().allMatch(RexInputRef.class::isInstance);
  }

  private List<Integer> flattenRoot(RelNode root) {
    if (root instanceof Join join && !isFlattened(join)) {
      ImmutableList<RelHint> hints = join.getHints();
      rootHints =
          hints.stream()
              .filter(hint -> hint.hintName.equals(RelConverter.JOIN_HINT))
              .findFirst()
              .map(hint -> hint.kvOptions)
              .<Map<String, String>>map(options -> options)
              .orElse(Map.of());
      if (join.getJoinType() == JoinRelType.RIGHT) {
        return rightJoin(join, leaf(join.getRight()));
      }
      List<Integer> left = leaf(join.getLeft());
      if (join.getJoinType() != JoinRelType.INNER) {
        return dependent(join, left);
      }
      List<Integer> both = new ArrayList<>(left);
      both.addAll(leaf(join.getRight()));
      conjuncts.addAll(conjuncts(join.getCondition(), both));
      return both;
    }
    return flatten(root, FACTORS_MAX);
  }

  /**
   * Takes an expression apart.
   *
   * @param budget factors that it may become, at least 1. Of a larger cluster the joins at the top
   *     come apart, and what is below them stays a factor: then few clusters lie in each other.
   */
  private List<Integer> flatten(RelNode rel, int budget) {
    if (budget == 1) {
      return leaf(rel);
    }
    if (rel instanceof Join join && isFlattened(join)) {
      if (join.getJoinType() == JoinRelType.RIGHT) {
        return rightJoin(join, flatten(join.getRight(), budget - 1));
      }
      if (join.getJoinType() == JoinRelType.LEFT) {
        int leftBudget = leftBudget(leaves(join.getLeft()), optionalLeaves(join), budget);
        return leftJoin(join, flatten(join.getLeft(), leftBudget), budget - leftBudget);
      }
      if (join.getJoinType() != JoinRelType.INNER) {
        return dependent(join, flatten(join.getLeft(), budget - 1));
      }
      int leftBudget = leftBudget(leaves(join.getLeft()), leaves(join.getRight()), budget);
      List<Integer> both = new ArrayList<>(flatten(join.getLeft(), leftBudget));
      both.addAll(flatten(join.getRight(), budget - leftBudget));
      conjuncts.addAll(conjuncts(join.getCondition(), both));
      return both;
    } else if (rel instanceof Filter filter && isJoin(filter.getInput())) {
      List<Integer> columns = flatten(filter.getInput(), budget);
      conjuncts.addAll(conjuncts(filter.getCondition(), columns));
      return columns;
    } else if (rel instanceof Project project && isJoin(rel)) {
      List<Integer> below = flatten(project.getInput(), budget);
      List<Integer> columns = new ArrayList<>();
      for (RexNode expr : project.getProjects()) {
        columns.add(below.get(((RexInputRef) expr).getIndex()));
      }
      return columns;
    }
    return leaf(rel);
  }

  /** What the left of two inputs gets of a budget of at least two: the smaller one is not cut. */
  private static int leftBudget(int leftLeaves, int rightLeaves, int budget) {
    return leftLeaves <= rightLeaves
        ? Math.min(leftLeaves, budget - 1)
        : budget - Math.min(rightLeaves, budget - 1);
  }

  /** Factors that an expression would become. */
  private static int leaves(RelNode rel) {
    if (rel instanceof Join join && isFlattened(join)) {
      return switch (join.getJoinType()) {
        case INNER -> leaves(join.getLeft()) + leaves(join.getRight());
        case LEFT -> leaves(join.getLeft()) + optionalLeaves(join);
        case RIGHT -> leaves(join.getRight()) + 1;
        default -> leaves(join.getLeft()) + 1;
      };
    } else if (isJoin(rel)) {
      return leaves(rel.getInput(0));
    }
    return 1;
  }

  private List<Integer> leaf(RelNode rel) {
    return newFactor(rel, JoinKind.INNER);
  }

  private List<Integer> newColumns(RelNode rel) {
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < rel.getRowType().getFieldCount(); i++) {
      columns.add(width++);
    }
    return columns;
  }

  /** Factors that the right side of a left join would become. */
  private static int optionalLeaves(Join join) {
    Join inner = OptionalSide.joinBeside(join);
    return inner == null ? 1 : 1 + optionalLeaves(inner);
  }

  /**
   * A left join, its right side taken apart as far as that means the same.
   *
   * @param budget factors that the right side may become, at least 1
   */
  private List<Integer> leftJoin(Join join, List<Integer> left, int budget) {
    Join inner = budget == 1 ? null : OptionalSide.joinBeside(join);
    if (inner == null) {
      return dependent(join, left);
    }
    List<Integer> middle = newFactor(inner.getLeft(), JoinKind.LEFT);
    List<Integer> both = new ArrayList<>(left);
    both.addAll(middle);
    addConditions(join.getCondition(), both);
    List<Integer> right = leftJoin(inner, middle, budget - 1);
    List<Integer> result = new ArrayList<>(left);
    result.addAll(right);
    return result;
  }

  /** The right side of a join that is not inner. */
  private List<Integer> dependent(Join join, List<Integer> left) {
    JoinKind kind = Joins.kind(join.getJoinType());
    List<Integer> right = newFactor(join.getRight(), kind);
    List<Integer> both = new ArrayList<>(left);
    both.addAll(right);
    addConditions(join.getCondition(), both);
    return Joins.yieldsRight(kind) ? both : left;
  }

  /** A right join is a left join with the sides exchanged. */
  private List<Integer> rightJoin(Join join, List<Integer> right) {
    List<Integer> both = new ArrayList<>(newFactor(join.getLeft(), JoinKind.LEFT));
    both.addAll(right);
    addConditions(join.getCondition(), both);
    return both;
  }

  private List<Integer> newFactor(RelNode rel, JoinKind kind) {
    factors.add(new Factor(rel, width, kind, List.of(), 0));
    return newColumns(rel);
  }

  /**
   * Gives the newest factor its conditions, whose bits can be told only now that it has columns.
   */
  private void addConditions(RexNode condition, List<Integer> columns) {
    int index = factors.size() - 1;
    Factor factor = factors.get(index);
    List<Conjunct> on = conjuncts(condition, columns);
    int required = 0;
    for (Conjunct conjunct : on) {
      required |= conjunct.mask();
    }
    required &= ~(1 << index);
    if (factor.kind() == JoinKind.FULL || !rootHints.isEmpty()) {
      required = (1 << index) - 1;
    }
    factors.set(index, new Factor(factor.rel(), factor.offset(), factor.kind(), on, required));
  }

  private List<Conjunct> conjuncts(RexNode condition, List<Integer> columns) {
    List<Conjunct> result = new ArrayList<>();
    for (AccessCondition part : builder.joinConditions(condition)) {
      AccessCondition renumbered =
          new AccessCondition(
              PhysicalExprs.remap(part.expression(), columns::get), part.seekable());
      int mask = 0;
      for (int column : PhysicalExprs.inputs(renumbered.expression())) {
        mask |= bit(column);
      }
      result.add(new Conjunct(renumbered, mask));
    }
    return result;
  }

  /** The table that a factor reads, under the conditions of a filter above it; or null. */
  static @Nullable ScanRel scanOf(RelNode rel) {
    if (rel instanceof ScanRel scan) {
      return scan;
    }
    return rel instanceof Filter filter && filter.getInput() instanceof ScanRel scan ? scan : null;
  }
}
