package org.ratchetdb.executor.aggregate;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.LongVector;

/** Passes on each combination of argument values once per group. */
final class DistinctAccumulator implements Accumulator {
  private final Accumulator inner;
  private final int[] ordinals;
  private final GroupTable seen;
  private final LongVector groupColumn = new LongVector(SqlType.INT64);

  DistinctAccumulator(Accumulator inner, List<SqlType> types, int[] ordinals) {
    this.inner = inner;
    this.ordinals = ordinals;
    List<SqlType> keyTypes = new ArrayList<>();
    keyTypes.add(SqlType.INT64);
    keyTypes.addAll(types);
    this.seen = new GroupTable(keyTypes);
  }

  @Override
  public void ensureGroups(int count) {
    inner.ensureGroups(count);
  }

  @Override
  public void add(Batch rows, int[] positions, int[] groups, int count) {
    groupColumn.ensureCapacity(Math.max(1, rows.rowCount()));
    ColumnVector[] columns = new ColumnVector[ordinals.length + 1];
    columns[0] = groupColumn;
    for (int i = 0; i < ordinals.length; i++) {
      columns[i + 1] = rows.column(ordinals[i]);
    }
    seen.setColumns(columns);
    int[] newPositions = new int[count];
    int[] newGroups = new int[count];
    int size = 0;
    for (int k = 0; k < count; k++) {
      int row = positions[k];
      groupColumn.setLong(row, groups[k]);
      long hash = seen.hash(row);
      if (seen.find(row, hash) < 0) {
        seen.add(row, hash);
        newPositions[size] = row;
        newGroups[size++] = groups[k];
      }
    }
    inner.add(rows, newPositions, newGroups, size);
  }

  @Override
  public void result(int group, ColumnVector out, int row) {
    inner.result(group, out, row);
  }

  @Override
  public long memoryBytes() {
    return inner.memoryBytes() + seen.memoryBytes();
  }
}
