package org.ratchetdb.planner.logical;

import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;

/** Rows of a table, all columns in table order. Two scans are never the same node. */
public final class ScanRel extends AbstractRelNode {
  private final Table table;
  private final int occurrence;
  private final Map<String, String> hints;
  private final ScanLock lock;

  /**
   * @param occurrence number of the scan in the statement
   * @param hints table hints by upper-case name
   */
  ScanRel(
      RelOptCluster cluster,
      RelDataType rowType,
      Table table,
      int occurrence,
      Map<String, String> hints,
      ScanLock lock) {
    super(cluster, cluster.traitSet());
    this.rowType = rowType;
    this.table = table;
    this.occurrence = occurrence;
    this.hints = hints;
    this.lock = lock;
  }

  public Table table() {
    return table;
  }

  public Map<String, String> hints() {
    return hints;
  }

  public ScanLock lock() {
    return lock;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("table", table.name()).item("occurrence", occurrence);
  }
}
