package org.ratchetdb.executor.aggregate;

import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;

/** The state of one aggregate for all groups, numbered from 0. Owned by one thread. */
public interface Accumulator {
  /** Makes room for groups 0 to count - 1; new ones start empty. */
  void ensureGroups(int count);

  /**
   * Adds rows.
   *
   * @param positions rows of the batch; the first {@code count} entries
   * @param groups the group of each
   */
  void add(Batch rows, int[] positions, int[] groups, int count);

  /** Writes the result of a group. */
  void result(int group, ColumnVector out, int row);

  /** Rough bytes of heap. */
  long memoryBytes();

  /** Makes accumulators for executions. Immutable. */
  @FunctionalInterface
  interface Factory {
    Accumulator create(ExecutionContext context);
  }
}
