package org.ratchetdb.executor.operator;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.aggregate.GroupTable;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.planner.physical.PhysicalPlan.SetOpKind;

/** INTERSECT and EXCEPT: counts the right rows, then lets left rows through as the counts allow. */
final class SetOperator implements Operator {
  private final SetOpKind kind;
  private final List<SqlType> types;
  private final Operator left;
  private final Operator right;
  private final EvaluationState state;
  private final HeldMemory memory;
  private final int[] allColumns;
  private GroupTable groups;
  private long[] counts = new long[16];

  SetOperator(
      SetOpKind kind, List<SqlType> types, Operator left, Operator right, EvaluationState state) {
    this.kind = kind;
    this.types = types;
    this.left = left;
    this.right = right;
    this.state = state;
    this.memory = new HeldMemory(state.context());
    this.groups = new GroupTable(types);
    this.allColumns = new int[types.size()];
    Arrays.setAll(allColumns, i -> i);
  }

  @Override
  public void open() {
    groups = new GroupTable(types);
    counts = new long[16];
    right.open();
    for (Batch rows = right.next(); rows != null; rows = right.next()) {
      groups.setColumns(rows, allColumns);
      for (int k = 0; k < rows.size(); k++) {
        counts[groupOf(rows.row(k))]++;
      }
      memory.hold(groups.memoryBytes() + 8L * counts.length);
    }
    right.close();
    left.open();
  }

  private int groupOf(int row) {
    long hash = groups.hash(row);
    int group = groups.find(row, hash);
    if (group < 0) {
      group = groups.add(row, hash);
      if (group == counts.length) {
        counts = Arrays.copyOf(counts, 2 * group);
      }
    }
    return group;
  }

  @Override
  public @Nullable Batch next() {
    while (true) {
      state.context().checkAlive();
      Batch rows = left.next();
      if (rows == null) {
        return null;
      }
      groups.setColumns(rows, allColumns);
      int[] kept = new int[rows.size()];
      int size = 0;
      for (int k = 0; k < rows.size(); k++) {
        int row = rows.row(k);
        if (passes(row)) {
          kept[size++] = row;
        }
      }
      memory.hold(groups.memoryBytes() + 8L * counts.length);
      if (size > 0) {
        rows.select(kept, size);
        return rows;
      }
    }
  }

  private boolean passes(int row) {
    switch (kind) {
      case INTERSECT_ALL -> {
        int group = groups.find(row, groups.hash(row));
        return group >= 0 && counts[group]-- > 0;
      }
      case INTERSECT_DISTINCT -> {
        int group = groups.find(row, groups.hash(row));
        boolean first = group >= 0 && counts[group] > 0;
        if (first) {
          counts[group] = 0;
        }
        return first;
      }
      case EXCEPT_ALL -> {
        int group = groups.find(row, groups.hash(row));
        return group < 0 || counts[group]-- <= 0;
      }
      case EXCEPT_DISTINCT -> {
        int group = groupOf(row);
        boolean first = counts[group] == 0;
        counts[group] = 1;
        return first;
      }
    }
    throw new IllegalStateException();
  }

  @Override
  public void close() {
    left.close();
    right.close();
    groups = new GroupTable(types);
    memory.release();
  }
}
