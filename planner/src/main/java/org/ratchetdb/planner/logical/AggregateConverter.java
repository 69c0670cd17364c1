package org.ratchetdb.planner.logical;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.planner.expression.ConstantFolding;
import org.ratchetdb.planner.expression.ExpressionTranslator;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.type.RelTypes;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** Turns groupings into a projection of keys and arguments with an aggregation above it. */
final class AggregateConverter {
  private final RelConverter relations;
  private final RelTypes types;
  private final ConstantFolding folding;
  private final boolean postgres;

  AggregateConverter(
      RelConverter relations, RelTypes types, ConstantFolding folding, boolean postgres) {
    this.relations = relations;
    this.types = types;
    this.folding = folding;
    this.postgres = postgres;
  }

  Converted convert(
      Converted input, BoundRelation.Aggregate aggregate, @Nullable CorrelationScope outer) {
    Columns columns = new Columns();
    aggregate.keys().forEach(columns::addKey);
    List<Call> calls = new ArrayList<>();
    for (BoundRelation.AggregateCall call : aggregate.calls()) {
      calls.add(new Call(call, columns));
    }
    Converted projected =
        relations.project(input, columns.expressions, columns.boundColumns(), outer);
    RelNode rows = projected.rel();
    int keys = aggregate.keys().size();
    List<AggregateCall> relCalls = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      String name = aggregate.callColumns().get(i).name();
      relCalls.add(relCall(calls.get(i), name.isEmpty() ? "$agg" + i : name));
    }
    RelNode rel =
        LogicalAggregate.create(rows, List.of(), ImmutableBitSet.range(keys), null, relCalls);
    return RelConverter.named(rel, aggregate.columns());
  }

  private AggregateCall relCall(Call call, String name) {
    BoundRelation.AggregateCall bound = call.bound;
    String kernel = bound.function().kernel();
    SqlType result = bound.function().result();
    boolean nullable = !KernelAggregate.isCount(kernel);
    RelDataType type = types.of(result, nullable);
    BoundExpr limit = bound.limit();
    PhysicalExpr translatedLimit =
        limit == null
            ? null
            : new ExpressionTranslator(
                    postgres,
                    column -> {
                      throw new IllegalStateException("LIMIT with a column");
                    })
                .translate(folding.fold(limit));
    KernelAggregate function =
        new KernelAggregate(kernel, result, type, translatedLimit, bound.ignoreNulls());
    RelCollation collation =
        call.collations.isEmpty() ? RelCollations.EMPTY : RelCollations.of(call.collations);
    return AggregateCall.create(
        function,
        bound.distinct(),
        false,
        false,
        List.of(),
        call.arguments,
        call.filter,
        null,
        collation,
        type,
        name);
  }

  /** The columns that the aggregation reads. */
  private final class Columns {
    final List<BoundExpr> expressions = new ArrayList<>();
    private final Map<BoundExpr, Integer> ordinals = new HashMap<>();

    /** Keys keep a column each, even equal ones, because the result has a column each. */
    void addKey(BoundExpr key) {
      ordinals.putIfAbsent(key, expressions.size());
      expressions.add(key);
    }

    int ordinal(BoundExpr expr) {
      return ordinals.computeIfAbsent(
          expr,
          e -> {
            expressions.add(e);
            return expressions.size() - 1;
          });
    }

    List<BoundColumn> boundColumns() {
      List<BoundColumn> columns = new ArrayList<>();
      for (BoundExpr expression : expressions) {
        String name = expression instanceof BoundExpr.ColumnRef ref ? ref.column().name() : "";
        columns.add(new BoundColumn(relations.newColumnId(), name, expression.type()));
      }
      return columns;
    }
  }

  /** A call with its columns by position. */
  private static final class Call {
    final BoundRelation.AggregateCall bound;
    final List<Integer> arguments = new ArrayList<>();
    final List<RelFieldCollation> collations = new ArrayList<>();
    final int filter;

    Call(BoundRelation.AggregateCall bound, Columns columns) {
      this.bound = bound;
      bound.arguments().forEach(argument -> arguments.add(columns.ordinal(argument)));
      for (BoundRelation.SortItem item : bound.orderBy()) {
        collations.add(RelConverter.collation(columns.ordinal(item.expression()), item));
      }
      BoundExpr condition = bound.filter();
      filter =
          condition == null
              ? -1
              // Calcite wants a filter column that is never NULL.
              : columns.ordinal(Expressions.call("is_true", SqlType.BOOL, condition));
    }
  }
}
