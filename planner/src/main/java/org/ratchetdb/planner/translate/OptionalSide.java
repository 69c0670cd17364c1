package org.ratchetdb.planner.translate;

import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** Left joins on the right side of left joins. */
final class OptionalSide {
  private OptionalSide() {}

  /**
   * The left join directly on the right side of a left join that may as well be done after it, or
   * null. Two things must hold: the outer condition reads nothing of the inner right side, and the
   * inner condition is never true for the NULLs of an inner left row that was not found.
   */
  static @Nullable Join joinBeside(Join outer) {
    if (outer.getJoinType() != JoinRelType.LEFT
        || !(outer.getRight() instanceof Join inner)
        || inner.getJoinType() != JoinRelType.LEFT
        || !inner.getHints().isEmpty()) {
      return null;
    }
    int readable =
        outer.getLeft().getRowType().getFieldCount() + inner.getLeft().getRowType().getFieldCount();
    ImmutableBitSet read = RelOptUtil.InputFinder.bits(outer.getCondition());
    if (!read.isEmpty() && read.length() > readable) {
      return null;
    }
    int innerWidth = inner.getLeft().getRowType().getFieldCount();
    for (RexNode conjunct : RelOptUtil.conjunctions(inner.getCondition())) {
      if (rejectsNulls(conjunct, innerWidth)) {
        return inner;
      }
    }
    return null;
  }

  /** A comparison of a column below the width with anything is not true for a NULL. */
  private static boolean rejectsNulls(RexNode condition, int width) {
    if (!(condition instanceof RexCall call)
        || !SqlKind.BINARY_COMPARISON.contains(call.getKind())) {
      return false;
    }
    if (call.getKind() == SqlKind.IS_DISTINCT_FROM
        || call.getKind() == SqlKind.IS_NOT_DISTINCT_FROM) {
      return false;
    }
    List<RexNode> operands = call.getOperands();
    return operands.stream()
        .anyMatch(operand -> operand instanceof RexInputRef ref && ref.getIndex() < width);
  }
}
