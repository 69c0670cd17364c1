package org.ratchetdb.planner.access;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;
import org.ratchetdb.planner.physical.SortKey;

/**
 * What somebody wants of a table; all ordinals are positions in {@link Table#columns}.
 *
 * @param conditions rows must pass all of them
 * @param needed columns to deliver
 * @param order wanted order, empty for any
 * @param hints table hints by upper-case name
 * @param lock how rows are locked in a read-write transaction
 */
public record AccessRequest(
    Table table,
    List<AccessCondition> conditions,
    Set<Integer> needed,
    List<SortKey> order,
    Map<String, String> hints,
    ScanLock lock) {
  public AccessRequest {
    conditions = List.copyOf(conditions);
    needed = Set.copyOf(needed);
    order = List.copyOf(order);
    hints = Map.copyOf(hints);
  }
}
