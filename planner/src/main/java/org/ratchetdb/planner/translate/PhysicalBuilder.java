package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.planner.access.AccessCandidate;
import org.ratchetdb.planner.access.AccessCondition;
import org.ratchetdb.planner.access.AccessPlanner;
import org.ratchetdb.planner.access.AccessRequest;
import org.ratchetdb.planner.build.PlanNodes;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.cost.CostModel;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.cost.RowOrder;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.logical.LimitRel;
import org.ratchetdb.planner.logical.ScanRel;
import org.ratchetdb.planner.logical.SystemTableRel;
import org.ratchetdb.planner.logical.UnnestRel;
import org.ratchetdb.planner.logical.ValuesRel;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.SortKey;
import org.ratchetdb.planner.type.RelTypes;
import org.ratchetdb.sqlfrontend.bound.BoundHints;

/**
 * Finds the cheapest physical plan of a logical one. Used for one statement, by one thread.
 *
 * <p>For each expression it returns the cheapest candidate and, where the consumer has a use for
 * them, those in an order of their own; columns that nobody needs are left out on the way.
 */
public final class PhysicalBuilder {
  private static final double FILTER_GUESS = 0.25;
  private static final double SYSTEM_ROWS_GUESS = 1_000;

  private final PlanningContext context;
  private final BoundHints statementHints;
  private final AccessPlanner access;
  private final RelFacts facts;
  private final OuterRows outerRows = new OuterRows();
  private final RebuildBudget rebuilds = new RebuildBudget();
  private final RexTranslator translator;

  /**
   * @param root the plan to be built, for its cluster
   */
  public PhysicalBuilder(PlanningContext context, BoundHints statementHints, RelNode root) {
    this.context = context;
    this.statementHints = statementHints;
    this.access = new AccessPlanner(context);
    this.facts = new RelFacts(context);
    this.translator =
        new RexTranslator(root.getCluster().getRexBuilder(), outerRows, context.isPostgres());
  }

  /**
   * The cheapest plan.
   *
   * @param columns of the expression to deliver, in that order
   */
  public PhysicalPlan.Query build(RelNode root, List<Integer> columns) {
    List<Built> plans = build(root, Want.of(new HashSet<>(columns)));
    return Candidates.best(plans, Double.POSITIVE_INFINITY).pick(columns).candidate().plan();
  }

  PlanningContext context() {
    return context;
  }

  BoundHints statementHints() {
    return statementHints;
  }

  RelFacts facts() {
    return facts;
  }

  OuterRows outerRows() {
    return outerRows;
  }

  RebuildBudget rebuilds() {
    return rebuilds;
  }

  RexTranslator translator() {
    return translator;
  }

  AccessPlanner access() {
    return access;
  }

  List<Built> build(RelNode rel, Want want) {
    context.check().check();
    rebuilds.spend();
    return Candidates.prune(candidates(rel, want), want);
  }

  /**
   * As {@link #build(RelNode, Want)}, with conditions on the expression's columns applied: as near
   * to the tables as they can be, so that they decide what is read and locked.
   */
  List<Built> build(RelNode rel, List<AccessCondition> conditions, Want want) {
    ScanRel scan = JoinGraph.scanOf(rel);
    if (scan != null) {
      List<AccessCondition> all = new ArrayList<>();
      if (rel instanceof Filter filter) {
        all.addAll(conditions(filter.getCondition()));
      }
      all.addAll(conditions);
      return Candidates.prune(scan(scan, all, want), want);
    }
    List<AccessCondition> below = new ArrayList<>();
    List<PhysicalExpr> above = new ArrayList<>();
    for (AccessCondition condition : conditions) {
      AccessCondition pushed = ConditionsBelow.of(rel, condition);
      if (pushed == null) {
        above.add(condition.expression());
      } else {
        below.add(pushed);
      }
    }
    Want wanted = plus(want, above);
    List<Built> plans;
    if (below.isEmpty()) {
      plans = build(rel, wanted);
    } else if (rel instanceof Aggregate aggregate) {
      plans = Candidates.prune(new AggregateBuilder(this, aggregate).build(below, wanted), wanted);
    } else {
      plans = Candidates.prune(project((Project) rel, below, wanted), wanted);
    }
    return above.isEmpty() ? plans : filtered(plans, above);
  }

  private List<Built> candidates(RelNode rel, Want want) {
    if (rel instanceof ScanRel scan) {
      return scan(scan, List.of(), want);
    } else if (rel instanceof Filter filter) {
      return filter(filter, want);
    } else if (rel instanceof Project project) {
      return project(project, List.of(), want);
    } else if (rel instanceof Join join) {
      return new JoinSearch(this, join, want).search();
    } else if (rel instanceof Correlate correlate) {
      return correlate(correlate, want);
    } else if (rel instanceof Aggregate aggregate) {
      return new AggregateBuilder(this, aggregate).build(want);
    } else if (rel instanceof Sort sort) {
      return List.of(sort(sort, want.needed(), null));
    } else if (rel instanceof LimitRel limit) {
      return List.of(limit(limit, want));
    } else if (rel instanceof UnnestRel unnest) {
      return unnest(unnest, want);
    } else if (rel instanceof SetOp setOp) {
      return List.of(setOp(setOp, want));
    } else if (rel instanceof ValuesRel values) {
      return List.of(values(values, want));
    } else if (rel instanceof SystemTableRel table) {
      return List.of(systemTable(table, want));
    } else if (rel instanceof Values values && values.tuples.isEmpty()) {
      return List.of(empty(values, want));
    }
    throw DbException.notSupported("A query of this shape");
  }

  /** Names and types of some columns of the expression. */
  static List<OutputColumn> output(RelNode rel, List<Integer> columns) {
    List<OutputColumn> output = new ArrayList<>();
    List<RelDataTypeField> fields = rel.getRowType().getFieldList();
    for (int column : columns) {
      String name = fields.get(column).getName();
      output.add(
          new OutputColumn(
              name.startsWith("$") ? "" : name, RelTypes.toSqlType(fields.get(column).getType())));
    }
    return output;
  }

  static List<Integer> sorted(Set<Integer> columns) {
    return new ArrayList<>(new TreeSet<>(columns));
  }

  /** Conditions of a filter, each with whether it may decide about key ranges. */
  List<AccessCondition> conditions(RexNode condition) {
    return joinConditions(condition).stream()
        .map(c -> new AccessCondition(translator.lower(c.expression()), c.seekable()))
        .toList();
  }

  /** Conditions of a join, NOT IN's among them as it is. */
  List<AccessCondition> joinConditions(RexNode condition) {
    List<AccessCondition> result = new ArrayList<>();
    for (RexNode conjunct : translator.conjuncts(condition)) {
      PhysicalExpr expr = translator.translate(conjunct);
      for (PhysicalExpr part : PhysicalExprs.conjuncts(expr)) {
        result.add(new AccessCondition(part, RexUtil.isDeterministic(conjunct)));
      }
    }
    return result;
  }

  /** Ways to read a table under conditions over its columns. */
  List<Built> scan(ScanRel scan, List<AccessCondition> conditions, Want want) {
    List<Built> result = new ArrayList<>();
    List<List<SortKey>> orders = want.orders().isEmpty() ? List.of(List.of()) : want.orders();
    for (List<SortKey> order : orders) {
      AccessRequest request =
          new AccessRequest(
              scan.table(), conditions, want.needed(), order, scan.hints(), scan.lock());
      for (AccessCandidate candidate : access.candidates(request)) {
        Built built = new Built(candidate.candidate(), candidate.layout());
        if (!result.contains(built)) {
          result.add(built);
        }
      }
    }
    return result;
  }

  private List<Built> filter(Filter filter, Want want) {
    List<AccessCondition> conditions = conditions(filter.getCondition());
    if (filter.getInput() instanceof ScanRel scan) {
      return scan(scan, conditions, want);
    }
    if (JoinGraph.isJoin(filter.getInput())) {
      return new JoinSearch(this, filter, want).search();
    }
    List<PhysicalExpr> exprs = conditions.stream().map(AccessCondition::expression).toList();
    return filtered(build(filter.getInput(), plus(want, exprs)), exprs);
  }

  /** The plans with conditions over the expression's columns applied. */
  List<Built> filtered(List<Built> plans, List<PhysicalExpr> conditions) {
    List<Built> result = new ArrayList<>();
    for (Built plan : plans) {
      List<PhysicalExpr> relocated = new ArrayList<>();
      conditions.forEach(c -> relocated.add(translator.lower(plan.relocate(c))));
      result.add(
          plan.with(
              PlanNodes.filter(
                  plan.candidate(),
                  PhysicalExprs.and(relocated),
                  Math.pow(FILTER_GUESS, conditions.size()))));
    }
    return result;
  }

  private static Want plus(Want want, List<PhysicalExpr> exprs) {
    Set<Integer> needed = new HashSet<>(want.needed());
    exprs.forEach(expr -> PhysicalExprs.collectInputs(expr, needed));
    return new Want(needed, want.orders(), want.groupings(), want.goal());
  }

  private List<Built> project(Project project, List<AccessCondition> conditions, Want want) {
    List<Integer> columns = sorted(want.needed());
    List<PhysicalExpr> exprs = new ArrayList<>();
    Set<Integer> neededBelow = new HashSet<>();
    for (int column : columns) {
      PhysicalExpr expr = translator.translate(project.getProjects().get(column));
      exprs.add(expr);
      PhysicalExprs.collectInputs(expr, neededBelow);
    }
    Want below =
        new Want(
            neededBelow,
            ordersBelow(project, want.orders()),
            groupingsBelow(project, want.groupings()),
            want.goal());
    List<Built> result = new ArrayList<>();
    for (Built input : build(project.getInput(), conditions, below)) {
      result.add(projected(input, columns, exprs, output(project, columns)));
    }
    return result;
  }

  /** A projection of distinct columns needs no operator: only the layout changes. */
  private static Built projected(
      Built input, List<Integer> columns, List<PhysicalExpr> exprs, List<OutputColumn> output) {
    Map<Integer, Integer> renamed = new HashMap<>();
    boolean picks = true;
    for (int i = 0; i < columns.size() && picks; i++) {
      picks =
          exprs.get(i) instanceof PhysicalExpr.InputRef ref
              && renamed.put(ref.ordinal(), columns.get(i)) == null;
    }
    if (picks) {
      List<Integer> layout = new ArrayList<>();
      for (int column : input.layout()) {
        layout.add(renamed.getOrDefault(column, Built.HIDDEN));
      }
      return new Built(input.candidate(), layout);
    }
    List<PhysicalExpr> relocated = new ArrayList<>();
    exprs.forEach(expr -> relocated.add(input.relocate(expr)));
    return new Built(PlanNodes.project(input.candidate(), relocated, output), columns);
  }

  private static List<List<SortKey>> ordersBelow(Project project, List<List<SortKey>> orders) {
    List<List<SortKey>> result = new ArrayList<>();
    for (List<SortKey> order : orders) {
      List<SortKey> below = new ArrayList<>();
      for (SortKey key : order) {
        if (project.getProjects().get(key.ordinal()) instanceof RexInputRef ref) {
          below.add(new SortKey(ref.getIndex(), key.descending(), key.nullsFirst()));
        }
      }
      if (below.size() == order.size()) {
        result.add(below);
      }
    }
    return result;
  }

  private static List<Set<Integer>> groupingsBelow(Project project, List<Set<Integer>> groupings) {
    List<Set<Integer>> result = new ArrayList<>();
    for (Set<Integer> grouping : groupings) {
      Set<Integer> below = new HashSet<>();
      boolean plain = true;
      for (int column : grouping) {
        if (project.getProjects().get(column) instanceof RexInputRef ref) {
          below.add(ref.getIndex());
        } else {
          plain = false;
        }
      }
      if (plain) {
        result.add(below);
      }
    }
    return result;
  }

  /** The right side runs once for each row of the left one. */
  private List<Built> correlate(Correlate correlate, Want want) {
    int leftWidth = correlate.getLeft().getRowType().getFieldCount();
    Set<Integer> neededLeft = new HashSet<>(correlate.getRequiredColumns().asList());
    Set<Integer> neededRight = new HashSet<>();
    for (int column : want.needed()) {
      if (column < leftWidth) {
        neededLeft.add(column);
      } else {
        neededRight.add(column - leftWidth);
      }
    }
    boolean existence = !correlate.getJoinType().projectsRight();
    Built left =
        Candidates.best(build(correlate.getLeft(), Want.of(neededLeft)), Double.POSITIVE_INFINITY);
    int id = outerRows.newId();
    outerRows.enter(correlate.getCorrelationId(), id, left.layout());
    double goal = existence ? 1 : Double.POSITIVE_INFINITY;
    Built right = Candidates.best(build(correlate.getRight(), Want.of(neededRight, goal)), goal);
    outerRows.leave(correlate.getCorrelationId());
    double rows =
        switch (correlate.getJoinType()) {
          case SEMI, ANTI -> left.candidate().rows() / 2;
          case LEFT -> left.candidate().rows() * Math.max(1, right.candidate().rows());
          default -> left.candidate().rows() * right.candidate().rows();
        };
    return List.of(
        Joins.apply(
            Joins.kind(correlate.getJoinType()), left, right, leftWidth, id, null, rows, goal));
  }

  /**
   * @param limit the limit above the sort, or null
   */
  private Built sort(Sort sort, Set<Integer> neededAbove, @Nullable LimitRel limit) {
    if (sort.fetch != null || sort.offset != null) {
      throw new IllegalStateException("limits have a node of their own");
    }
    List<SortKey> keys = new ArrayList<>();
    Set<Integer> needed = new HashSet<>(neededAbove);
    for (RelFieldCollation collation : sort.getCollation().getFieldCollations()) {
      keys.add(sortKey(collation));
      needed.add(collation.getFieldIndex());
    }
    double goal =
        limit == null ? Double.POSITIVE_INFINITY : PlanNodes.rowGoal(limit.offset(), limit.count());
    Want want = new Want(needed, List.of(keys), List.of(), goal);
    Built best = null;
    for (Built input : build(sort.getInput(), want)) {
      List<SortKey> located = new ArrayList<>();
      for (SortKey key : keys) {
        located.add(new SortKey(input.position(key.ordinal()), key.descending(), key.nullsFirst()));
      }
      PlanCandidate sorted =
          limit == null
              ? PlanNodes.sort(input.candidate(), located)
              : PlanNodes.sortLimit(input.candidate(), located, limit.offset(), limit.count());
      if (best == null || sorted.total() < best.candidate().total()) {
        best = input.with(sorted);
      }
    }
    return Objects.requireNonNull(best);
  }

  static SortKey sortKey(RelFieldCollation collation) {
    return new SortKey(
        collation.getFieldIndex(),
        collation.getDirection().isDescending(),
        collation.nullDirection == RelFieldCollation.NullDirection.FIRST);
  }

  private Built limit(LimitRel limit, Want want) {
    RelNode input = limit.getInput();
    if (input instanceof Sort sort) {
      return sort(sort, want.needed(), limit);
    }
    if (input instanceof Project project && project.getInput() instanceof Sort sort) {
      LimitRel below = limit.over(sort);
      return Candidates.best(
          build(project.copy(project.getTraitSet(), List.of(below)), want),
          Double.POSITIVE_INFINITY);
    }
    double goal = PlanNodes.rowGoal(limit.offset(), limit.count());
    Built best = Candidates.best(build(input, Want.of(want.needed(), goal)), goal);
    return best.with(PlanNodes.limit(best.candidate(), limit.offset(), limit.count()));
  }

  private List<Built> unnest(UnnestRel unnest, Want want) {
    int width = unnest.getInput().getRowType().getFieldCount();
    PhysicalExpr array = translator.translate(unnest.array());
    Set<Integer> needed = new HashSet<>();
    want.needed().stream().filter(column -> column < width).forEach(needed::add);
    PhysicalExprs.collectInputs(array, needed);
    List<Built> result = new ArrayList<>();
    for (Built input : build(unnest.getInput(), Want.of(needed))) {
      List<Integer> layout = new ArrayList<>(input.layout());
      layout.add(width);
      List<OutputColumn> output = new ArrayList<>(input.output());
      output.addAll(output(unnest, List.of(width)));
      if (unnest.withOffset()) {
        layout.add(width + 1);
        output.addAll(output(unnest, List.of(width + 1)));
      }
      PhysicalPlan.Query plan =
          new PhysicalPlan.Unnest(
              input.candidate().plan(),
              input.relocate(array),
              unnest.withOffset(),
              unnest.outer(),
              output);
      double rows = input.candidate().rows() * PlanNodes.ELEMENTS_GUESS;
      result.add(
          new Built(
              new PlanCandidate(
                  plan,
                  input.candidate().startup(),
                  input.candidate().total() + CostModel.emit(rows),
                  rows,
                  input.candidate().order().withoutUniqueness()),
              layout));
    }
    return result;
  }

  private Built setOp(SetOp setOp, Want want) {
    boolean rowsMatter = !(setOp instanceof Union && setOp.all);
    List<Integer> columns =
        rowsMatter ? range(setOp.getRowType().getFieldCount()) : sorted(want.needed());
    List<OutputColumn> output = output(setOp, columns);
    List<PhysicalPlan.Query> inputs = new ArrayList<>();
    double total = 0;
    double rows = 0;
    for (RelNode input : setOp.getInputs()) {
      Built best =
          Candidates.best(build(input, Want.of(new HashSet<>(columns))), Double.POSITIVE_INFINITY)
              .pick(columns);
      inputs.add(best.candidate().plan());
      total += best.candidate().total();
      rows += best.candidate().rows();
    }
    if (setOp instanceof Union) {
      PlanCandidate all =
          new PlanCandidate(
              new PhysicalPlan.UnionAll(inputs, output),
              0,
              total + CostModel.emit(rows),
              rows,
              RowOrder.NONE);
      return new Built(
          setOp.all
              ? all
              : PlanNodes.aggregate(all, range(columns.size()), List.of(), output, rows),
          columns);
    }
    PhysicalPlan.Query plan = inputs.get(0);
    for (int i = 1; i < inputs.size(); i++) {
      plan = new PhysicalPlan.SetOp(setOpKind(setOp), plan, inputs.get(i), output);
    }
    double cost = total + CostModel.hashBuild(rows);
    return new Built(
        new PlanCandidate(plan, cost, cost, Math.max(0.01, rows / 2), RowOrder.NONE), columns);
  }

  private static PhysicalPlan.SetOpKind setOpKind(SetOp setOp) {
    boolean intersect = setOp instanceof Intersect;
    if (setOp.all) {
      return intersect ? PhysicalPlan.SetOpKind.INTERSECT_ALL : PhysicalPlan.SetOpKind.EXCEPT_ALL;
    }
    return intersect
        ? PhysicalPlan.SetOpKind.INTERSECT_DISTINCT
        : PhysicalPlan.SetOpKind.EXCEPT_DISTINCT;
  }

  static List<Integer> range(int end) {
    List<Integer> result = new ArrayList<>();
    for (int i = 0; i < end; i++) {
      result.add(i);
    }
    return result;
  }

  private Built values(ValuesRel values, Want want) {
    List<Integer> columns = sorted(want.needed());
    List<List<PhysicalExpr>> rows = new ArrayList<>();
    for (List<RexNode> row : values.rows()) {
      List<PhysicalExpr> translated = new ArrayList<>();
      columns.forEach(column -> translated.add(translator.translate(row.get(column))));
      rows.add(List.copyOf(translated));
    }
    return leaf(
        new PhysicalPlan.Values(List.copyOf(rows), output(values, columns)), columns, rows.size());
  }

  private Built systemTable(SystemTableRel table, Want want) {
    List<Integer> columns = sorted(want.needed());
    return leaf(
        new PhysicalPlan.SystemTableScan(table.name(), columns, output(table, columns)),
        columns,
        SYSTEM_ROWS_GUESS);
  }

  private static Built empty(Values values, Want want) {
    List<Integer> columns = sorted(want.needed());
    return leaf(new PhysicalPlan.Values(List.of(), output(values, columns)), columns, 0);
  }

  private static Built leaf(PhysicalPlan.Query plan, List<Integer> columns, double rows) {
    double estimate = Math.max(0.01, rows);
    return new Built(
        new PlanCandidate(plan, 0, CostModel.emit(estimate), estimate, RowOrder.NONE), columns);
  }
}
