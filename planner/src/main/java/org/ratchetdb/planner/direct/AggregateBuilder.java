package org.ratchetdb.planner.direct;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.build.PlanNodes;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.cost.Selectivity;
import org.ratchetdb.planner.expression.ConstantFolding;
import org.ratchetdb.planner.expression.ExpressionTranslator;
import org.ratchetdb.planner.physical.AggregateCall;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.SortKey;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/**
 * Plans a grouping over a block. Of MIN or MAX alone over a column only the first row in the order
 * of that column is read where an index gives that order:
 *
 * <pre>
 *   SELECT MAX(k) FROM t    becomes    SELECT MAX(k) FROM (SELECT k FROM t WHERE k IS NOT NULL
 *                                                          ORDER BY k DESC LIMIT 1)
 * </pre>
 *
 * Floating point columns are left out, since NaN decides MIN and MAX but stands at one end of keys.
 */
final class AggregateBuilder {
  private final PlanningContext context;
  private final ConstantFolding folding;
  private final BlockFinisher finisher;

  AggregateBuilder(PlanningContext context, ConstantFolding folding, BlockFinisher finisher) {
    this.context = context;
    this.folding = folding;
    this.finisher = finisher;
  }

  Block build(Block block, BoundRelation.Aggregate aggregate) {
    Inputs inputs = new Inputs(aggregate, context.isPostgres(), folding);
    double groups = groups(block, aggregate);
    PlanCandidate best = aggregateOver(block, aggregate, inputs, groups);
    Block firstRow = firstRowOf(block, aggregate);
    if (firstRow != null) {
      PlanCandidate candidate = aggregateOver(firstRow, aggregate, inputs, groups);
      best = candidate.total() < best.total() ? candidate : best;
    }
    return Block.over(best, aggregate.columns(), folding);
  }

  private PlanCandidate aggregateOver(
      Block block, BoundRelation.Aggregate aggregate, Inputs inputs, double groups) {
    List<OutputColumn> output = new ArrayList<>();
    for (BoundColumn column : aggregate.columns()) {
      output.add(new OutputColumn(column.name(), column.type()));
    }
    PlanCandidate input =
        finisher.finish(
            block,
            inputs.expressions,
            p ->
                PlanNodes.aggregate(p, inputs.groupKeys, inputs.calls, output, groups).total()
                    - p.total());
    return PlanNodes.aggregate(input, inputs.groupKeys, inputs.calls, output, groups);
  }

  private double groups(Block block, BoundRelation.Aggregate aggregate) {
    Selectivity selectivity = new Selectivity(context);
    double groups = 1;
    for (BoundExpr key : aggregate.keys()) {
      double values = Double.NaN;
      if (block.table != null && block.resolve(key) instanceof BoundExpr.ColumnRef ref) {
        Integer ordinal = block.sourceOrdinals.get(ref.column().id());
        if (ordinal != null) {
          values =
              selectivity.distinct(
                  block.table.table(), block.table.table().columns().get(ordinal).id());
        }
      }
      groups *= Double.isNaN(values) ? PlanNodes.GROUPS_GUESS : values;
    }
    return groups;
  }

  /** The block that yields the one row that decides a lone MIN or MAX, or null. */
  private @Nullable Block firstRowOf(Block block, BoundRelation.Aggregate aggregate) {
    if (block.table == null
        || block.isLimited()
        || !aggregate.keys().isEmpty()
        || aggregate.calls().size() != 1) {
      return null;
    }
    BoundRelation.AggregateCall call = aggregate.calls().get(0);
    String kernel = call.function().kernel();
    if (!(kernel.equals("min") || kernel.equals("max"))
        || call.filter() != null
        || call.arguments().size() != 1
        || !(block.resolve(call.arguments().get(0)) instanceof BoundExpr.ColumnRef column)
        || column.type().is(TypeKind.FLOAT64)
        || column.type().is(TypeKind.FLOAT32)) {
      return null;
    }
    Block first = Block.over(block.table, folding);
    first.conjuncts.addAll(block.conjuncts);
    first.conjuncts.add(new BoundExpr.Not(new BoundExpr.IsNull(column)));
    aggregateColumns(block, first, call);
    boolean descending = kernel.equals("max");
    first.order = List.of(new BoundRelation.SortItem(column, descending, !descending));
    first.count = new BoundExpr.Literal(new Value.Int64(1), -1);
    return first;
  }

  /** Gives the new block the meanings of the computed columns that the call refers to. */
  private static void aggregateColumns(Block from, Block to, BoundRelation.AggregateCall call) {
    for (BoundExpr argument : call.arguments()) {
      if (argument instanceof BoundExpr.ColumnRef ref) {
        BoundExpr resolved = from.resolve(ref);
        if (!resolved.equals(ref)) {
          to.define(ref.column(), resolved);
        }
      }
    }
  }

  /** Input columns of the aggregation: keys first, then whatever the calls need. */
  private static final class Inputs {
    final List<BoundExpr> expressions = new ArrayList<>();
    final List<Integer> groupKeys = new ArrayList<>();
    final List<AggregateCall> calls = new ArrayList<>();
    private final Map<BoundExpr, Integer> ordinals = new HashMap<>();

    Inputs(BoundRelation.Aggregate aggregate, boolean postgres, ConstantFolding folding) {
      for (BoundExpr key : aggregate.keys()) {
        groupKeys.add(ordinal(key));
      }
      for (BoundRelation.AggregateCall call : aggregate.calls()) {
        calls.add(call(call, postgres, folding));
      }
    }

    private int ordinal(BoundExpr expr) {
      return ordinals.computeIfAbsent(
          expr,
          e -> {
            expressions.add(e);
            return expressions.size() - 1;
          });
    }

    private AggregateCall call(
        BoundRelation.AggregateCall call, boolean postgres, ConstantFolding folding) {
      List<Integer> arguments = new ArrayList<>();
      for (BoundExpr argument : call.arguments()) {
        arguments.add(ordinal(argument));
      }
      List<SortKey> orderBy = new ArrayList<>();
      for (BoundRelation.SortItem item : call.orderBy()) {
        orderBy.add(new SortKey(ordinal(item.expression()), item.descending(), item.nullsFirst()));
      }
      BoundExpr filter = call.filter();
      BoundExpr limit = call.limit();
      PhysicalExpr translatedLimit =
          limit == null
              ? null
              : new ExpressionTranslator(
                      postgres,
                      column -> {
                        throw new IllegalStateException("LIMIT with a column");
                      })
                  .translate(folding.fold(limit));
      SqlType type = call.function().result();
      return new AggregateCall(
          call.function().kernel(),
          arguments,
          call.distinct(),
          filter == null ? -1 : ordinal(filter),
          orderBy,
          translatedLimit,
          call.ignoreNulls(),
          type);
    }
  }
}
