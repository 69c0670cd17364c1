package org.ratchetdb.planner.translate;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.access.AccessCondition;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** Conditions on a grouping or a projection that mean the same on its input. */
final class ConditionsBelow {
  private static final int NOWHERE = -1;

  private ConditionsBelow() {}

  /** The condition in terms of the input's columns, or null when it must stay above. */
  static @Nullable AccessCondition of(RelNode rel, AccessCondition condition) {
    IntUnaryOperator below;
    if (rel instanceof Aggregate aggregate
        && aggregate.getGroupType() == Aggregate.Group.SIMPLE
        && aggregate.getGroupCount() > 0) {
      below =
          column ->
              column < aggregate.getGroupCount() ? aggregate.getGroupSet().nth(column) : NOWHERE;
    } else if (rel instanceof Project project) {
      below =
          column ->
              project.getProjects().get(column) instanceof RexInputRef ref
                  ? ref.getIndex()
                  : NOWHERE;
    } else {
      return null;
    }
    Set<Integer> inputs = new HashSet<>();
    PhysicalExprs.collectInputs(condition.expression(), inputs);
    // What is not seekable may give another value at each evaluation, and they would be more.
    boolean fits =
        condition.seekable()
            && !inputs.isEmpty()
            && !refersToOuterRow(condition.expression())
            && inputs.stream().allMatch(column -> below.applyAsInt(column) != NOWHERE);
    return fits
        ? new AccessCondition(
            PhysicalExprs.remap(condition.expression(), below), condition.seekable())
        : null;
  }

  /**
   * Those stay: the join search tries the factor with all its join columns bound, and a part of
   * them bound twice over misleads its estimates.
   */
  private static boolean refersToOuterRow(PhysicalExpr expression) {
    boolean[] found = {false};
    PhysicalExprs.walk(expression, each -> found[0] |= each instanceof PhysicalExpr.OuterRef);
    return found[0];
  }
}
