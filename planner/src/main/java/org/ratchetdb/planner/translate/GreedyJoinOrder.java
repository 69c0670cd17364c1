package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.planner.translate.JoinGraph.Factor;

/** Joins a large cluster step by step, each time the pair of sets with the smallest result. */
final class GreedyJoinOrder {
  private final JoinSearch search;
  private final List<Integer> free = new ArrayList<>();
  private final List<Integer> dependent = new ArrayList<>();
  private final List<Factor> factors;

  GreedyJoinOrder(JoinSearch search, List<Factor> factors) {
    this.search = search;
    this.factors = factors;
    for (int i = 0; i < factors.size(); i++) {
      (factors.get(i).isFree() ? free : dependent).add(1 << i);
    }
  }

  void join() {
    while (free.size() > 1 || !dependent.isEmpty()) {
      if (!joinSmallest(false) && !joinSmallest(true)) {
        throw new IllegalStateException("no join order found");
      }
    }
  }

  private boolean joinSmallest(boolean products) {
    int bestLeft = 0;
    int bestRight = 0;
    double fewest = Double.POSITIVE_INFINITY;
    for (int left : free) {
      for (int right : candidates(left)) {
        search.join(left, right, products);
        // Of very many relations the estimates are infinite.
        if (search.hasPlans(left | right)
            && (bestLeft == 0 || search.rowsOf(left | right) < fewest)) {
          fewest = search.rowsOf(left | right);
          bestLeft = left;
          bestRight = right;
        }
      }
    }
    if (bestLeft == 0) {
      return false;
    }
    int left = bestLeft;
    int right = bestRight;
    if (free.contains(right)) {
      search.join(right, left, products); // the other way round may be cheaper
    }
    free.removeIf(mask -> mask == left || mask == right);
    dependent.removeIf(mask -> mask == right);
    free.add(left | right);
    return true;
  }

  private List<Integer> candidates(int left) {
    List<Integer> result = new ArrayList<>();
    for (int other : free) {
      if (other > left) {
        result.add(other);
      }
    }
    for (int mask : dependent) {
      int required = factors.get(Integer.numberOfTrailingZeros(mask)).required();
      if ((left & required) == required) {
        result.add(mask);
      }
    }
    return result;
  }
}
