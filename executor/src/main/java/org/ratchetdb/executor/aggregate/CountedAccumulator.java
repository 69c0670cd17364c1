package org.ratchetdb.executor.aggregate;

import java.util.Arrays;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;

/** Base of aggregates over one argument that skip NULLs and are NULL without any other value. */
abstract class CountedAccumulator implements Accumulator {
  private final int argument;
  private long[] counts = new long[0];

  CountedAccumulator(int argument) {
    this.argument = argument;
  }

  @Override
  public final void ensureGroups(int count) {
    if (count > counts.length) {
      int size = Math.max(count, 2 * counts.length);
      counts = Arrays.copyOf(counts, size);
      grow(size);
    }
  }

  abstract void grow(int groups);

  /** Adds a value that is not NULL. */
  abstract void addValue(int group, ColumnVector column, int row);

  /** Writes the result of a group that has values. */
  abstract void write(int group, long count, ColumnVector out, int row);

  abstract int bytesPerGroup();

  @Override
  public void add(Batch rows, int[] positions, int[] groups, int count) {
    ColumnVector column = rows.column(argument);
    boolean[] nulls = column.nulls();
    for (int k = 0; k < count; k++) {
      int row = positions[k];
      if (!nulls[row]) {
        int group = groups[k];
        addValue(group, column, row);
        counts[group]++;
      }
    }
  }

  /** Values of the group so far. */
  final long count(int group) {
    return counts[group];
  }

  @Override
  public final void result(int group, ColumnVector out, int row) {
    if (counts[group] == 0) {
      out.setNull(row);
    } else {
      write(group, counts[group], out, row);
    }
  }

  @Override
  public final long memoryBytes() {
    return (8L + bytesPerGroup()) * counts.length;
  }
}
