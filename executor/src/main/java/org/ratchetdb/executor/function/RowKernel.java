package org.ratchetdb.executor.function;

import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.ColumnVector;

/** Computes one row of a vector; for functions whose own work outweighs a call per row. */
@FunctionalInterface
public interface RowKernel {
  void apply(ColumnVector[] arguments, int row, ColumnVector out, ExecutionContext context);

  /** Runs over all rows; a NULL argument makes the result NULL without a call. */
  default Kernel strict() {
    return (arguments, rows, count, out, context) -> {
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (anyNull(arguments, row)) {
          out.setNull(row);
        } else {
          apply(arguments, row, out, context);
        }
      }
    };
  }

  /** Runs over all rows and sees NULL arguments. */
  default Kernel seesNull() {
    return (arguments, rows, count, out, context) -> {
      for (int k = 0; k < count; k++) {
        apply(arguments, rows[k], out, context);
      }
    };
  }

  private static boolean anyNull(ColumnVector[] arguments, int row) {
    for (ColumnVector argument : arguments) {
      if (argument.isNull(row)) {
        return true;
      }
    }
    return false;
  }
}
