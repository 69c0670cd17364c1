package org.ratchetdb.engine.statement;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.PhysicalPlan;

/** Finds out whether a plan reads tables that a read-write transaction may not read. */
final class SnapshotNeed {
  private static final String SCHEMA = "SPANNER_SYS";

  private SnapshotNeed() {}

  /** The schema whose tables it reads that a read-write transaction may not read, or null. */
  static @Nullable String of(PhysicalPlan plan) {
    PhysicalPlan.Query query =
        plan instanceof DmlPlan dml ? dml.source() : (PhysicalPlan.Query) plan;
    return reads(query) ? SCHEMA : null;
  }

  private static boolean reads(PhysicalPlan.Query query) {
    return (query instanceof PhysicalPlan.SystemTableScan scan
            && scan.name().toUpperCase(Locale.ROOT).startsWith(SCHEMA + "."))
        || query.inputs().stream().anyMatch(SnapshotNeed::reads);
  }
}
