package org.ratchetdb.executor.operator;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.planner.physical.PhysicalPlan.JoinKind;

/** Runs the right side anew for each left row. Keeps the order of the left rows. */
final class ApplyOperator implements Operator {
  private final PairJoin.Spec spec;
  private final int outer;
  private final Operator left;
  private final Operator right;
  private final EvaluationState state;
  private Batch pairs;
  private Batch leftOnly;
  private final boolean firstRowDecides;

  private @Nullable Batch leftRows;
  private int nextLeft;
  private boolean rightOpen;
  private boolean matched;
  private @Nullable Batch rightRows;
  private int nextRight;

  ApplyOperator(
      PairJoin.Spec spec, int outer, Operator left, Operator right, EvaluationState state) {
    this.spec = spec;
    this.outer = outer;
    this.left = left;
    this.right = right;
    this.state = state;
    this.pairs = Batch.of();
    this.leftOnly = pairs;
    this.firstRowDecides = !spec.yieldsRight() && spec.condition() == null;
    giveAwayBatch();
  }

  /** Gives the batch that {@link #next} returned last to the caller for good. */
  final void giveAwayBatch() {
    int leftCount = spec.leftTypes().size();
    ColumnVector[] columns = new ColumnVector[leftCount + spec.rightTypes().size()];
    ColumnVector[] leftColumns = new ColumnVector[leftCount];
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          ColumnVector.create(
              i < leftCount ? spec.leftTypes().get(i) : spec.rightTypes().get(i - leftCount), 0);
      if (i < leftCount) {
        leftColumns[i] = columns[i];
      }
    }
    pairs = Batch.of(columns);
    leftOnly = Batch.of(leftColumns);
  }

  @Override
  public void open() {
    leftRows = null;
    nextLeft = 0;
    rightOpen = false;
    rightRows = null;
    left.open();
  }

  @Override
  public @Nullable Batch next() {
    pairs.prepare(Batch.ROWS_FIRST);
    while (true) {
      Batch rows = leftRows;
      if (rows == null || nextLeft == rows.size()) {
        // The pairs are copies, but they are handed on first so that the caller need not wait.
        if (pairs.rowCount() > 0) {
          return emit();
        }
        rows = left.next();
        leftRows = rows;
        nextLeft = 0;
        if (rows == null) {
          return null;
        }
      }
      if (!applyRow(rows, rows.row(nextLeft))) {
        return emit();
      }
      nextLeft++;
    }
  }

  private Batch emit() {
    if (spec.yieldsRight()) {
      return pairs;
    }
    leftOnly.sameRowsAs(pairs);
    return leftOnly;
  }

  /** Adds what a left row yields; false when the batch is full before its end. */
  private boolean applyRow(Batch rows, int row) {
    if (!rightOpen) {
      state.setOuterRow(outer, rows, row);
      right.open();
      rightOpen = true;
      matched = false;
      rightRows = null;
    }
    while (true) {
      Batch current = rightRows;
      if (current == null) {
        current = right.next();
        if (current == null) {
          break;
        }
        if (firstRowDecides) {
          matched = true;
          break;
        }
        if (spec.condition() != null) {
          current = matching(rows, row, current, spec.condition());
        }
        rightRows = current;
        nextRight = 0;
        matched |= !current.isEmpty();
      }
      if (spec.yieldsRight()) {
        while (nextRight < current.size()) {
          if (pairs.rowCount() == Batch.ROWS_MAX) {
            return false;
          }
          addPair(rows, row, current, current.row(nextRight++));
        }
      } else if (matched) {
        break;
      }
      rightRows = null;
    }
    boolean closing =
        switch (spec.kind()) {
          case LEFT, ANTI -> !matched;
          case SEMI -> matched;
          case INNER, FULL, ANTI_NULL_AWARE -> false;
        };
    if (closing) {
      if (pairs.rowCount() == Batch.ROWS_MAX) {
        // Closed again on the next call, with the right side at its end or not needed any more.
        rightRows = null;
        return false;
      }
      addPair(rows, row, null, -1);
    }
    right.close();
    rightOpen = false;
    rightRows = null;
    return true;
  }

  /** Narrows right rows to those for which the condition over both sides is true. */
  private Batch matching(Batch rows, int row, Batch current, Evaluator condition) {
    int leftCount = spec.leftTypes().size();
    Batch both = Batch.of(new ColumnVector[leftCount + current.columnCount()]);
    for (int c = 0; c < leftCount; c++) {
      ColumnVector repeated =
          ColumnVector.create(spec.leftTypes().get(c), Math.max(1, current.rowCount()));
      for (int k = 0; k < current.size(); k++) {
        repeated.copy(current.row(k), rows.column(c), row);
      }
      both.setColumn(c, repeated);
    }
    for (int c = 0; c < current.columnCount(); c++) {
      both.setColumn(leftCount + c, current.column(c));
    }
    both.sameRowsAs(current);
    int[] kept = new int[current.size()];
    int size = condition.filter(both, current.selection(), current.size(), kept, state);
    current.select(kept, size);
    return current;
  }

  private void addPair(Batch rows, int row, @Nullable Batch rightBatch, int rightRow) {
    int at = pairs.rowCount();
    if (pairs.columnCount() > 0 && at == pairs.column(0).capacity()) {
      grow(Math.min(Batch.ROWS_MAX, Math.max(Batch.ROWS_FIRST, 4 * at)));
    }
    int leftCount = spec.leftTypes().size();
    for (int c = 0; c < leftCount; c++) {
      pairs.column(c).copy(at, rows.column(c), row);
    }
    for (int c = 0; c < spec.rightTypes().size(); c++) {
      if (rightBatch == null) {
        pairs.column(leftCount + c).setNull(at);
      } else {
        pairs.column(leftCount + c).copy(at, rightBatch.column(c), rightRow);
      }
    }
    pairs.setRowCount(at + 1);
  }

  private void grow(int rows) {
    for (int c = 0; c < pairs.columnCount(); c++) {
      pairs.column(c).ensureCapacity(rows);
    }
  }

  @Override
  public void close() {
    left.close();
    right.close();
    rightOpen = false;
    leftRows = null;
    rightRows = null;
  }

  /** Whether the kind can be applied. */
  static boolean supports(JoinKind kind) {
    return kind != JoinKind.FULL && kind != JoinKind.ANTI_NULL_AWARE;
  }
}
