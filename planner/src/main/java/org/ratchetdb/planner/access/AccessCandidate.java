package org.ratchetdb.planner.access;

import java.util.List;
import org.ratchetdb.planner.cost.PlanCandidate;

/**
 * One way to read a table.
 *
 * @param candidate the plan; its order is in terms of its own output
 * @param layout table column position of each output column
 */
public record AccessCandidate(PlanCandidate candidate, List<Integer> layout) {
  public AccessCandidate {
    layout = List.copyOf(layout);
  }
}
