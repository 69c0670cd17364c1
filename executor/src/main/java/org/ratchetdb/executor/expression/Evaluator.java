package org.ratchetdb.executor.expression;

import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;

/** A compiled expression. Immutable and shared; see {@link EvaluationState}. */
public abstract class Evaluator {
  private static final Batch ONE_ROW = oneRow();

  private final SqlType type;

  Evaluator(SqlType type) {
    this.type = type;
  }

  private static Batch oneRow() {
    Batch batch = Batch.of();
    batch.setRowCount(1);
    return batch;
  }

  public final SqlType type() {
    return type;
  }

  /**
   * Computes the expression for some rows of a batch.
   *
   * @param rows positions to compute; the first {@code count} entries, ascending
   * @return a vector with the results at the same positions; valid until this evaluator is used
   *     again with the state, or the batch changes
   */
  public abstract ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state);

  /** Computes the expression for all rows that count. */
  public final ColumnVector evaluate(Batch input, EvaluationState state) {
    return evaluate(input, input.selection(), input.size(), state);
  }

  /** The value of an expression that reads no column. */
  public Value constant(EvaluationState state) {
    return evaluate(ONE_ROW, state).get(0);
  }

  /** Writes the value of an expression that reads no column into a row of a vector. */
  public void storeConstant(ColumnVector into, int row, EvaluationState state) {
    ColumnVector value = evaluate(ONE_ROW, state);
    if (value.isNull(0)) {
      into.setNull(row);
    } else {
      into.copy(row, value, 0);
    }
  }

  /**
   * Keeps the rows for which a condition is true.
   *
   * @param kept gets the positions; may be {@code rows} itself
   * @return how many
   */
  public int filter(Batch input, int[] rows, int count, int[] kept, EvaluationState state) {
    ColumnVector truth = evaluate(input, rows, count, state);
    long[] values = ((org.ratchetdb.executor.vector.LongVector) truth).values();
    boolean[] nulls = truth.nulls();
    int size = 0;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      if (values[row] != 0 && !nulls[row]) {
        kept[size++] = row;
      }
    }
    return size;
  }
}
