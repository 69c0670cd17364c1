package org.ratchetdb.executor.operator;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.vector.Batch;

/** Rows that the engine computes. */
final class SystemTableOperator implements Operator {
  private final String name;
  private final int[] ordinals;
  private final List<SqlType> types;
  private final EvaluationState state;
  private Iterator<List<Value>> rows = Collections.emptyIterator();
  private final Batch output;

  SystemTableOperator(String name, int[] ordinals, List<SqlType> types, EvaluationState state) {
    this.name = name;
    this.ordinals = ordinals;
    this.types = types;
    this.state = state;
    this.output = Batch.create(types, 0);
  }

  @Override
  public void open() {
    rows = state.context().systemTables().rows(name).iterator();
  }

  @Override
  public @Nullable Batch next() {
    state.context().checkAlive();
    output.prepare(Batch.ROWS_MAX);
    int count = 0;
    while (count < Batch.ROWS_MAX && rows.hasNext()) {
      List<Value> row = rows.next();
      for (int c = 0; c < types.size(); c++) {
        output.column(c).set(count, row.get(ordinals[c]));
      }
      count++;
    }
    output.setRowCount(count);
    return count == 0 ? null : output;
  }

  @Override
  public void close() {
    rows = Collections.emptyIterator();
  }
}
