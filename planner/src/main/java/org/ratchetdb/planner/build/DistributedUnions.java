package org.ratchetdb.planner.build;

import java.util.List;
import org.ratchetdb.planner.physical.KeyCondition;
import org.ratchetdb.planner.physical.PhysicalPlan;

/**
 * Places distributed unions in a finished plan: above every scan of an open key range, together
 * with what stands on the scan and looks at one row at a time.
 *
 * <pre>
 *   Project                      DistributedUnion
 *     Scan k &gt; 5      becomes      Project
 *                                    Scan k &gt; 5, per split
 * </pre>
 *
 * Not divided are key lookups, scans with a limit (a few rows are not worth a second branch), scans
 * that lock exclusively (their transaction is one thread's) and the inner side of an apply, which
 * runs once per outer row.
 */
public final class DistributedUnions {
  private DistributedUnions() {}

  public static PhysicalPlan.Query place(PhysicalPlan.Query plan) {
    if (isRowLocalOverOpenScan(plan)) {
      return new PhysicalPlan.DistributedUnion(perSplit(plan));
    }
    if (plan instanceof PhysicalPlan.Apply apply) {
      return PlanInputs.withInputs(plan, List.of(place(apply.left()), apply.right()));
    }
    if (plan instanceof PhysicalPlan.Limit limit && limit.count() != null) {
      return placeBelowLimit(limit);
    }
    return PlanInputs.map(plan, DistributedUnions::place);
  }

  /** A limit stops its input early unless something below has to see all rows first. */
  private static PhysicalPlan.Query placeBelowLimit(PhysicalPlan.Limit limit) {
    return isRowLocalOverOpenScan(limit.input())
        ? limit
        : PlanInputs.map(limit, DistributedUnions::place);
  }

  private static boolean isRowLocalOverOpenScan(PhysicalPlan.Query plan) {
    if (plan instanceof PhysicalPlan.Scan scan) {
      return scan.limit() == null && !scan.lock().isExclusive() && isOpen(scan);
    }
    if (plan instanceof PhysicalPlan.Filter
        || plan instanceof PhysicalPlan.Project
        || plan instanceof PhysicalPlan.BackJoin) {
      return isRowLocalOverOpenScan(plan.inputs().get(0));
    }
    return false;
  }

  private static boolean isOpen(PhysicalPlan.Scan scan) {
    var index = scan.path().index();
    int keyParts =
        index == null ? scan.path().table().primaryKey().size() : index.keyParts().size();
    List<KeyCondition.ColumnCondition> conditions = scan.keys().columns();
    if (conditions.size() < keyParts) {
      return true;
    }
    KeyCondition.ColumnCondition last =
        conditions.isEmpty() ? new KeyCondition.IsNull() : conditions.get(conditions.size() - 1);
    return last instanceof KeyCondition.Range || last instanceof KeyCondition.NotNull;
  }

  private static PhysicalPlan.Query perSplit(PhysicalPlan.Query plan) {
    if (plan instanceof PhysicalPlan.Scan scan) {
      return new PhysicalPlan.Scan(
          scan.path(),
          scan.columnIds(),
          scan.keys(),
          scan.reverse(),
          scan.residual(),
          scan.limit(),
          scan.lock(),
          true,
          scan.output());
    }
    return PlanInputs.map(plan, DistributedUnions::perSplit);
  }
}
