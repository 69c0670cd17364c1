package org.ratchetdb.executor.expression;

import java.util.List;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.function.Kernel;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;

/** Evaluates the arguments, then the kernel. */
final class Calls extends Evaluator {
  private final Kernel kernel;
  private final Evaluator[] arguments;
  private final int slot;

  Calls(Kernel kernel, List<Evaluator> arguments, SqlType type, int slot) {
    super(type);
    this.kernel = kernel;
    this.arguments = arguments.toArray(new Evaluator[0]);
    this.slot = slot;
  }

  @Override
  public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
    ColumnVector[] vectors = new ColumnVector[arguments.length];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = arguments[i].evaluate(input, rows, count, state);
    }
    ColumnVector out = state.slot(slot, type(), input.rowCount());
    kernel.evaluate(vectors, rows, count, out, state.context());
    return out;
  }
}
