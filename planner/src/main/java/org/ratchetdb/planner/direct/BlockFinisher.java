package org.ratchetdb.planner.direct;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.access.AccessCandidate;
import org.ratchetdb.planner.access.AccessCondition;
import org.ratchetdb.planner.access.AccessPlanner;
import org.ratchetdb.planner.access.AccessRequest;
import org.ratchetdb.planner.build.PlanNodes;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.planner.expression.ExpressionTranslator;
import org.ratchetdb.planner.expression.Hints;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan.ScanLock;
import org.ratchetdb.planner.physical.SortKey;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** Turns a {@link Block} into operators, choosing the cheapest way to its rows. */
final class BlockFinisher {
  private static final double FILTER_GUESS = 0.25;

  private final PlanningContext context;
  private final BoundHints statementHints;
  private final ScanLock lock;
  private final AccessPlanner access;

  BlockFinisher(PlanningContext context, BoundHints statementHints, ScanLock lock) {
    this.context = context;
    this.statementHints = statementHints;
    this.lock = lock;
    this.access = new AccessPlanner(context);
  }

  /** Translates expressions over the block's source. */
  ExpressionTranslator translator(Block block) {
    return new ExpressionTranslator(
        context.isPostgres(),
        column ->
            new PhysicalExpr.InputRef(
                Objects.requireNonNull(block.sourceOrdinals.get(column.id()), column::name),
                column.type()));
  }

  /**
   * The plan whose output columns are the expressions, in order.
   *
   * @param expressions over the block's columns
   * @param extraCost of what will stand on the plan, to be weighed in
   */
  PlanCandidate finish(
      Block block, List<BoundExpr> expressions, ToDoubleFunction<PlanCandidate> extraCost) {
    ExpressionTranslator translator = translator(block);
    List<PhysicalExpr> outputs = new ArrayList<>();
    List<OutputColumn> columns = new ArrayList<>();
    for (BoundExpr expression : expressions) {
      outputs.add(translator.translate(block.resolve(expression)));
      columns.add(
          new OutputColumn(
              expression instanceof BoundExpr.ColumnRef ref ? ref.column().name() : "",
              expression.type()));
    }
    PlanCandidate best = null;
    double bestCost = 0;
    for (Source source : sources(block, translator, outputs)) {
      PlanCandidate candidate = shape(block, translator, source, outputs, columns);
      double cost = candidate.total() + extraCost.applyAsDouble(candidate);
      if (best == null || cost < bestCost) {
        best = candidate;
        bestCost = cost;
      }
    }
    return Objects.requireNonNull(best);
  }

  /** A candidate with the filter applied and where it has the source's columns. */
  private record Source(PlanCandidate candidate, Map<Integer, Integer> ordinals) {}

  private List<Source> sources(
      Block block, ExpressionTranslator translator, List<PhysicalExpr> outputs) {
    if (block.table == null) {
      PlanCandidate planned = Objects.requireNonNull(block.planned);
      List<PhysicalExpr> conditions = translator.translateAll(block.conjuncts);
      PlanCandidate filtered =
          PlanNodes.filter(
              planned, PhysicalExprs.and(conditions), Math.pow(FILTER_GUESS, conditions.size()));
      Map<Integer, Integer> identity = new HashMap<>();
      for (int i = 0; i < planned.plan().output().size(); i++) {
        identity.put(i, i);
      }
      return List.of(new Source(filtered, identity));
    }
    List<Source> result = new ArrayList<>();
    for (AccessCandidate candidate : access.candidates(request(block, translator, outputs))) {
      Map<Integer, Integer> ordinals = new HashMap<>();
      for (int i = 0; i < candidate.layout().size(); i++) {
        ordinals.put(candidate.layout().get(i), i);
      }
      result.add(new Source(candidate.candidate(), ordinals));
    }
    return result;
  }

  private AccessRequest request(
      Block block, ExpressionTranslator translator, List<PhysicalExpr> outputs) {
    BoundRelation.TableScan table = Objects.requireNonNull(block.table);
    List<AccessCondition> conditions = new ArrayList<>();
    for (BoundExpr conjunct : block.conjuncts) {
      PhysicalExpr condition = translator.translate(conjunct);
      if (!PhysicalExprs.isTrue(condition)) {
        conditions.add(new AccessCondition(condition, !BoundExprs.isVolatile(conjunct)));
      }
    }
    Set<Integer> needed = new TreeSet<>();
    outputs.forEach(output -> PhysicalExprs.collectInputs(output, needed));
    List<SortKey> order = new ArrayList<>();
    boolean plainOrder = true;
    for (BoundRelation.SortItem item : block.order) {
      PhysicalExpr key = translator.translate(item.expression());
      PhysicalExprs.collectInputs(key, needed);
      if (key instanceof PhysicalExpr.InputRef ref) {
        order.add(new SortKey(ref.ordinal(), item.descending(), item.nullsFirst()));
      } else {
        plainOrder = false;
      }
    }
    return new AccessRequest(
        table.table(),
        conditions,
        needed,
        plainOrder ? order : List.of(),
        Hints.ofTable(table.hints(), statementHints),
        table.forUpdate() ? lock.forUpdate() : lock);
  }

  /** Sort, limit and projection above the rows. */
  private PlanCandidate shape(
      Block block,
      ExpressionTranslator translator,
      Source source,
      List<PhysicalExpr> outputs,
      List<OutputColumn> columns) {
    PlanCandidate candidate = source.candidate();
    if (!block.order.isEmpty() || block.isLimited()) {
      candidate = sortAndLimit(block, translator, source);
    }
    List<PhysicalExpr> relocated = new ArrayList<>();
    for (PhysicalExpr output : outputs) {
      relocated.add(relocate(output, source.ordinals()));
    }
    return PlanNodes.project(candidate, relocated, columns);
  }

  private PlanCandidate sortAndLimit(Block block, ExpressionTranslator translator, Source source) {
    PlanCandidate candidate = source.candidate();
    List<PhysicalExpr> extended = new ArrayList<>();
    List<OutputColumn> extendedColumns = new ArrayList<>(candidate.plan().output());
    for (int i = 0; i < extendedColumns.size(); i++) {
      extended.add(new PhysicalExpr.InputRef(i, extendedColumns.get(i).type()));
    }
    List<SortKey> keys = new ArrayList<>();
    for (BoundRelation.SortItem item : block.order) {
      PhysicalExpr key = relocate(translator.translate(item.expression()), source.ordinals());
      int ordinal = extended.indexOf(key);
      if (ordinal < 0) {
        ordinal = extended.size();
        extended.add(key);
        extendedColumns.add(new OutputColumn("", key.type()));
      }
      keys.add(new SortKey(ordinal, item.descending(), item.nullsFirst()));
    }
    candidate = PlanNodes.project(candidate, extended, extendedColumns);
    PhysicalExpr offset = translateCount(block.offset, translator);
    PhysicalExpr count = translateCount(block.count, translator);
    return PlanNodes.sortLimit(candidate, keys, offset, count);
  }

  private static @Nullable PhysicalExpr translateCount(
      @Nullable BoundExpr count, ExpressionTranslator translator) {
    return count == null ? null : translator.translate(count);
  }

  private static PhysicalExpr relocate(PhysicalExpr expr, Map<Integer, Integer> ordinals) {
    return PhysicalExprs.remap(expr, ordinal -> Objects.requireNonNull(ordinals.get(ordinal)));
  }
}
