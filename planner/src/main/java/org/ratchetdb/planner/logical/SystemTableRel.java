package org.ratchetdb.planner.logical;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;

/** Rows of a table that the engine fills. */
public final class SystemTableRel extends AbstractRelNode {
  private final String name;
  private final int occurrence;

  SystemTableRel(RelOptCluster cluster, RelDataType rowType, String name, int occurrence) {
    super(cluster, cluster.traitSet());
    this.rowType = rowType;
    this.name = name;
    this.occurrence = occurrence;
  }

  public String name() {
    return name;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("name", name).item("occurrence", occurrence);
  }
}
