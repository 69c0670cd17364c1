package org.ratchetdb.engine.statement;

import java.util.HashSet;
import java.util.Set;
import org.ratchetdb.engine.txn.TableUse;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.PhysicalPlan;

/** Finds out which tables a plan uses. */
final class PlanTables {
  private final Set<Integer> used = new HashSet<>();

  private PlanTables() {}

  static TableUse of(PhysicalPlan plan) {
    PlanTables tables = new PlanTables();
    Set<Integer> deletedFrom = Set.of();
    if (plan instanceof DmlPlan dml) {
      tables.query(dml.source());
      tables.used.add(dml.table().id());
      if (dml instanceof DmlPlan.Delete) {
        deletedFrom = Set.of(dml.table().id());
      }
    } else {
      tables.query((PhysicalPlan.Query) plan);
    }
    return tables.used.isEmpty() ? TableUse.NONE : new TableUse(tables.used, deletedFrom);
  }

  private void query(PhysicalPlan.Query query) {
    if (query instanceof PhysicalPlan.Scan scan) {
      used.add(scan.path().table().id());
    } else if (query instanceof PhysicalPlan.BackJoin join) {
      used.add(join.path().table().id());
    }
    query.inputs().forEach(this::query);
  }
}
