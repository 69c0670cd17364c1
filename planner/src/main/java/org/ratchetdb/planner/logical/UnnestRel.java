package org.ratchetdb.planner.logical;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** Input columns, then an element of an array computed from them, then its offset when asked. */
public final class UnnestRel extends SingleRel {
  private final RexNode array;
  private final boolean withOffset;
  private final boolean outer;

  public UnnestRel(
      RelNode input, RelDataType rowType, RexNode array, boolean withOffset, boolean outer) {
    super(input.getCluster(), input.getCluster().traitSet(), input);
    this.rowType = rowType;
    this.array = array;
    this.withOffset = withOffset;
    this.outer = outer;
  }

  public RexNode array() {
    return array;
  }

  public boolean withOffset() {
    return withOffset;
  }

  /** Keeps input rows without elements. */
  public boolean outer() {
    return outer;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new UnnestRel(inputs.get(0), getRowType(), array, withOffset, outer);
  }

  @Override
  public RelNode accept(RexShuttle shuttle) {
    RexNode rewritten = shuttle.apply(array);
    return rewritten.equals(array)
        ? this
        : new UnnestRel(getInput(), getRowType(), rewritten, withOffset, outer);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("array", array)
        .item("offset", withOffset)
        .item("outer", outer);
  }
}
