package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.core.JoinRelType;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.planner.cost.CostModel;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.cost.RowOrder;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.PhysicalPlan.JoinKind;
import org.ratchetdb.planner.physical.SortKey;

/**
 * Join operators over two plans, with their prices. Columns of the right plan are numbered from
 * {@code rightOffset} on in the layout of the result.
 */
final class Joins {
  /** Opening the inner plan of an apply for one row. */
  private static final double APPLY_ROW = 6.0;

  private Joins() {}

  static JoinKind kind(JoinRelType type) {
    return switch (type) {
      case INNER -> JoinKind.INNER;
      case LEFT -> JoinKind.LEFT;
      case FULL -> JoinKind.FULL;
      case SEMI -> JoinKind.SEMI;
      case ANTI -> JoinKind.ANTI;
      default -> throw DbException.notSupported("A join of this kind");
    };
  }

  static boolean yieldsRight(JoinKind kind) {
    return switch (kind) {
      case INNER, LEFT, FULL -> true;
      case SEMI, ANTI, ANTI_NULL_AWARE -> false;
    };
  }

  private static List<OutputColumn> output(JoinKind kind, Built left, Built right) {
    List<OutputColumn> output = new ArrayList<>(left.output());
    if (yieldsRight(kind)) {
      output.addAll(right.output());
    }
    return output;
  }

  private static List<Integer> layout(JoinKind kind, Built left, Built right, int rightOffset) {
    List<Integer> layout = new ArrayList<>(left.layout());
    if (yieldsRight(kind)) {
      for (int column : right.layout()) {
        layout.add(column == Built.HIDDEN ? Built.HIDDEN : rightOffset + column);
      }
    }
    return layout;
  }

  /** The order of what is yielded for one left row after the other. */
  private static RowOrder order(
      JoinKind kind, Built left, Built right, Set<Integer> equal, boolean anew) {
    RowOrder order = left.candidate().order();
    return yieldsRight(kind)
        ? order.pairs(
            right.candidate().order(), left.output().size(), equal, kind == JoinKind.LEFT, anew)
        : order;
  }

  static double hashCost(Built left, Built right, double rows) {
    return left.candidate().total()
        + right.candidate().total()
        + CostModel.hashBuild(right.candidate().rows())
        + CostModel.hashProbe(left.candidate().rows())
        + CostModel.emit(rows);
  }

  /** The right side goes into the table. Order is lost, since both sides may spill. */
  static Built hash(
      JoinKind kind,
      Built left,
      Built right,
      int rightOffset,
      List<Integer> leftKeys,
      List<Integer> rightKeys,
      @Nullable PhysicalExpr residual,
      double rows) {
    PhysicalPlan.Query plan =
        new PhysicalPlan.HashJoin(
            kind,
            left.candidate().plan(),
            right.candidate().plan(),
            leftKeys,
            rightKeys,
            residual,
            output(kind, left, right));
    double total = hashCost(left, right, rows);
    double startup =
        Math.min(
            total,
            left.candidate().startup()
                + right.candidate().total()
                + CostModel.hashBuild(right.candidate().rows()));
    return new Built(
        new PlanCandidate(plan, startup, total, rows, RowOrder.NONE),
        layout(kind, left, right, rightOffset));
  }

  /**
   * @param residualCost the price of checking the residual for the pairs that the keys make
   */
  static Built merge(
      JoinKind kind,
      Built left,
      Built right,
      int rightOffset,
      List<SortKey> leftKeys,
      List<SortKey> rightKeys,
      @Nullable PhysicalExpr residual,
      double residualCost,
      double rows) {
    PhysicalPlan.Query plan =
        new PhysicalPlan.MergeJoin(
            kind,
            left.candidate().plan(),
            right.candidate().plan(),
            leftKeys,
            rightKeys,
            residual,
            output(kind, left, right));
    double total =
        left.candidate().total()
            + right.candidate().total()
            + CostModel.merge(left.candidate().rows(), right.candidate().rows())
            + residualCost
            + CostModel.emit(rows);
    double startup = left.candidate().startup() + right.candidate().startup();
    Set<Integer> equal = rightKeys.stream().map(SortKey::ordinal).collect(Collectors.toSet());
    RowOrder order = order(kind, left, right, equal, false);
    return new Built(
        new PlanCandidate(plan, startup, total, rows, order),
        layout(kind, left, right, rightOffset));
  }

  static double nestedLoopCost(Built left, Built right, double rows) {
    return left.candidate().total()
        + right.candidate().total()
        + CostModel.nestedLoop(left.candidate().rows(), right.candidate().rows())
        + CostModel.emit(rows);
  }

  static Built nestedLoop(
      JoinKind kind,
      Built left,
      Built right,
      int rightOffset,
      @Nullable PhysicalExpr condition,
      double rows) {
    PhysicalPlan.Query plan =
        new PhysicalPlan.NestedLoopJoin(
            kind,
            left.candidate().plan(),
            right.candidate().plan(),
            condition,
            output(kind, left, right));
    double total = nestedLoopCost(left, right, rows);
    double startup = left.candidate().startup() + right.candidate().total();
    RowOrder order =
        kind == JoinKind.FULL ? RowOrder.NONE : order(kind, left, right, Set.of(), false);
    return new Built(
        new PlanCandidate(plan, Math.min(startup, total), total, rows, order),
        layout(kind, left, right, rightOffset));
  }

  static double applyCost(Built left, Built right, double rows, double goal) {
    return left.candidate().total()
        + left.candidate().rows() * (right.candidate().costOf(goal) + APPLY_ROW)
        + CostModel.emit(rows);
  }

  /**
   * @param condition over the left output followed by the right one, or null
   * @param goal rows of the right side that are read per left row
   */
  static Built apply(
      JoinKind kind,
      Built left,
      Built right,
      int rightOffset,
      int correlationId,
      @Nullable PhysicalExpr condition,
      double rows,
      double goal) {
    PhysicalPlan.Query plan =
        new PhysicalPlan.Apply(
            kind,
            left.candidate().plan(),
            right.candidate().plan(),
            correlationId,
            condition,
            output(kind, left, right));
    double total = applyCost(left, right, rows, goal);
    double startup = Math.min(total, left.candidate().startup() + right.candidate().startup());
    return new Built(
        new PlanCandidate(
            plan, startup, total, Math.max(0.01, rows), order(kind, left, right, Set.of(), true)),
        layout(kind, left, right, rightOffset));
  }
}
