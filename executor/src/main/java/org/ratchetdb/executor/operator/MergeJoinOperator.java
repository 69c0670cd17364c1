package org.ratchetdb.executor.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DoubleVector;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.planner.physical.SortKey;

/**
 * Equi-join of inputs that are sorted on their keys in the same order. Holds the right rows of one
 * key, and of the keys whose pairs are still being gathered.
 */
final class MergeJoinOperator extends PairJoin {
  private static final int KEPT_ROWS_MAX = 4 * Batch.ROWS_MAX;

  private final Operator left;
  private final Operator rightInput;
  private final int[] leftOrdinals;
  private final int[] rightOrdinals;
  private final boolean[] descending;
  private final HeldMemory memory;

  private RowStore kept;
  private int groupStart;
  private @Nullable Batch rightRows;
  private int nextRight;
  private boolean rightEnded;

  MergeJoinOperator(
      Spec spec,
      List<SortKey> leftKeys,
      List<SortKey> rightKeys,
      Operator left,
      Operator right,
      EvaluationState state) {
    super(spec, state);
    this.left = left;
    this.rightInput = right;
    this.leftOrdinals = leftKeys.stream().mapToInt(SortKey::ordinal).toArray();
    this.rightOrdinals = rightKeys.stream().mapToInt(SortKey::ordinal).toArray();
    this.descending = new boolean[leftOrdinals.length];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = leftKeys.get(i).descending();
    }
    this.memory = new HeldMemory(state.context());
    this.kept = new RowStore(spec.rightTypes());
  }

  @Override
  public void open() {
    restart();
    kept = new RowStore(spec.rightTypes());
    groupStart = 0;
    rightRows = null;
    nextRight = 0;
    rightEnded = false;
    left.open();
    rightInput.open();
  }

  @Override
  @Nullable Batch nextLeft() {
    return left.next();
  }

  @Override
  RowStore right() {
    return kept;
  }

  @Override
  int firstCandidate(Batch leftRows, int row) {
    for (int ordinal : leftOrdinals) {
      ColumnVector key = leftRows.column(ordinal);
      if (key.isNull(row) || (key instanceof DoubleVector && isUnequalNaN(key.getDouble(row)))) {
        return -1;
      }
    }
    if (groupStart < kept.size()) {
      int order = compare(leftRows, row, kept.batchOf(groupStart), RowStore.positionOf(groupStart));
      if (order <= 0) {
        return order == 0 ? groupStart : -1;
      }
    }
    return readGroup(leftRows, row) ? groupStart : -1;
  }

  private boolean isUnequalNaN(double value) {
    return Double.isNaN(value) && !state.context().isPostgres();
  }

  @Override
  int nextCandidate(Batch leftRows, int row, int previous) {
    return previous + 1 < kept.size() ? previous + 1 : -1;
  }

  /** Moves to the right rows of the first key that is not below the left row's; true if equal. */
  private boolean readGroup(Batch leftRows, int row) {
    groupStart = kept.size();
    while (hasRight()) {
      Batch rows = currentRight();
      int position = rows.row(nextRight);
      if (hasNullKey(rows, position)) {
        nextRight++;
        continue;
      }
      int order = compare(leftRows, row, rows, position);
      if (order > 0) {
        nextRight++;
      } else if (order == 0) {
        kept.add(rows, position);
        nextRight++;
      } else {
        break;
      }
    }
    memory.hold(kept.memoryBytes());
    return groupStart < kept.size();
  }

  private boolean hasNullKey(Batch rows, int position) {
    for (int ordinal : rightOrdinals) {
      if (rows.column(ordinal).isNull(position)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasRight() {
    while (!rightEnded && (rightRows == null || nextRight == rightRows.size())) {
      rightRows = rightInput.next();
      nextRight = 0;
      rightEnded = rightRows == null;
    }
    return !rightEnded;
  }

  private Batch currentRight() {
    Batch rows = rightRows;
    if (rows == null) {
      throw new IllegalStateException("No right row");
    }
    return rows;
  }

  private int compare(Batch leftRows, int leftRow, Batch rows, int row) {
    for (int i = 0; i < leftOrdinals.length; i++) {
      ColumnVector a = leftRows.column(leftOrdinals[i]);
      ColumnVector b = rows.column(rightOrdinals[i]);
      int order = a.compare(leftRow, b, row);
      if (order != 0) {
        return descending[i] ? -order : order;
      }
    }
    return 0;
  }

  @Override
  void pairsDone() {
    if (kept.size() > KEPT_ROWS_MAX && groupStart > kept.size() / 2) {
      RowStore group = new RowStore(spec.rightTypes());
      for (int number = groupStart; number < kept.size(); number++) {
        group.add(kept.batchOf(number), RowStore.positionOf(number));
      }
      kept = group;
      groupMoved(groupStart);
      groupStart = 0;
    }
  }

  @Override
  public void close() {
    left.close();
    rightInput.close();
    kept = new RowStore(spec.rightTypes());
    memory.release();
  }
}
