package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.access.AccessCondition;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.SortKey;
import org.ratchetdb.planner.translate.JoinGraph.Conjunct;
import org.ratchetdb.planner.translate.JoinGraph.Factor;

/**
 * Finds the order and the methods of the joins of a cluster. For every set of factors that can be
 * joined it keeps the cheapest plan and those in an order that a later join or the consumer can
 * use; sets are built from smaller ones, so that each is the best of all ways to divide it.
 * Products without a condition are tried only where nothing else joins a set. Clusters beyond the
 * limit are joined greedily, smallest result first.
 */
final class JoinSearch {
  private final PhysicalBuilder builder;
  private final Want want;
  private final JoinGraph graph;
  private final List<Factor> factors;
  private final JoinConditions conditions;
  private final JoinEstimates estimates;
  private final JoinMethods methods;
  private final boolean forcedOrder;
  private final Map<Integer, List<Built>> plans = new HashMap<>();
  private final Map<Integer, List<Built>> dependentPlans = new HashMap<>();
  private final Map<Integer, Double> rows = new HashMap<>();

  JoinSearch(PhysicalBuilder builder, RelNode root, Want want) {
    this.builder = builder;
    this.want = want;
    this.graph = new JoinGraph(builder, root);
    this.factors = graph.factors();
    this.conditions = new JoinConditions(graph, outputColumns(), builder.context().isPostgres());
    this.estimates = new JoinEstimates(builder.facts(), graph, conditions);
    JoinHints hints = JoinHints.of(builder.statementHints().values(), graph.rootHints());
    this.methods = new JoinMethods(builder, graph, conditions, estimates, hints);
    this.forcedOrder = hints.forceOrder() || hints.appliesInOrder(graph.rootHints());
  }

  private Set<Integer> outputColumns() {
    Set<Integer> columns = new HashSet<>();
    want.needed().forEach(column -> columns.add(graph.output().get(column)));
    return columns;
  }

  /** Plans of the whole cluster, in terms of the root's columns. */
  List<Built> search() {
    for (int i = 0; i < factors.size(); i++) {
      if (factors.get(i).isFree()) {
        int mask = 1 << i;
        plans.put(mask, base(i));
        rows.put(mask, cheapest(mask).candidate().rows());
      }
    }
    int all = (1 << factors.size()) - 1;
    if (factors.size() <= builder.context().options().joinSearchRelationsMax()) {
      for (int mask = 1; mask <= all; mask++) {
        if (Integer.bitCount(mask) > 1 && isComplete(mask)) {
          joinAllDivisions(mask);
        }
      }
    } else {
      new GreedyJoinOrder(this, factors).join();
    }
    List<Built> result = new ArrayList<>();
    for (Built plan : afterAll(plans.get(all))) {
      result.add(inRootColumns(plan));
    }
    return result;
  }

  private static List<Built> required(@Nullable List<Built> plans) {
    if (plans == null || plans.isEmpty()) {
      throw new IllegalStateException("no join order found");
    }
    return plans;
  }

  /** Conditions on no factor at all are checked last. */
  private List<Built> afterAll(@Nullable List<Built> all) {
    List<PhysicalExpr> constants = new ArrayList<>();
    for (Conjunct conjunct : graph.conjuncts()) {
      if (conjunct.mask() == 0) {
        constants.add(conjunct.condition().expression());
      }
    }
    return constants.isEmpty() ? required(all) : builder.filtered(required(all), constants);
  }

  private Built inRootColumns(Built plan) {
    List<Integer> columns = PhysicalBuilder.sorted(want.needed());
    List<Integer> numbers = new ArrayList<>();
    columns.forEach(column -> numbers.add(graph.output().get(column)));
    Built picked = plan.pick(numbers);
    return new Built(picked.candidate(), columns);
  }

  private Built cheapest(int mask) {
    return Candidates.best(required(plans.get(mask)), Double.POSITIVE_INFINITY);
  }

  /** Every factor in the set has what it depends on, and one of them is free. */
  boolean isComplete(int mask) {
    boolean anyFree = false;
    for (int i = 0; i < factors.size(); i++) {
      if ((mask & (1 << i)) != 0) {
        anyFree |= factors.get(i).isFree();
        if ((mask & factors.get(i).required()) != factors.get(i).required()) {
          return false;
        }
      }
    }
    return anyFree;
  }

  private void joinAllDivisions(int mask) {
    for (boolean products : new boolean[] {false, true}) {
      for (int right = (mask - 1) & mask; right > 0; right = (right - 1) & mask) {
        int left = mask & ~right;
        if (!forcedOrder || right == Integer.highestOneBit(mask)) {
          join(left, right, products);
        }
      }
      if (plans.containsKey(mask)) {
        return;
      }
    }
  }

  /**
   * Joins two sets if that is allowed.
   *
   * @param products also without a condition between the two
   */
  void join(int left, int right, boolean products) {
    builder.context().check().check();
    builder.rebuilds().spend();
    if (!plans.containsKey(left)) {
      return;
    }
    Factor dependent = dependent(right);
    if (dependent == null && !plans.containsKey(right)) {
      return;
    }
    if (dependent != null && (left & dependent.required()) != dependent.required()) {
      return;
    }
    JoinConditions.Between between = conditions.between(left, right, dependent);
    if (!products && dependent == null && !between.isConnected()) {
      return;
    }
    int mask = left | right;
    // The first division decides, so that all plans of a set agree on its rows.
    if (!rows.containsKey(mask)) {
      rows.put(mask, estimates.join(rowsOf(left), rowsOfRight(right), between));
    }
    double estimate = rowsOf(mask);
    List<Built> joined = new ArrayList<>();
    List<Built> rightPlans = dependent == null ? required(plans.get(right)) : dependentPlans(right);
    methods.addPlans(
        new JoinMethods.Task(
            required(plans.get(left)), rightPlans, right, dependent, between, estimate),
        joined);
    if (joined.isEmpty()) {
      return;
    }
    List<Built> kept = new ArrayList<>(plans.getOrDefault(mask, List.of()));
    for (Built plan : joined) {
      kept.add(prunedColumns(plan, mask));
    }
    plans.put(mask, prune(kept, mask));
  }

  boolean hasPlans(int mask) {
    return plans.containsKey(mask);
  }

  double rowsOf(int mask) {
    return rows.getOrDefault(mask, 1.0);
  }

  private double rowsOfRight(int mask) {
    if (!rows.containsKey(mask)) {
      rows.put(
          mask, Candidates.best(dependentPlans(mask), Double.POSITIVE_INFINITY).candidate().rows());
    }
    return rowsOf(mask);
  }

  private List<Built> dependentPlans(int mask) {
    List<Built> known = dependentPlans.get(mask);
    if (known == null) {
      known = base(Integer.numberOfTrailingZeros(mask));
      dependentPlans.put(mask, known);
    }
    return known;
  }

  private @Nullable Factor dependent(int mask) {
    if (Integer.bitCount(mask) != 1) {
      return null;
    }
    Factor factor = factors.get(Integer.numberOfTrailingZeros(mask));
    return factor.isFree() ? null : factor;
  }

  /** Plans of one factor, its columns by their numbers in the cluster. */
  private List<Built> base(int index) {
    Factor factor = factors.get(index);
    int mask = 1 << index;
    Set<Integer> needed = new HashSet<>();
    for (int column : conditions.neededAbove(mask)) {
      if (factor.has(column)) {
        needed.add(column - factor.offset());
      }
    }
    Want wanted = new Want(needed, ordersOf(factor), groupingsOf(factor), Double.POSITIVE_INFINITY);
    List<AccessCondition> own = conditions.own(index);
    List<Built> result = builder.build(factor.rel(), own, wanted);
    List<Built> renumbered = new ArrayList<>();
    for (Built plan : result) {
      List<Integer> layout = new ArrayList<>();
      for (int column : plan.layout()) {
        layout.add(column == Built.HIDDEN ? Built.HIDDEN : factor.offset() + column);
      }
      renumbered.add(prunedColumns(new Built(plan.candidate(), layout), mask));
    }
    return renumbered;
  }

  /** Orders by a join column of the factor, which a merge join could use. */
  private List<List<SortKey>> ordersOf(Factor factor) {
    List<List<SortKey>> orders = new ArrayList<>();
    for (int column : conditions.joinColumns()) {
      if (factor.has(column)) {
        orders.add(List.of(new SortKey(column - factor.offset(), false, true)));
      }
    }
    for (List<SortKey> order : want.orders()) {
      List<SortKey> below = new ArrayList<>();
      for (SortKey key : order) {
        int column = graph.output().get(key.ordinal());
        if (factor.has(column)) {
          below.add(new SortKey(column - factor.offset(), key.descending(), key.nullsFirst()));
        }
      }
      if (below.size() == order.size()) {
        orders.add(below);
      }
    }
    return orders;
  }

  private List<Set<Integer>> groupingsOf(Factor factor) {
    List<Set<Integer>> groupings = new ArrayList<>();
    for (Set<Integer> grouping : want.groupings()) {
      Set<Integer> below = new HashSet<>();
      for (int column : grouping) {
        int number = graph.output().get(column);
        if (factor.has(number)) {
          below.add(number - factor.offset());
        }
      }
      if (below.size() == grouping.size()) {
        groupings.add(below);
      }
    }
    return groupings;
  }

  /** Drops columns that neither a later condition nor the consumer reads. */
  private Built prunedColumns(Built plan, int mask) {
    Set<Integer> needed = conditions.neededAbove(mask);
    List<Integer> kept = new ArrayList<>();
    for (int column : plan.layout()) {
      if (needed.contains(column) && !kept.contains(column)) {
        kept.add(column);
      }
    }
    return plan.pick(kept);
  }

  /** The cheapest plan, and the cheapest of each order that someone can still use. */
  private List<Built> prune(List<Built> all, int mask) {
    List<Built> kept = new ArrayList<>();
    kept.add(Candidates.best(all, Double.POSITIVE_INFINITY));
    if (want.goal() < Double.POSITIVE_INFINITY) {
      addOnce(kept, Candidates.best(all, want.goal()));
    }
    Map<Integer, Built> byFirstColumn = new HashMap<>();
    for (Built plan : all) {
      int first = firstUsefulColumn(plan, mask);
      if (first >= 0) {
        byFirstColumn.merge(
            first, plan, (a, b) -> a.candidate().total() <= b.candidate().total() ? a : b);
      }
    }
    byFirstColumn.values().forEach(plan -> addOnce(kept, plan));
    return kept;
  }

  private static void addOnce(List<Built> kept, Built plan) {
    if (!kept.contains(plan)) {
      kept.add(plan);
    }
  }

  /** The column by which the plan is sorted first, if a later join or the consumer cares. */
  private int firstUsefulColumn(Built plan, int mask) {
    List<SortKey> keys = plan.candidate().order().keys();
    if (keys.isEmpty()) {
      return -1;
    }
    int column = plan.layout().get(keys.get(0).ordinal());
    if (column == Built.HIDDEN) {
      return -1;
    }
    boolean joins = conditions.joinsOutside(column, mask);
    boolean consumed =
        !want.orders().isEmpty() || want.groupings().stream().anyMatch(g -> groups(g, column));
    return joins || consumed ? column : -1;
  }

  private boolean groups(Set<Integer> grouping, int column) {
    return grouping.stream().anyMatch(c -> graph.output().get(c) == column);
  }
}
