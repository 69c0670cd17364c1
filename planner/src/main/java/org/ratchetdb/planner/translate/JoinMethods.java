package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.core.Filter;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.access.AccessCondition;
import org.ratchetdb.planner.build.PlanNodes;
import org.ratchetdb.planner.cost.CostModel;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.expression.Comparisons;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.logical.ScanRel;
import org.ratchetdb.planner.physical.KeyCondition;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.PhysicalPlan.JoinKind;
import org.ratchetdb.planner.physical.SortKey;
import org.ratchetdb.planner.translate.JoinConditions.Between;
import org.ratchetdb.planner.translate.JoinConditions.Equality;
import org.ratchetdb.planner.translate.JoinGraph.Factor;

/** Makes the plans that join two sets of a cluster: by hash, merge, apply or nested loop. */
final class JoinMethods {
  private static final String HASH = "HASH_JOIN";
  private static final String MERGE = "MERGE_JOIN";
  private static final String APPLY = "APPLY_JOIN";

  /**
   * Two sets to be joined.
   *
   * @param left plans of the left set
   * @param right plans of the right set
   * @param rightMask the right set
   * @param dependent the right factor when it is not free
   * @param between what joins them
   * @param rows rows to expect
   */
  record Task(
      List<Built> left,
      List<Built> right,
      int rightMask,
      @Nullable Factor dependent,
      Between between,
      double rows) {
    JoinKind kind() {
      return between.kind();
    }
  }

  private final PhysicalBuilder builder;
  private final JoinGraph graph;
  private final JoinConditions conditions;
  private final JoinEstimates estimates;
  private final JoinHints hints;
  private final ParameterizedFactors parameterized;

  JoinMethods(
      PhysicalBuilder builder,
      JoinGraph graph,
      JoinConditions conditions,
      JoinEstimates estimates,
      JoinHints hints) {
    this.builder = builder;
    this.graph = graph;
    this.conditions = conditions;
    this.estimates = estimates;
    this.hints = hints;
    this.parameterized = new ParameterizedFactors(builder.context().check());
  }

  /** Adds every sensible plan, columns by their numbers in the cluster. */
  void addPlans(Task task, List<Built> into) {
    List<Built> plans = new ArrayList<>();
    if (hints.allows(APPLY)) {
      addApply(task, plans);
    }
    if (hints.allows(MERGE)) {
      addMerge(task, plans);
    }
    if (hints.allows(HASH) || plans.isEmpty()) {
      addHash(task, plans);
    }
    if (plans.isEmpty()) {
      addNestedLoop(task, plans);
    }
    for (Built plan : plans) {
      into.add(after(task, plan));
    }
  }

  /** Conditions that see the padded rows of an outer join. */
  private Built after(Task task, Built plan) {
    List<PhysicalExpr> conditions = new ArrayList<>();
    for (AccessCondition condition : task.between().after()) {
      conditions.add(builder.translator().lower(plan.relocate(condition.expression())));
    }
    return plan.with(PlanNodes.filter(plan.candidate(), PhysicalExprs.and(conditions), 1));
  }

  private static Built cheapest(List<Built> plans) {
    return Candidates.best(plans, Double.POSITIVE_INFINITY);
  }

  private void addHash(Task task, List<Built> into) {
    Built left = cheapest(task.left());
    Built right = cheapest(task.right());
    Equality nullAware = task.between().nullAware();
    List<Equality> equalities =
        nullAware == null ? task.between().equalities() : List.of(nullAware);
    if (equalities.isEmpty()) {
      return;
    }
    List<PhysicalExpr> leftKeys = equalities.stream().map(Equality::left).toList();
    List<PhysicalExpr> rightKeys = equalities.stream().map(Equality::right).toList();
    Built leftWithKeys = withColumns(left, leftKeys);
    Built rightWithKeys = withColumns(right, rightKeys);
    into.add(
        Joins.hash(
            task.kind(),
            leftWithKeys,
            rightWithKeys,
            0,
            positions(left, leftWithKeys, leftKeys),
            positions(right, rightWithKeys, rightKeys),
            residual(leftWithKeys, rightWithKeys, task.between().residual()),
            task.rows()));
  }

  /** The plan with a further column for each key that is not a column already. */
  private static Built withColumns(Built plan, List<PhysicalExpr> keys) {
    List<PhysicalExpr> computed = new ArrayList<>();
    for (PhysicalExpr key : keys) {
      if (!(key instanceof PhysicalExpr.InputRef)) {
        computed.add(plan.relocate(key));
      }
    }
    if (computed.isEmpty()) {
      return plan;
    }
    List<PhysicalExpr> exprs = new ArrayList<>();
    List<OutputColumn> output = new ArrayList<>(plan.output());
    List<Integer> layout = new ArrayList<>(plan.layout());
    for (int i = 0; i < plan.output().size(); i++) {
      exprs.add(new PhysicalExpr.InputRef(i, plan.output().get(i).type()));
    }
    for (PhysicalExpr expr : computed) {
      exprs.add(expr);
      output.add(new OutputColumn("", expr.type()));
      layout.add(Built.HIDDEN);
    }
    PlanCandidate projected = PlanNodes.project(plan.candidate(), exprs, output);
    return new Built(projected, layout);
  }

  private static List<Integer> positions(Built plan, Built withKeys, List<PhysicalExpr> keys) {
    List<Integer> positions = new ArrayList<>();
    int next = plan.output().size();
    for (PhysicalExpr key : keys) {
      positions.add(
          key instanceof PhysicalExpr.InputRef ref ? withKeys.position(ref.ordinal()) : next++);
    }
    return positions;
  }

  /** Conditions over the left output followed by the right one. */
  private @Nullable PhysicalExpr residual(Built left, Built right, List<AccessCondition> residual) {
    List<PhysicalExpr> result = new ArrayList<>();
    int width = left.output().size();
    for (AccessCondition condition : residual) {
      result.add(
          builder
              .translator()
              .lower(
                  PhysicalExprs.remap(
                      condition.expression(),
                      column -> {
                        int position = left.position(column);
                        return position >= 0 ? position : width + right.position(column);
                      })));
    }
    return PhysicalExprs.and(result);
  }

  private void addMerge(Task task, List<Built> into) {
    if (task.kind() == JoinKind.FULL || task.between().nullAware() != null) {
      return;
    }
    for (Built left : task.left()) {
      for (Built right : task.right()) {
        addMerge(task, left, right, into);
      }
    }
    boolean forced = MERGE.equals(hints.method());
    if (forced && into.isEmpty() && !task.between().equalities().isEmpty()) {
      addSortedMerge(task, into);
    }
  }

  /** Merges by as many equalities as the two orders begin with; the others are residual. */
  private void addMerge(Task task, Built left, Built right, List<Built> into) {
    List<SortKey> leftKeys = new ArrayList<>();
    List<SortKey> rightKeys = new ArrayList<>();
    List<Equality> used = new ArrayList<>();
    List<SortKey> leftOrder = left.candidate().order().keys();
    List<SortKey> rightOrder = right.candidate().order().keys();
    for (int i = 0; i < Math.min(leftOrder.size(), rightOrder.size()); i++) {
      SortKey l = leftOrder.get(i);
      SortKey r = rightOrder.get(i);
      Equality equality = equality(task, left, l, right, r);
      if (equality == null || !sameDirection(left, l, right, r)) {
        break;
      }
      boolean rightHasNulls = !right.candidate().order().neverNull().contains(r.ordinal());
      boolean nullsFirst = rightHasNulls ? r.nullsFirst() : l.nullsFirst();
      leftKeys.add(new SortKey(l.ordinal(), l.descending(), nullsFirst));
      rightKeys.add(new SortKey(r.ordinal(), r.descending(), nullsFirst));
      used.add(equality);
    }
    if (used.isEmpty()) {
      return;
    }
    List<AccessCondition> residual = residualBeside(task, used);
    double pairs = estimates.pairs(left.candidate().rows(), right.candidate().rows(), used);
    into.add(
        Joins.merge(
            task.kind(),
            left,
            right,
            0,
            leftKeys,
            rightKeys,
            residual(left, right, residual),
            CostModel.expressions(pairs, residual.size()),
            task.rows()));
  }

  private List<AccessCondition> residualBeside(Task task, List<Equality> used) {
    List<AccessCondition> residual = new ArrayList<>(task.between().residual());
    for (Equality equality : task.between().equalities()) {
      if (!used.contains(equality)) {
        residual.add(new AccessCondition(asCondition(equality), true));
      }
    }
    return residual;
  }

  private PhysicalExpr asCondition(Equality equality) {
    return Comparisons.of("eq", equality.left(), equality.right(), builder.context().isPostgres());
  }

  private static @Nullable Equality equality(
      Task task, Built left, SortKey l, Built right, SortKey r) {
    int leftColumn = left.layout().get(l.ordinal());
    int rightColumn = right.layout().get(r.ordinal());
    for (Equality equality : task.between().equalities()) {
      if (equality.left() instanceof PhysicalExpr.InputRef leftRef
          && equality.right() instanceof PhysicalExpr.InputRef rightRef
          && leftRef.ordinal() == leftColumn
          && rightRef.ordinal() == rightColumn) {
        return equality;
      }
    }
    return null;
  }

  /** NULLs never meet, but where both sides have them they must stand at the same end. */
  private static boolean sameDirection(Built left, SortKey l, Built right, SortKey r) {
    boolean oneHasNone =
        left.candidate().order().neverNull().contains(l.ordinal())
            || right.candidate().order().neverNull().contains(r.ordinal());
    return l.descending() == r.descending() && (oneHasNone || l.nullsFirst() == r.nullsFirst());
  }

  private void addSortedMerge(Task task, List<Built> into) {
    Built left = cheapest(task.left());
    Built right = cheapest(task.right());
    List<SortKey> leftKeys = new ArrayList<>();
    List<SortKey> rightKeys = new ArrayList<>();
    for (Equality equality : task.between().equalities()) {
      if (equality.left() instanceof PhysicalExpr.InputRef l
          && equality.right() instanceof PhysicalExpr.InputRef r) {
        leftKeys.add(new SortKey(left.position(l.ordinal()), false, true));
        rightKeys.add(new SortKey(right.position(r.ordinal()), false, true));
      }
    }
    if (leftKeys.isEmpty()) {
      return;
    }
    addMerge(
        task,
        left.with(PlanNodes.sort(left.candidate(), leftKeys)),
        right.with(PlanNodes.sort(right.candidate(), rightKeys)),
        into);
  }

  private void addNestedLoop(Task task, List<Built> into) {
    Built left = cheapest(task.left());
    Built right = cheapest(task.right());
    List<AccessCondition> all = residualBeside(task, List.of());
    Equality nullAware = task.between().nullAware();
    if (nullAware != null) {
      throw new IllegalStateException("a NOT IN always has a hash join");
    }
    into.add(
        Joins.nestedLoop(task.kind(), left, right, 0, residual(left, right, all), task.rows()));
  }

  /** Looks the right rows up for each left row. */
  private void addApply(Task task, List<Built> into) {
    if (Integer.bitCount(task.rightMask()) != 1
        || task.kind() == JoinKind.FULL
        || task.between().nullAware() != null
        || task.between().equalities().isEmpty()) {
      return;
    }
    int index = Integer.numberOfTrailingZeros(task.rightMask());
    Factor factor = graph.factors().get(index);
    ScanRel scan = JoinGraph.scanOf(factor.rel());
    boolean forced = APPLY.equals(hints.method());
    for (Built left : task.left()) {
      double hash = Joins.hashCost(left, cheapest(task.right()), task.rows());
      double least = left.candidate().total() + left.candidate().rows() * CostModel.LOOKUP;
      if (!forced && least >= hash) {
        continue;
      }
      Built plan =
          scan == null
              ? rebuilt(task, left, factor, index)
              : apply(task, left, factor, index, scan);
      if (plan != null) {
        into.add(plan);
      }
    }
  }

  /** Looks no further where too much was planned anew already; another method joins the sets. */
  private @Nullable Built rebuilt(Task task, Built left, Factor factor, int index) {
    if (!builder.rebuilds().enter()) {
      return null;
    }
    try {
      return parameterized(task, left, factor, index);
    } finally {
      builder.rebuilds().leave();
    }
  }

  /**
   * The right side is no table: its plan is made anew under the condition that its join columns
   * equal the outer row's, which wander down to the tables below, through groupings too.
   */
  private @Nullable Built parameterized(Task task, Built left, Factor factor, int index) {
    ParameterizedFactors.Factor inner =
        parameterized.of(index, factor, task.between().equalities());
    if (inner == null) {
      return null;
    }
    int id = builder.outerRows().newId();
    List<Integer> outerLayout =
        new ArrayList<>(Collections.nCopies(left.output().size(), Built.HIDDEN));
    for (int i = 0; i < inner.outerColumns().size(); i++) {
      int position = left.position(inner.outerColumns().get(i));
      if (outerLayout.get(position) != Built.HIDDEN) {
        return null;
      }
      outerLayout.set(position, i);
    }
    Set<Integer> needed = new HashSet<>();
    for (int column : conditions.neededAbove(task.rightMask())) {
      needed.add(column - factor.offset());
    }
    builder.outerRows().enter(inner.correlation(), id, outerLayout);
    boolean firstDecides = !Joins.yieldsRight(task.kind()) && task.between().residual().isEmpty();
    double goal = firstDecides ? 1 : Double.POSITIVE_INFINITY;
    List<PhysicalExpr> own = new ArrayList<>();
    for (AccessCondition condition : conditions.own(index)) {
      own.add(condition.expression());
      PhysicalExprs.collectInputs(condition.expression(), needed);
    }
    List<Built> plans = builder.build(inner.rel(), Want.of(needed, goal));
    Built right = Candidates.best(own.isEmpty() ? plans : builder.filtered(plans, own), goal);
    builder.outerRows().leave(inner.correlation());
    List<Integer> layout = new ArrayList<>();
    for (int column : right.layout()) {
      layout.add(column == Built.HIDDEN ? Built.HIDDEN : factor.offset() + column);
    }
    Built renumbered = new Built(right.candidate(), layout);
    return Joins.apply(
        task.kind(),
        left,
        renumbered,
        0,
        id,
        residual(left, renumbered, task.between().residual()),
        task.rows(),
        goal);
  }

  private @Nullable Built apply(Task task, Built left, Factor factor, int index, ScanRel scan) {
    int id = builder.outerRows().newId();
    List<AccessCondition> inner = new ArrayList<>(conditions.own(index));
    if (factor.rel() instanceof Filter filter) {
      inner.addAll(builder.conditions(filter.getCondition()));
    }
    for (Equality equality : task.between().equalities()) {
      inner.add(new AccessCondition(fromOuter(asCondition(equality), left, factor, id), true));
    }
    for (AccessCondition condition : task.between().residual()) {
      inner.add(
          new AccessCondition(
              builder.translator().lower(fromOuter(condition.expression(), left, factor, id)),
              condition.seekable()));
    }
    Set<Integer> needed = new HashSet<>();
    if (Joins.yieldsRight(task.kind())) {
      for (int column : conditions.neededAbove(task.rightMask())) {
        needed.add(column - factor.offset());
      }
    }
    double goal = Joins.yieldsRight(task.kind()) ? Double.POSITIVE_INFINITY : 1;
    List<Built> seeking =
        builder.scan(scan, inner, Want.of(needed, goal)).stream()
            .filter(plan -> seeksByOuter(plan.candidate().plan()))
            .toList();
    if (seeking.isEmpty()) {
      return null;
    }
    return Joins.apply(
        task.kind(),
        left,
        scaled(task, left, Candidates.best(seeking, goal)),
        factor.offset(),
        id,
        null,
        task.rows(),
        goal);
  }

  /**
   * The join knows more about matches than the table alone does: where it expects more of them, the
   * lookups cost more.
   */
  private static Built scaled(Task task, Built left, Built right) {
    if (!Joins.yieldsRight(task.kind())) {
      return right;
    }
    PlanCandidate candidate = right.candidate();
    double matches = task.rows() / Math.max(0.01, left.candidate().rows());
    double factor = Math.max(1, matches / Math.max(0.01, candidate.rows()));
    return right.with(
        new PlanCandidate(
            candidate.plan(),
            candidate.startup(),
            candidate.total() * factor,
            candidate.rows() * factor,
            candidate.order()));
  }

  /**
   * Whether the outer row decides about the keys; to scan all of them for each row is no choice.
   */
  private static boolean seeksByOuter(PhysicalPlan.Query plan) {
    if (plan instanceof PhysicalPlan.Scan scan) {
      return scan.keys().columns().stream().anyMatch(JoinMethods::readsOuter);
    }
    return !plan.inputs().isEmpty() && seeksByOuter(plan.inputs().get(0));
  }

  private static boolean readsOuter(KeyCondition.ColumnCondition condition) {
    if (condition instanceof KeyCondition.Equals equals) {
      return PhysicalExprs.readsOuter(equals.value());
    } else if (condition instanceof KeyCondition.Range range) {
      PhysicalExpr lower = range.lower();
      PhysicalExpr upper = range.upper();
      return (lower != null && PhysicalExprs.readsOuter(lower))
          || (upper != null && PhysicalExprs.readsOuter(upper));
    }
    return condition instanceof KeyCondition.In in
        && in.values().stream().anyMatch(PhysicalExprs::readsOuter);
  }

  /** The condition over the table's columns, those of the left side read from the outer row. */
  private static PhysicalExpr fromOuter(PhysicalExpr condition, Built left, Factor factor, int id) {
    return PhysicalExprs.mapLeaves(
        condition,
        leaf -> {
          if (!(leaf instanceof PhysicalExpr.InputRef ref)) {
            return leaf;
          }
          if (factor.has(ref.ordinal())) {
            return new PhysicalExpr.InputRef(ref.ordinal() - factor.offset(), ref.type());
          }
          return new PhysicalExpr.OuterRef(id, left.position(ref.ordinal()), ref.type());
        });
  }
}
