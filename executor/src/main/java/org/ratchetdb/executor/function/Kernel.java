package org.ratchetdb.executor.function;

import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.ColumnVector;

/** Computes a vector from argument vectors. Stateless and shared. */
@FunctionalInterface
public interface Kernel {
  /**
   * Computes the selected rows and sets each one's NULL flag.
   *
   * @param arguments vectors that hold at least the selected rows
   * @param rows positions to compute; the first {@code count} entries
   * @param out where the results go, at the same positions
   */
  void evaluate(
      ColumnVector[] arguments, int[] rows, int count, ColumnVector out, ExecutionContext context);
}
