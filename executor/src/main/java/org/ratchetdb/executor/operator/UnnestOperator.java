package org.ratchetdb.executor.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.LongVector;

/** Pairs each input row with the elements of its array, in order. */
final class UnnestOperator implements Operator {
  private final Operator input;
  private final Evaluator array;
  private final boolean withOffset;
  private final boolean outer;
  private final EvaluationState state;
  private final Batch output;

  private @Nullable Batch rows;
  private @Nullable ColumnVector arrays;
  private int nextRow;
  private int nextElement;

  UnnestOperator(
      Operator input,
      Evaluator array,
      boolean withOffset,
      boolean outer,
      List<SqlType> outputTypes,
      EvaluationState state) {
    this.input = input;
    this.array = array;
    this.withOffset = withOffset;
    this.outer = outer;
    this.state = state;
    this.output = Batch.create(outputTypes, Batch.ROWS_FIRST);
  }

  @Override
  public void open() {
    rows = null;
    nextRow = 0;
    nextElement = 0;
    input.open();
  }

  @Override
  public @Nullable Batch next() {
    state.context().checkAlive();
    output.prepare(Batch.ROWS_FIRST);
    while (output.rowCount() < Batch.ROWS_MAX) {
      Batch current = rows;
      if (current == null || nextRow == current.size()) {
        if (output.rowCount() > 0) {
          break;
        }
        current = input.next();
        rows = current;
        if (current == null) {
          return null;
        }
        arrays = array.evaluate(current, state);
        nextRow = 0;
        nextElement = 0;
      }
      addElements(current, current.row(nextRow));
    }
    return output;
  }

  private void addElements(Batch current, int row) {
    ColumnVector vector = arrays;
    List<Value> elements =
        vector == null || vector.isNull(row)
            ? List.of()
            : ((Value.Array) vector.get(row)).elements();
    if (elements.isEmpty() && outer) {
      add(current, row, null, 0);
    }
    while (nextElement < elements.size()) {
      if (output.rowCount() == Batch.ROWS_MAX) {
        return;
      }
      add(current, row, elements.get(nextElement), nextElement);
      nextElement++;
    }
    nextElement = 0;
    nextRow++;
  }

  private void add(Batch current, int row, @Nullable Value element, int offset) {
    int at = output.rowCount();
    int inputColumns = current.columnCount();
    if (at == output.column(inputColumns).capacity()) {
      for (int c = 0; c < output.columnCount(); c++) {
        output.column(c).ensureCapacity(Math.min(Batch.ROWS_MAX, Math.max(16, 4 * at)));
      }
    }
    for (int c = 0; c < inputColumns; c++) {
      output.column(c).copy(at, current.column(c), row);
    }
    if (element == null) {
      output.column(inputColumns).setNull(at);
    } else {
      output.column(inputColumns).set(at, element);
    }
    if (withOffset) {
      ColumnVector offsets = output.column(inputColumns + 1);
      if (element == null) {
        offsets.setNull(at);
      } else {
        ((LongVector) offsets).setLong(at, offset);
      }
    }
    output.setRowCount(at + 1);
  }

  @Override
  public void close() {
    input.close();
    rows = null;
  }
}
