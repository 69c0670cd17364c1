package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.ratchetdb.planner.physical.SortKey;

/** Choices among plans of the same expression. */
final class Candidates {
  private Candidates() {}

  /** The cheapest for reading {@code goal} rows. */
  static Built best(List<Built> plans, double goal) {
    Built best = plans.get(0);
    for (Built plan : plans) {
      if (plan.candidate().costOf(goal) < best.candidate().costOf(goal)) {
        best = plan;
      }
    }
    return best;
  }

  /**
   * The cheapest, the cheapest for the goal, and the cheapest for each wanted order or grouping.
   */
  static List<Built> prune(List<Built> plans, Want want) {
    List<Built> kept = new ArrayList<>();
    add(kept, best(plans, Double.POSITIVE_INFINITY));
    if (want.goal() < Double.POSITIVE_INFINITY) {
      add(kept, best(plans, want.goal()));
    }
    for (List<SortKey> order : want.orders()) {
      addBest(kept, plans, plan -> plan.satisfies(order), want.goal());
    }
    for (var grouping : want.groupings()) {
      addBest(kept, plans, plan -> plan.groups(grouping), want.goal());
    }
    return kept;
  }

  private static void addBest(
      List<Built> kept, List<Built> plans, Predicate<Built> test, double goal) {
    List<Built> fitting = plans.stream().filter(test).toList();
    if (!fitting.isEmpty()) {
      add(kept, best(fitting, goal));
    }
  }

  private static void add(List<Built> kept, Built plan) {
    if (!kept.contains(plan)) {
      kept.add(plan);
    }
  }
}
