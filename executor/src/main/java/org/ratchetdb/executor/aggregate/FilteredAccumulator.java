package org.ratchetdb.executor.aggregate;

import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;

/** Passes on the rows for which a BOOL column is true. */
final class FilteredAccumulator implements Accumulator {
  private final Accumulator inner;
  private final int filter;

  FilteredAccumulator(Accumulator inner, int filter) {
    this.inner = inner;
    this.filter = filter;
  }

  @Override
  public void ensureGroups(int count) {
    inner.ensureGroups(count);
  }

  @Override
  public void add(Batch rows, int[] positions, int[] groups, int count) {
    ColumnVector condition = rows.column(filter);
    int[] keptPositions = new int[count];
    int[] keptGroups = new int[count];
    int size = 0;
    for (int k = 0; k < count; k++) {
      int row = positions[k];
      if (!condition.isNull(row) && condition.getBoolean(row)) {
        keptPositions[size] = row;
        keptGroups[size++] = groups[k];
      }
    }
    inner.add(rows, keptPositions, keptGroups, size);
  }

  @Override
  public void result(int group, ColumnVector out, int row) {
    inner.result(group, out, row);
  }

  @Override
  public long memoryBytes() {
    return inner.memoryBytes();
  }
}
