package org.ratchetdb.planner.translate;

import java.util.List;
import java.util.Set;
import org.ratchetdb.planner.physical.SortKey;

/**
 * What a consumer wants of a relational expression, in terms of its columns.
 *
 * @param needed columns that must be delivered
 * @param orders orders that would save the consumer work; candidates that have one are kept besides
 *     the cheapest
 * @param groupings sets of columns by which it would like rows grouped
 * @param goal rows that it is going to read, infinite for all
 */
record Want(
    Set<Integer> needed, List<List<SortKey>> orders, List<Set<Integer>> groupings, double goal) {
  Want {
    needed = Set.copyOf(needed);
    orders = List.copyOf(orders);
    groupings = List.copyOf(groupings);
  }

  static Want of(Set<Integer> needed) {
    return new Want(needed, List.of(), List.of(), Double.POSITIVE_INFINITY);
  }

  static Want of(Set<Integer> needed, double goal) {
    return new Want(needed, List.of(), List.of(), goal);
  }
}
