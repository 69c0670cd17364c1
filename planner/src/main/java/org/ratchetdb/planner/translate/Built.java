package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.planner.build.PlanNodes;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.SortKey;

/**
 * A plan of a relational expression.
 *
 * @param candidate the plan with its price
 * @param layout which column of the expression each output column is; {@link #HIDDEN} for those
 *     that are none
 */
record Built(PlanCandidate candidate, List<Integer> layout) {
  static final int HIDDEN = -1;

  Built {
    layout = List.copyOf(layout);
  }

  /** Where the plan has a column of the expression, or -1. */
  int position(int column) {
    return layout.indexOf(column);
  }

  /** An expression over the expression's columns, in terms of the plan's output. */
  PhysicalExpr relocate(PhysicalExpr expr) {
    return PhysicalExprs.remap(
        expr,
        column -> {
          int position = position(column);
          if (position < 0) {
            throw new IllegalStateException("Column " + column + " was not asked for");
          }
          return position;
        });
  }

  boolean satisfies(List<SortKey> order) {
    List<SortKey> keys = new ArrayList<>();
    for (SortKey key : order) {
      int position = position(key.ordinal());
      if (position < 0) {
        return false;
      }
      keys.add(new SortKey(position, key.descending(), key.nullsFirst()));
    }
    return candidate.order().satisfies(keys);
  }

  boolean groups(Set<Integer> columns) {
    Set<Integer> positions = new HashSet<>();
    for (int column : columns) {
      int position = position(column);
      if (position < 0) {
        return false;
      }
      positions.add(position);
    }
    return candidate.order().groups(positions);
  }

  /** The plan with exactly those columns of the expression, in that order. */
  Built pick(List<Integer> columns) {
    if (layout.equals(columns)) {
      return this;
    }
    List<Integer> positions = new ArrayList<>();
    for (int column : columns) {
      positions.add(position(column));
    }
    return new Built(PlanNodes.pick(candidate, positions), columns);
  }

  Built with(PlanCandidate other) {
    return new Built(other, layout);
  }

  List<OutputColumn> output() {
    return candidate.plan().output();
  }
}
