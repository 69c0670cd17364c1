package org.ratchetdb.planner.expression;

import java.util.HashMap;
import java.util.Map;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;
import org.ratchetdb.sqlfrontend.bound.BoundHints;

/** Reads hints that the binder has checked. */
public final class Hints {
  private static final String FORCE_INDEX = "FORCE_INDEX";

  private Hints() {}

  /** The table's own hints, and those of the statement that concern every table. */
  public static Map<String, String> ofTable(BoundHints table, BoundHints statement) {
    String forced = statement.values().get(FORCE_INDEX);
    if (forced == null || table.values().containsKey(FORCE_INDEX)) {
      return table.values();
    }
    Map<String, String> all = new HashMap<>(table.values());
    all.put(FORCE_INDEX, forced);
    return all;
  }

  /** LOCK_SCANNED_RANGES of the statement. */
  public static ScanLock lock(BoundHints statement) {
    return "exclusive".equalsIgnoreCase(statement.values().get("LOCK_SCANNED_RANGES"))
        ? ScanLock.EXCLUSIVE
        : ScanLock.SHARED;
  }
}
