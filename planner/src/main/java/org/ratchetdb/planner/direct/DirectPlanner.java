package org.ratchetdb.planner.direct;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.build.PlanNodes;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.cost.CostModel;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.cost.RowOrder;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.planner.expression.ConstantFolding;
import org.ratchetdb.planner.expression.ExpressionTranslator;
import org.ratchetdb.planner.physical.AggregateCall;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/**
 * Plans a query that has neither joins nor subqueries. Used for one query, by one thread.
 *
 * <p>It walks down the bound tree and gathers filters, projections, orders and limits in a {@link
 * Block} over one source; what cannot join the block, such as grouping, closes it and becomes the
 * source of the next.
 */
public final class DirectPlanner {
  /** Nodes by which projections may grow when two are merged into one. */
  private static final int BLOAT_MAX = 200;

  private final PlanningContext context;
  private final ConstantFolding folding;
  private final BlockFinisher finisher;
  private final Set<Integer> used;

  private DirectPlanner(
      PlanningContext context, BoundHints hints, ScanLock lock, Set<Integer> used) {
    this.context = context;
    this.folding = new ConstantFolding(context);
    this.finisher = new BlockFinisher(context, hints, lock);
    this.used = used;
  }

  /**
   * The plan, its columns in the order of the relation's; empty when the query needs the full
   * planner.
   *
   * @param hints statement hints
   * @param lock how its scans lock rows, unless a scan asks for more
   */
  public static Optional<PhysicalPlan.Query> plan(
      BoundRelation relation, PlanningContext context, BoundHints hints, ScanLock lock) {
    if (!Eligibility.isDirect(relation)) {
      return Optional.empty();
    }
    DirectPlanner planner = new DirectPlanner(context, hints, lock, UsedColumns.of(relation));
    PlanCandidate candidate = planner.finish(planner.block(relation), relation.columns());
    List<OutputColumn> output = new ArrayList<>();
    for (BoundColumn column : relation.columns()) {
      output.add(new OutputColumn(column.name(), column.type()));
    }
    return Optional.of(PlanNodes.withNames(candidate.plan(), output));
  }

  private Block block(BoundRelation relation) {
    if (relation instanceof BoundRelation.TableScan scan) {
      return Block.over(scan, folding);
    } else if (relation instanceof BoundRelation.SystemTable table) {
      return systemTable(table);
    } else if (relation instanceof BoundRelation.Values values) {
      return Block.over(values(values), values.columns(), folding);
    } else if (relation instanceof BoundRelation.Filter filter) {
      return filter(filter);
    } else if (relation instanceof BoundRelation.Project project) {
      return project(project);
    } else if (relation instanceof BoundRelation.Unnest unnest) {
      return unnest(unnest);
    } else if (relation instanceof BoundRelation.Aggregate aggregate) {
      return aggregate(aggregate);
    } else if (relation instanceof BoundRelation.Sort sort) {
      return sort(sort);
    } else if (relation instanceof BoundRelation.Limit limit) {
      return limit(limit);
    } else if (relation instanceof BoundRelation.SetOp setOp) {
      return setOp(setOp);
    }
    throw new IllegalStateException("not eligible: " + relation.getClass().getSimpleName());
  }

  /** Ends the block so that something else can stand on its rows. */
  private Block closed(Block block, List<BoundColumn> columns) {
    List<BoundColumn> kept = columns.stream().filter(c -> used.contains(c.id())).toList();
    return Block.over(finish(block, kept), kept, folding);
  }

  private PlanCandidate finish(Block block, List<BoundColumn> columns) {
    List<BoundExpr> expressions = new ArrayList<>();
    for (BoundColumn column : columns) {
      expressions.add(new BoundExpr.ColumnRef(column));
    }
    return finisher.finish(block, expressions, p -> 0);
  }

  private Block filter(BoundRelation.Filter filter) {
    if (filter.input() instanceof BoundRelation.Unnest unnest) {
      BoundRelation pushed = pushBelow(unnest, filter.condition());
      if (pushed != null) {
        return block(pushed);
      }
    }
    Block block = block(filter.input());
    if (block.isLimited()) {
      block = closed(block, filter.columns());
    }
    for (BoundExpr conjunct : BoundExprs.conjuncts(block.resolve(filter.condition()))) {
      block.conjuncts.add(conjunct);
    }
    return block;
  }

  /** Rows are filtered before their arrays are taken apart, where the condition allows. */
  private static @Nullable BoundRelation pushBelow(
      BoundRelation.Unnest unnest, BoundExpr condition) {
    List<BoundExpr> below = new ArrayList<>();
    List<BoundExpr> above = new ArrayList<>();
    for (BoundExpr conjunct : BoundExprs.conjuncts(condition)) {
      boolean readsElement =
          BoundExprs.any(
              conjunct,
              e ->
                  e instanceof BoundExpr.ColumnRef ref
                      && (ref.column().equals(unnest.element())
                          || ref.column().equals(unnest.offset())));
      (readsElement || BoundExprs.isVolatile(conjunct) ? above : below).add(conjunct);
    }
    if (below.isEmpty()) {
      return null;
    }
    BoundRelation input = new BoundRelation.Filter(unnest.input(), new BoundExpr.And(below));
    BoundRelation rows =
        new BoundRelation.Unnest(
            input, unnest.array(), unnest.element(), unnest.offset(), unnest.outer());
    return above.isEmpty() ? rows : new BoundRelation.Filter(rows, new BoundExpr.And(above));
  }

  private Block project(BoundRelation.Project project) {
    Block block = block(project.input());
    List<BoundExpr> resolved = new ArrayList<>();
    boolean volatiles = false;
    for (BoundExpr expression : project.expressions()) {
      BoundExpr over = block.resolve(expression);
      resolved.add(over);
      volatiles |= BoundExprs.isVolatile(over);
    }
    if (volatiles || isBloated(block, project, resolved)) {
      // What is drawn anew at each evaluation must be evaluated once, here. And what stands in many
      // places had better be: in (SELECT a + a AS a FROM (SELECT a + a AS a FROM ...)) each level
      // would double the expression.
      return Block.over(
          finisher.finish(block, project.expressions(), p -> 0), project.columns(), folding);
    }
    for (int i = 0; i < resolved.size(); i++) {
      block.define(project.columns().get(i), resolved.get(i));
    }
    return block;
  }

  /** Whether the expressions below are repeated in those above so often that it matters. */
  private static boolean isBloated(
      Block block, BoundRelation.Project project, List<BoundExpr> resolved) {
    int size = BoundExprs.size(resolved, Integer.MAX_VALUE);
    if (size <= BLOAT_MAX) {
      return false;
    }
    int once = BoundExprs.size(project.expressions(), size);
    for (BoundColumn column : project.input().columns()) {
      once += BoundExprs.size(List.of(block.resolve(new BoundExpr.ColumnRef(column))), size);
    }
    return size - once > BLOAT_MAX;
  }

  private Block sort(BoundRelation.Sort sort) {
    Block block = block(sort.input());
    if (block.isLimited()) {
      block = closed(block, sort.columns());
    }
    List<BoundRelation.SortItem> items = new ArrayList<>();
    for (BoundRelation.SortItem item : sort.items()) {
      BoundExpr resolved = block.resolve(item.expression());
      if (!(resolved instanceof BoundExpr.Literal)) {
        items.add(new BoundRelation.SortItem(resolved, item.descending(), item.nullsFirst()));
      }
    }
    block.order = items;
    return block;
  }

  private Block limit(BoundRelation.Limit limit) {
    Block block = block(limit.input());
    if (block.isLimited()) {
      block = closed(block, limit.columns());
    }
    block.offset = limit.offset() == null ? null : folding.fold(limit.offset());
    block.count = limit.count() == null ? null : folding.fold(limit.count());
    return block;
  }

  private Block systemTable(BoundRelation.SystemTable table) {
    List<Integer> ordinals = new ArrayList<>();
    List<BoundColumn> kept = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (used.contains(table.columns().get(i).id())) {
        ordinals.add(i);
        kept.add(table.columns().get(i));
      }
    }
    PhysicalPlan.Query plan =
        new PhysicalPlan.SystemTableScan(table.name(), ordinals, output(kept));
    double rows = 1_000;
    return Block.over(
        new PlanCandidate(plan, 0, CostModel.emit(rows), rows, RowOrder.NONE), kept, folding);
  }

  private PlanCandidate values(BoundRelation.Values values) {
    ExpressionTranslator translator =
        new ExpressionTranslator(
            context.isPostgres(),
            column -> {
              throw new IllegalStateException("VALUES with a column");
            });
    List<List<PhysicalExpr>> rows = new ArrayList<>();
    for (List<BoundExpr> row : values.rows()) {
      List<PhysicalExpr> translated = new ArrayList<>();
      for (BoundExpr expr : row) {
        translated.add(translator.translate(folding.fold(expr)));
      }
      rows.add(List.copyOf(translated));
    }
    PhysicalPlan.Query plan = new PhysicalPlan.Values(List.copyOf(rows), output(values.columns()));
    return new PlanCandidate(
        plan, 0, CostModel.emit(rows.size()), Math.max(0.01, rows.size()), RowOrder.NONE);
  }

  private Block unnest(BoundRelation.Unnest unnest) {
    Block below = block(unnest.input());
    List<BoundColumn> kept =
        unnest.input().columns().stream().filter(c -> used.contains(c.id())).toList();
    Block input = Block.over(finish(below, kept), kept, folding);
    PlanCandidate candidate = Objects.requireNonNull(input.planned);
    PhysicalExpr array = finisher.translator(input).translate(folding.fold(unnest.array()));
    List<BoundColumn> columns = new ArrayList<>(kept);
    columns.add(unnest.element());
    BoundColumn offset = unnest.offset();
    if (offset != null) {
      columns.add(offset);
    }
    PhysicalPlan.Query plan =
        new PhysicalPlan.Unnest(
            candidate.plan(), array, offset != null, unnest.outer(), output(columns));
    double rows = candidate.rows() * PlanNodes.ELEMENTS_GUESS;
    PlanCandidate expanded =
        new PlanCandidate(
            plan,
            candidate.startup(),
            candidate.total() + CostModel.emit(rows),
            rows,
            candidate.order().withoutUniqueness());
    return Block.over(expanded, columns, folding);
  }

  private Block aggregate(BoundRelation.Aggregate aggregate) {
    Block block = block(aggregate.input());
    return new AggregateBuilder(context, folding, finisher).build(block, aggregate);
  }

  private Block setOp(BoundRelation.SetOp setOp) {
    List<PhysicalPlan.Query> inputs = new ArrayList<>();
    double total = 0;
    double rows = 0;
    List<OutputColumn> output = output(setOp.columns());
    for (BoundRelation input : setOp.inputs()) {
      PlanCandidate candidate = finish(block(input), input.columns());
      inputs.add(candidate.plan());
      total += candidate.total();
      rows += candidate.rows();
    }
    total += CostModel.emit(rows);
    PlanCandidate all =
        new PlanCandidate(new PhysicalPlan.UnionAll(inputs, output), 0, total, rows, RowOrder.NONE);
    PlanCandidate result =
        switch (setOp.operation()) {
          case UNION_ALL -> all;
          case UNION_DISTINCT -> distinct(all, output);
          case INTERSECT_ALL -> setOp(PhysicalPlan.SetOpKind.INTERSECT_ALL, inputs, all);
          case INTERSECT_DISTINCT -> setOp(PhysicalPlan.SetOpKind.INTERSECT_DISTINCT, inputs, all);
          case EXCEPT_ALL -> setOp(PhysicalPlan.SetOpKind.EXCEPT_ALL, inputs, all);
          case EXCEPT_DISTINCT -> setOp(PhysicalPlan.SetOpKind.EXCEPT_DISTINCT, inputs, all);
        };
    return Block.over(result, setOp.columns(), folding);
  }

  private static PlanCandidate distinct(PlanCandidate input, List<OutputColumn> output) {
    List<Integer> keys = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      keys.add(i);
    }
    return PlanNodes.aggregate(input, keys, List.<AggregateCall>of(), output, input.rows());
  }

  private static PlanCandidate setOp(
      PhysicalPlan.SetOpKind kind, List<PhysicalPlan.Query> inputs, PlanCandidate all) {
    PhysicalPlan.Query plan = inputs.get(0);
    for (int i = 1; i < inputs.size(); i++) {
      plan = new PhysicalPlan.SetOp(kind, plan, inputs.get(i), all.plan().output());
    }
    double total = all.total() + CostModel.hashBuild(all.rows());
    return new PlanCandidate(plan, total, total, Math.max(0.01, all.rows() / 2), RowOrder.NONE);
  }

  private static List<OutputColumn> output(List<BoundColumn> columns) {
    List<OutputColumn> output = new ArrayList<>();
    for (BoundColumn column : columns) {
      output.add(new OutputColumn(column.name(), column.type()));
    }
    return output;
  }
}
