package org.ratchetdb.executor.aggregate;

import java.util.Arrays;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.LongVector;

/** COUNT(*), COUNT(x) and COUNTIF(b). */
final class CountAccumulator implements Accumulator {
  private final int argument;
  private final boolean onlyTrue;
  private long[] counts = new long[1];

  CountAccumulator(int argument, boolean onlyTrue) {
    this.argument = argument;
    this.onlyTrue = onlyTrue;
  }

  @Override
  public void ensureGroups(int count) {
    if (count > counts.length) {
      counts = Arrays.copyOf(counts, Math.max(count, 2 * counts.length));
    }
  }

  @Override
  public void add(Batch rows, int[] positions, int[] groups, int count) {
    if (argument < 0) {
      for (int k = 0; k < count; k++) {
        counts[groups[k]]++;
      }
      return;
    }
    ColumnVector column = rows.column(argument);
    boolean[] nulls = column.nulls();
    for (int k = 0; k < count; k++) {
      int row = positions[k];
      if (!nulls[row] && (!onlyTrue || column.getBoolean(row))) {
        counts[groups[k]]++;
      }
    }
  }

  @Override
  public void result(int group, ColumnVector out, int row) {
    ((LongVector) out).setLong(row, counts[group]);
  }

  @Override
  public long memoryBytes() {
    return 8L * counts.length;
  }
}
