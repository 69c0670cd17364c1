package org.ratchetdb.planner.cost;

import org.ratchetdb.planner.physical.PhysicalPlan;

/**
 * A plan with its price.
 *
 * @param plan the operators
 * @param startup cost before the first row, in the unit of {@link CostModel}
 * @param total cost to the last row
 * @param rows rows that it is expected to yield, at least a little above 0
 * @param order how they are sorted
 */
public record PlanCandidate(
    PhysicalPlan.Query plan, double startup, double total, double rows, RowOrder order) {
  public PlanCandidate {
    if (!(startup >= 0) || !(total >= startup) || !(rows >= 0)) {
      throw new IllegalArgumentException("Odd cost " + startup + " " + total + " " + rows);
    }
  }

  /** The cost when only the first {@code goal} rows are asked for. */
  public double costOf(double goal) {
    if (rows <= goal) {
      return total;
    }
    return startup + (total - startup) * (goal / rows);
  }
}
