package org.ratchetdb.planner.build;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.cost.CostModel;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.cost.RowOrder;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.physical.AggregateCall;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.SortKey;

/** Physical operators over candidates. Every method returns a new candidate. */
public final class PlanNodes {
  /** What a LIMIT with a parameter is taken for. */
  public static final double LIMIT_GUESS = 100;

  /** Elements of an array that nobody counted. */
  public static final double ELEMENTS_GUESS = 10;

  /** Values of a grouping expression that nobody counted. */
  public static final double GROUPS_GUESS = 50;

  private PlanNodes() {}

  /** Passes the rows for which the condition is true; null is no condition. */
  public static PlanCandidate filter(
      PlanCandidate input, @Nullable PhysicalExpr condition, double selectivity) {
    if (condition == null) {
      return input;
    }
    double total = input.total() + CostModel.expressions(input.rows(), 1);
    return new PlanCandidate(
        new PhysicalPlan.Filter(input.plan(), condition),
        input.startup(),
        total,
        Math.max(0.01, input.rows() * selectivity),
        input.order());
  }

  /**
   * Computes columns. A projection that only passes every column on disappears, its names with it;
   * one above another that only picks columns becomes one.
   */
  public static PlanCandidate project(
      PlanCandidate input, List<PhysicalExpr> expressions, List<OutputColumn> output) {
    if (isIdentity(expressions, input.plan().output().size())) {
      return input;
    }
    PhysicalPlan.Query source = input.plan();
    List<PhysicalExpr> merged = expressions;
    if (source instanceof PhysicalPlan.Project lower && picksOnly(lower.expressions())) {
      merged = new ArrayList<>();
      for (PhysicalExpr expression : expressions) {
        merged.add(PhysicalExprs.inline(expression, lower.expressions()));
      }
      source = lower.input();
    }
    double total = input.total() + CostModel.expressions(input.rows(), expressions.size());
    return new PlanCandidate(
        new PhysicalPlan.Project(source, List.copyOf(merged), List.copyOf(output)),
        input.startup(),
        total,
        input.rows(),
        input.order().project(ordinal -> firstCopy(expressions, ordinal)));
  }

  private static boolean picksOnly(List<PhysicalExpr> expressions) {
    return expressions.stream().allMatch(e -> e instanceof PhysicalExpr.InputRef);
  }

  private static boolean isIdentity(List<PhysicalExpr> expressions, int inputColumns) {
    if (expressions.size() != inputColumns) {
      return false;
    }
    for (int i = 0; i < inputColumns; i++) {
      if (!(expressions.get(i) instanceof PhysicalExpr.InputRef ref) || ref.ordinal() != i) {
        return false;
      }
    }
    return true;
  }

  private static int firstCopy(List<PhysicalExpr> expressions, int ordinal) {
    for (int i = 0; i < expressions.size(); i++) {
      if (expressions.get(i) instanceof PhysicalExpr.InputRef ref && ref.ordinal() == ordinal) {
        return i;
      }
    }
    return -1;
  }

  /** Picks columns of the input by position. */
  public static PlanCandidate pick(PlanCandidate input, List<Integer> ordinals) {
    List<OutputColumn> from = input.plan().output();
    List<PhysicalExpr> expressions = new ArrayList<>();
    List<OutputColumn> output = new ArrayList<>();
    for (int ordinal : ordinals) {
      expressions.add(new PhysicalExpr.InputRef(ordinal, from.get(ordinal).type()));
      output.add(from.get(ordinal));
    }
    return project(input, expressions, output);
  }

  /** Sorts unless the input is in that order already. */
  public static PlanCandidate sort(PlanCandidate input, List<SortKey> keys) {
    List<SortKey> needed = withoutConstants(input.order(), keys);
    if (input.order().satisfies(keys)) {
      return input;
    }
    double total = input.total() + CostModel.sort(input.rows());
    return new PlanCandidate(
        new PhysicalPlan.Sort(input.plan(), needed, null, null),
        input.total(),
        total,
        input.rows(),
        sorted(input.order(), needed));
  }

  /** Sorts and keeps a window of rows; only the window when the order is there already. */
  public static PlanCandidate sortLimit(
      PlanCandidate input,
      List<SortKey> keys,
      @Nullable PhysicalExpr offset,
      @Nullable PhysicalExpr count) {
    if (count == null || input.order().satisfies(keys)) {
      return limit(sort(input, keys), offset, count);
    }
    List<SortKey> needed = withoutConstants(input.order(), keys);
    double kept = rowGoal(offset, count);
    double total = input.total() + CostModel.topN(input.rows(), kept);
    return new PlanCandidate(
        new PhysicalPlan.Sort(input.plan(), needed, offset, count),
        total,
        total,
        Math.min(input.rows(), kept),
        sorted(input.order(), needed));
  }

  private static RowOrder sorted(RowOrder before, List<SortKey> keys) {
    return new RowOrder(keys, before.constants(), before.neverNull(), false);
  }

  private static List<SortKey> withoutConstants(RowOrder order, List<SortKey> keys) {
    List<SortKey> kept = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (SortKey key : keys) {
      if (!order.constants().contains(key.ordinal()) && seen.add(key.ordinal())) {
        kept.add(key);
      }
    }
    return kept;
  }

  /** OFFSET and LIMIT; the count goes into the scan below where there is nothing in between. */
  public static PlanCandidate limit(
      PlanCandidate input, @Nullable PhysicalExpr offset, @Nullable PhysicalExpr count) {
    if (offset == null && count == null) {
      return input;
    }
    double goal = rowGoal(offset, count);
    PhysicalPlan.Query plan = input.plan();
    if (offset == null && count != null) {
      plan = limitScan(plan, count);
    }
    if (offset != null || !isCount(count) || plan.equals(input.plan())) {
      plan = new PhysicalPlan.Limit(plan, offset, count);
    }
    return new PlanCandidate(
        plan,
        input.startup(),
        Math.max(input.startup(), input.costOf(goal)),
        Math.min(input.rows(), goal),
        input.order());
  }

  /** Whether it is a literal row count; only of such the operators above need not check. */
  private static boolean isCount(@Nullable PhysicalExpr count) {
    return count instanceof PhysicalExpr.Literal literal
        && literal.value() instanceof Value.Int64 value
        && value.value() >= 0;
  }

  private static PhysicalPlan.Query limitScan(PhysicalPlan.Query plan, PhysicalExpr count) {
    if (plan instanceof PhysicalPlan.Scan scan && scan.limit() == null) {
      return new PhysicalPlan.Scan(
          scan.path(),
          scan.columnIds(),
          scan.keys(),
          scan.reverse(),
          scan.residual(),
          count,
          scan.lock(),
          scan.perSplit(),
          scan.output());
    }
    if (plan instanceof PhysicalPlan.Project project) {
      PhysicalPlan.Query input = limitScan(project.input(), count);
      return input.equals(project.input())
          ? plan
          : new PhysicalPlan.Project(input, project.expressions(), project.output());
    }
    if (plan instanceof PhysicalPlan.BackJoin join && join.residual() == null) {
      PhysicalPlan.Query input = limitScan(join.input(), count);
      return input.equals(join.input())
          ? plan
          : new PhysicalPlan.BackJoin(
              input,
              join.path(),
              join.keyOrdinals(),
              join.columnIds(),
              null,
              join.lock(),
              join.output());
    }
    return plan;
  }

  /** Rows that a window touches, infinite without a count. */
  public static double rowGoal(@Nullable PhysicalExpr offset, @Nullable PhysicalExpr count) {
    if (count == null) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.max(1, number(count)) + (offset == null ? 0 : number(offset));
  }

  private static double number(PhysicalExpr expr) {
    return expr instanceof PhysicalExpr.Literal literal
            && literal.value() instanceof Value.Int64 value
        ? Math.max(0, value.value())
        : LIMIT_GUESS;
  }

  /** Groups, streaming when the rows arrive grouped. */
  public static PlanCandidate aggregate(
      PlanCandidate input,
      List<Integer> groupKeys,
      List<AggregateCall> calls,
      List<OutputColumn> output,
      double groups) {
    double rows = groupKeys.isEmpty() ? 1 : Math.max(0.01, Math.min(input.rows(), groups));
    Set<Integer> keySet = new TreeSet<>(groupKeys);
    boolean streaming = !groupKeys.isEmpty() && input.order().groups(keySet);
    double work =
        CostModel.expressions(input.rows(), calls.size())
            + (streaming || groupKeys.isEmpty()
                ? CostModel.streamAggregate(input.rows())
                : CostModel.hashAggregate(input.rows(), rows));
    double total = input.total() + work;
    RowOrder order =
        streaming
            ? input.order().withoutUniqueness().project(groupKeys::indexOf)
            : new RowOrder(
                List.of(), Set.of(), input.order().project(groupKeys::indexOf).neverNull(), false);
    return new PlanCandidate(
        new PhysicalPlan.Aggregate(
            input.plan(), List.copyOf(groupKeys), List.copyOf(calls), streaming, output),
        streaming ? input.startup() : total,
        total,
        rows,
        order);
  }

  /** Gives the columns their final names. */
  public static PhysicalPlan.Query withNames(PhysicalPlan.Query plan, List<OutputColumn> output) {
    if (plan.output().equals(output)) {
      return plan;
    }
    if (plan instanceof PhysicalPlan.Project project) {
      return new PhysicalPlan.Project(project.input(), project.expressions(), output);
    }
    if (plan instanceof PhysicalPlan.Scan scan) {
      return new PhysicalPlan.Scan(
          scan.path(),
          scan.columnIds(),
          scan.keys(),
          scan.reverse(),
          scan.residual(),
          scan.limit(),
          scan.lock(),
          scan.perSplit(),
          output);
    }
    if (plan instanceof PhysicalPlan.Aggregate aggregate) {
      return new PhysicalPlan.Aggregate(
          aggregate.input(),
          aggregate.groupKeys(),
          aggregate.aggregates(),
          aggregate.streaming(),
          output);
    }
    if (plan instanceof PhysicalPlan.Limit limit) {
      return new PhysicalPlan.Limit(
          withNames(limit.input(), output), limit.offset(), limit.count());
    }
    if (plan instanceof PhysicalPlan.Sort sort) {
      return new PhysicalPlan.Sort(
          withNames(sort.input(), output), sort.keys(), sort.offset(), sort.count());
    }
    List<PhysicalExpr> expressions = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      expressions.add(new PhysicalExpr.InputRef(i, output.get(i).type()));
    }
    return new PhysicalPlan.Project(plan, expressions, output);
  }
}
