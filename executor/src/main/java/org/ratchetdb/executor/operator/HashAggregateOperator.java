package org.ratchetdb.executor.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.aggregate.Accumulator;
import org.ratchetdb.executor.aggregate.GroupTable;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.RowStore;

/**
 * Groups by a hash table. Out of memory, groups that are there go on being aggregated while rows of
 * new groups are dealt to files by their hash; each file is then aggregated alone.
 */
final class HashAggregateOperator implements Operator {
  /** What the plan fixes; shared. */
  @SuppressWarnings("ArrayRecordComponent") // never written after the plan is compiled
  record Spec(
      List<SqlType> inputTypes,
      int[] keyOrdinals,
      List<Accumulator.Factory> aggregates,
      List<SqlType> outputTypes) {
    List<SqlType> keyTypes() {
      return outputTypes.subList(0, keyOrdinals.length);
    }
  }

  private final Spec spec;
  private final Operator input;
  private final EvaluationState state;
  private final int level;
  private final HeldMemory memory;
  private GroupTable groups;
  private List<Accumulator> accumulators = List.of();
  private @Nullable Partitions spilled;
  private @Nullable HashAggregateOperator partition;
  private int nextPartition;
  private int nextGroup;
  private int groupCount;
  private int[] groupOf = new int[0];
  private int[] kept = new int[0];
  private @Nullable Batch output;

  HashAggregateOperator(Spec spec, Operator input, EvaluationState state, int level) {
    this.spec = spec;
    this.input = input;
    this.state = state;
    this.level = level;
    this.memory = new HeldMemory(state.context());
    this.groups = new GroupTable(spec.keyTypes());
  }

  @Override
  public void open() {
    groups = new GroupTable(spec.keyTypes());
    accumulators = newAccumulators(spec, state);
    nextGroup = 0;
    nextPartition = 0;
    partition = null;
    boolean global = spec.keyOrdinals().length == 0;
    if (global) {
      accumulators.forEach(a -> a.ensureGroups(1));
    }
    input.open();
    for (Batch rows = input.next(); rows != null; rows = input.next()) {
      if (global) {
        addToOneGroup(rows);
      } else {
        add(rows);
      }
    }
    input.close();
    groupCount = global ? 1 : groups.size();
  }

  static List<Accumulator> newAccumulators(Spec spec, EvaluationState state) {
    List<Accumulator> list = new ArrayList<>();
    for (Accumulator.Factory factory : spec.aggregates()) {
      list.add(factory.create(state.context()));
    }
    return list;
  }

  private void addToOneGroup(Batch rows) {
    if (groupOf.length < rows.size()) {
      groupOf = new int[Batch.ROWS_MAX];
    }
    for (Accumulator accumulator : accumulators) {
      accumulator.add(rows, rows.selection(), groupOf, rows.size());
    }
    memory.force(bytes());
  }

  private void add(Batch rows) {
    int size = rows.size();
    if (groupOf.length < size) {
      groupOf = new int[Batch.ROWS_MAX];
      kept = new int[Batch.ROWS_MAX];
    }
    groups.setColumns(rows, spec.keyOrdinals());
    int count = 0;
    Partitions files = spilled;
    for (int k = 0; k < size; k++) {
      int row = rows.row(k);
      long hash = groups.hash(row);
      int group = groups.find(row, hash);
      if (group < 0) {
        if (files != null) {
          files.write(rows, row, hash);
          continue;
        }
        group = groups.add(row, hash);
      }
      kept[count] = row;
      groupOf[count++] = group;
    }
    for (Accumulator accumulator : accumulators) {
      accumulator.ensureGroups(groups.size());
      accumulator.add(rows, kept, groupOf, count);
    }
    long bytes = bytes();
    if (spilled != null || level == Partitions.LEVEL_MAX) {
      memory.force(bytes);
    } else if (!memory.tryHold(bytes)) {
      spilled = new Partitions(state.context(), spec.inputTypes(), level);
      memory.force(bytes);
    }
  }

  private long bytes() {
    long bytes = groups.memoryBytes();
    for (Accumulator accumulator : accumulators) {
      bytes += accumulator.memoryBytes();
    }
    return bytes;
  }

  @Override
  public @Nullable Batch next() {
    state.context().checkAlive();
    if (nextGroup < groupCount) {
      int from = nextGroup;
      nextGroup = Math.min(groupCount, from + Batch.ROWS_MAX);
      return emit(from, nextGroup);
    }
    return spilled == null ? null : nextOfPartitions(spilled);
  }

  private Batch emit(int from, int to) {
    output = emit(spec, groups.keys(), accumulators, from, to, output);
    return output;
  }

  /** Builds the output rows of some groups, into a batch made earlier if there is one. */
  static Batch emit(
      Spec spec,
      RowStore keys,
      List<Accumulator> accumulators,
      int from,
      int to,
      @Nullable Batch reuse) {
    Batch out = reuse;
    if (out == null) {
      out = Batch.create(spec.outputTypes(), to - from);
    } else {
      out.prepare(to - from);
    }
    int keyCount = spec.keyOrdinals().length;
    for (int group = from; group < to; group++) {
      for (int c = 0; c < keyCount; c++) {
        out.column(c).copy(group - from, keys.batchOf(group).column(c), RowStore.positionOf(group));
      }
    }
    for (int a = 0; a < accumulators.size(); a++) {
      for (int group = from; group < to; group++) {
        accumulators.get(a).result(group, out.column(keyCount + a), group - from);
      }
    }
    out.setRowCount(to - from);
    return out;
  }

  private @Nullable Batch nextOfPartitions(Partitions files) {
    if (nextPartition == 0 && partition == null) {
      groups = new GroupTable(spec.keyTypes());
      accumulators = List.of();
      memory.release();
    }
    while (true) {
      if (partition != null) {
        Batch rows = partition.next();
        if (rows != null) {
          return rows;
        }
        partition.close();
        partition = null;
      }
      if (nextPartition == Partitions.COUNT) {
        return null;
      }
      SpillFile file = files.file(nextPartition++);
      if (file.rowCount() > 0) {
        partition = new HashAggregateOperator(spec, new SpillScan(file), state, level + 1);
        partition.open();
      }
    }
  }

  @Override
  public void close() {
    input.close();
    if (partition != null) {
      partition.close();
      partition = null;
    }
    if (spilled != null) {
      spilled.close();
      spilled = null;
    }
    groups = new GroupTable(spec.keyTypes());
    accumulators = List.of();
    groupCount = 0;
    nextGroup = 0;
    memory.release();
  }
}
