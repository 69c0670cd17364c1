package org.ratchetdb.planner.logical;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/** Rows of expressions without columns of their own; they may read an outer query's. */
public final class ValuesRel extends AbstractRelNode {
  private final List<List<RexNode>> rows;

  ValuesRel(RelOptCluster cluster, RelDataType rowType, List<List<RexNode>> rows) {
    super(cluster, cluster.traitSet());
    this.rowType = rowType;
    this.rows = List.copyOf(rows);
  }

  public List<List<RexNode>> rows() {
    return rows;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("type", rowType).item("rows", rows);
  }
}
