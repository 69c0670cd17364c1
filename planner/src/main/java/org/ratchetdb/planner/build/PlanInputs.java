package org.ratchetdb.planner.build;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.ratchetdb.planner.physical.PhysicalPlan;

/** Rebuilds operators over other inputs. */
public final class PlanInputs {
  private PlanInputs() {}

  /** The same operator over rewritten inputs; itself when none of them changed. */
  public static PhysicalPlan.Query map(
      PhysicalPlan.Query plan, UnaryOperator<PhysicalPlan.Query> rewrite) {
    List<PhysicalPlan.Query> inputs = new ArrayList<>();
    boolean changed = false;
    for (PhysicalPlan.Query input : plan.inputs()) {
      PhysicalPlan.Query rewritten = rewrite.apply(input);
      changed |= rewritten != input;
      inputs.add(rewritten);
    }
    return changed ? withInputs(plan, inputs) : plan;
  }

  /** The same operator over those inputs, as many as it has now. */
  public static PhysicalPlan.Query withInputs(
      PhysicalPlan.Query plan, List<PhysicalPlan.Query> inputs) {
    PhysicalPlan.Query first = inputs.get(0);
    if (plan instanceof PhysicalPlan.BackJoin p) {
      return new PhysicalPlan.BackJoin(
          first, p.path(), p.keyOrdinals(), p.columnIds(), p.residual(), p.lock(), p.output());
    } else if (plan instanceof PhysicalPlan.Filter p) {
      return new PhysicalPlan.Filter(first, p.condition());
    } else if (plan instanceof PhysicalPlan.Project p) {
      return new PhysicalPlan.Project(first, p.expressions(), p.output());
    } else if (plan instanceof PhysicalPlan.Limit p) {
      return new PhysicalPlan.Limit(first, p.offset(), p.count());
    } else if (plan instanceof PhysicalPlan.Sort p) {
      return new PhysicalPlan.Sort(first, p.keys(), p.offset(), p.count());
    } else if (plan instanceof PhysicalPlan.Aggregate p) {
      return new PhysicalPlan.Aggregate(
          first, p.groupKeys(), p.aggregates(), p.streaming(), p.output());
    } else if (plan instanceof PhysicalPlan.HashJoin p) {
      return new PhysicalPlan.HashJoin(
          p.kind(), first, inputs.get(1), p.leftKeys(), p.rightKeys(), p.residual(), p.output());
    } else if (plan instanceof PhysicalPlan.MergeJoin p) {
      return new PhysicalPlan.MergeJoin(
          p.kind(), first, inputs.get(1), p.leftKeys(), p.rightKeys(), p.residual(), p.output());
    } else if (plan instanceof PhysicalPlan.NestedLoopJoin p) {
      return new PhysicalPlan.NestedLoopJoin(
          p.kind(), first, inputs.get(1), p.condition(), p.output());
    } else if (plan instanceof PhysicalPlan.Apply p) {
      return new PhysicalPlan.Apply(
          p.kind(), first, inputs.get(1), p.correlationId(), p.condition(), p.output());
    } else if (plan instanceof PhysicalPlan.UnionAll p) {
      return new PhysicalPlan.UnionAll(inputs, p.output());
    } else if (plan instanceof PhysicalPlan.SetOp p) {
      return new PhysicalPlan.SetOp(p.kind(), first, inputs.get(1), p.output());
    } else if (plan instanceof PhysicalPlan.Unnest p) {
      return new PhysicalPlan.Unnest(first, p.array(), p.withOffset(), p.outer(), p.output());
    } else if (plan instanceof PhysicalPlan.DistributedUnion) {
      return new PhysicalPlan.DistributedUnion(first);
    }
    throw new IllegalArgumentException("no inputs: " + plan.getClass().getSimpleName());
  }
}
