package org.ratchetdb.planner.dml;

import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** Plans the query that feeds a statement that writes. */
@FunctionalInterface
public interface SourcePlanner {
  /**
   * @param lock how scans lock the rows that they read
   */
  PhysicalPlan.Query plan(BoundRelation source, ScanLock lock);
}
