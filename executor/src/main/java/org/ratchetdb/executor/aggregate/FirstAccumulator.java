package org.ratchetdb.executor.aggregate;

import java.util.Arrays;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;

/**
 * ANY_VALUE, which takes the first row, and the value of a scalar subquery, which has no second.
 */
final class FirstAccumulator implements Accumulator {
  private final int argument;
  private final boolean single;
  private final ExecutionContext context;
  private final ColumnVector first;
  private boolean[] seen = new boolean[0];

  FirstAccumulator(int argument, SqlType type, boolean single, ExecutionContext context) {
    this.argument = argument;
    this.single = single;
    this.context = context;
    this.first = ColumnVector.create(type, 0);
  }

  @Override
  public void ensureGroups(int count) {
    if (count > seen.length) {
      int size = Math.max(count, 2 * seen.length);
      seen = Arrays.copyOf(seen, size);
      first.ensureCapacity(size);
    }
  }

  @Override
  public void add(Batch rows, int[] positions, int[] groups, int count) {
    ColumnVector column = rows.column(argument);
    for (int k = 0; k < count; k++) {
      int group = groups[k];
      if (!seen[group]) {
        seen[group] = true;
        first.copy(group, column, positions[k]);
      } else if (single) {
        throw new DbException(
            ErrorCode.CARDINALITY_VIOLATION,
            context.isPostgres()
                ? "more than one row returned by a subquery used as an expression"
                : "Scalar subquery produced more than one element");
      }
    }
  }

  @Override
  public void result(int group, ColumnVector out, int row) {
    if (seen[group]) {
      out.copy(row, first, group);
    } else {
      out.setNull(row);
    }
  }

  @Override
  public long memoryBytes() {
    return first.memoryBytes() + seen.length;
  }
}
