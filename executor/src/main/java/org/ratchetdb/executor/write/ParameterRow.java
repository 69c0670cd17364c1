package org.ratchetdb.executor.write;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;

/**
 * One row of parameters and literals, as of {@code VALUES (?, ?, 'x')}: for many rows of parameters
 * its batches can be filled without evaluating anything. Immutable and shared.
 */
final class ParameterRow {
  private static final int LITERAL = -1;

  private final List<PhysicalExpr> cells;
  private final List<SqlType> types;

  private ParameterRow(List<PhysicalExpr> cells) {
    this.cells = cells;
    this.types = cells.stream().map(PhysicalExpr::type).toList();
  }

  /** The row that a source consists of, or null when it is something else. */
  static @Nullable ParameterRow of(PhysicalPlan.Query source) {
    if (!(source instanceof PhysicalPlan.Values values) || values.rows().size() != 1) {
      return null;
    }
    List<PhysicalExpr> cells = values.rows().get(0);
    boolean simple =
        cells.stream()
            .allMatch(
                c -> c instanceof PhysicalExpr.Parameter || c instanceof PhysicalExpr.Literal);
    return simple ? new ParameterRow(new ArrayList<>(cells)) : null;
  }

  Batch newBatch() {
    return Batch.create(types, 0);
  }

  /** Fills the batch with some of the rows. */
  void fill(Batch batch, List<List<Value>> parameters, int from, int to) {
    batch.prepare(to - from);
    ColumnVector[] columns = new ColumnVector[cells.size()];
    int[] indexes = new int[cells.size()];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = batch.column(c);
      indexes[c] = cells.get(c) instanceof PhysicalExpr.Parameter p ? p.index() : LITERAL;
    }
    // Row by row, as the values lie in memory.
    for (int i = from; i < to; i++) {
      List<Value> row = parameters.get(i);
      for (int c = 0; c < columns.length; c++) {
        Value value =
            indexes[c] == LITERAL
                ? ((PhysicalExpr.Literal) cells.get(c)).value()
                : row.get(indexes[c]);
        if (value.isNull()) {
          columns[c].setNull(i - from);
        } else {
          columns[c].set(i - from, value);
        }
      }
    }
    batch.setRowCount(to - from);
  }
}
