package org.ratchetdb.planner.logical;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** OFFSET and LIMIT by any expressions without columns; absent ones are null. */
public final class LimitRel extends SingleRel {
  private final @Nullable PhysicalExpr offset;
  private final @Nullable PhysicalExpr count;

  LimitRel(RelNode input, @Nullable PhysicalExpr offset, @Nullable PhysicalExpr count) {
    super(input.getCluster(), input.getCluster().traitSet(), input);
    this.offset = offset;
    this.count = count;
  }

  public @Nullable PhysicalExpr offset() {
    return offset;
  }

  public @Nullable PhysicalExpr count() {
    return count;
  }

  /** The same limit over another input. */
  public LimitRel over(RelNode input) {
    return new LimitRel(input, offset, count);
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new LimitRel(inputs.get(0), offset, count);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .itemIf("offset", offset, offset != null)
        .itemIf("count", count, count != null);
  }
}
