package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Aggregate;
import org.ratchetdb.planner.access.AccessCondition;
import org.ratchetdb.planner.build.PlanNodes;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.logical.KernelAggregate;
import org.ratchetdb.planner.physical.AggregateCall;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.SortKey;

/** Plans one grouping, with the calls that somebody needs. */
final class AggregateBuilder {
  private final PhysicalBuilder builder;
  private final Aggregate aggregate;

  AggregateBuilder(PhysicalBuilder builder, Aggregate aggregate) {
    this.builder = builder;
    this.aggregate = aggregate;
  }

  /** As {@link #build(List, Want)}, without conditions. */
  List<Built> build(Want want) {
    return build(List.of(), want);
  }

  /**
   * @param conditions on the rows that are grouped, in terms of the input's columns
   */
  List<Built> build(List<AccessCondition> conditions, Want want) {
    List<Integer> keys = aggregate.getGroupSet().asList();
    List<Integer> calls = new ArrayList<>();
    List<Integer> layout = new ArrayList<>(PhysicalBuilder.range(keys.size()));
    Set<Integer> needed = new HashSet<>(keys);
    for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
      if (want.needed().contains(keys.size() + i)) {
        calls.add(i);
        layout.add(keys.size() + i);
        var call = aggregate.getAggCallList().get(i);
        needed.addAll(call.getArgList());
        if (call.hasFilter()) {
          needed.add(call.filterArg);
        }
        call.getCollation()
            .getFieldCollations()
            .forEach(collation -> needed.add(collation.getFieldIndex()));
      }
    }
    List<OutputColumn> output = PhysicalBuilder.output(aggregate, layout);
    Want below =
        new Want(
            needed,
            ordersBelow(want),
            keys.isEmpty() ? List.of() : List.of(new HashSet<>(keys)),
            Double.POSITIVE_INFINITY);
    double groups = groups(keys);
    List<Built> result = new ArrayList<>();
    for (Built input : builder.build(aggregate.getInput(), conditions, below)) {
      List<Integer> groupKeys = keys.stream().map(input::position).toList();
      List<AggregateCall> physicalCalls = calls.stream().map(i -> call(i, input)).toList();
      PlanCandidate candidate =
          PlanNodes.aggregate(input.candidate(), groupKeys, physicalCalls, output, groups);
      result.add(new Built(candidate, layout));
    }
    return result;
  }

  /** Orders of grouping keys that a streaming aggregation would pass on. */
  private List<List<SortKey>> ordersBelow(Want want) {
    List<List<SortKey>> result = new ArrayList<>();
    for (List<SortKey> order : want.orders()) {
      List<SortKey> below = new ArrayList<>();
      for (SortKey key : order) {
        if (key.ordinal() < aggregate.getGroupCount()) {
          below.add(
              new SortKey(
                  aggregate.getGroupSet().nth(key.ordinal()), key.descending(), key.nullsFirst()));
        }
      }
      if (below.size() == order.size()) {
        result.add(below);
      }
    }
    return result;
  }

  private double groups(List<Integer> keys) {
    double groups = 1;
    for (int key : keys) {
      groups *= builder.facts().distinct(aggregate.getInput(), key);
    }
    return groups;
  }

  private AggregateCall call(int index, Built input) {
    var call = aggregate.getAggCallList().get(index);
    KernelAggregate function = (KernelAggregate) call.getAggregation();
    List<SortKey> orderBy = new ArrayList<>();
    for (RelFieldCollation collation : call.getCollation().getFieldCollations()) {
      SortKey key = PhysicalBuilder.sortKey(collation);
      orderBy.add(new SortKey(input.position(key.ordinal()), key.descending(), key.nullsFirst()));
    }
    return new AggregateCall(
        function.kernel(),
        call.getArgList().stream().map(input::position).toList(),
        call.isDistinct(),
        call.hasFilter() ? input.position(call.filterArg) : -1,
        orderBy,
        function.limit(),
        function.ignoreNulls(),
        function.result());
  }
}
