package org.ratchetdb.executor.operator;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.RowStore;

/** Tries every right row for every left row; the right input is kept in memory. */
final class NestedLoopJoinOperator extends PairJoin {
  private final Operator left;
  private final Operator rightInput;
  private final HeldMemory memory;
  private final BitSet partnered = new BitSet();
  private RowStore right;

  NestedLoopJoinOperator(Spec spec, Operator left, Operator right, EvaluationState state) {
    super(spec, state);
    this.left = left;
    this.rightInput = right;
    this.memory = new HeldMemory(state.context());
    this.right = new RowStore(spec.rightTypes());
  }

  @Override
  public void open() {
    restart();
    right = new RowStore(spec.rightTypes());
    partnered.clear();
    rightInput.open();
    for (Batch rows = rightInput.next(); rows != null; rows = rightInput.next()) {
      right.addAll(rows);
      memory.hold(right.memoryBytes());
    }
    rightInput.close();
    left.open();
  }

  @Override
  @Nullable Batch nextLeft() {
    return left.next();
  }

  @Override
  RowStore right() {
    return right;
  }

  @Override
  int firstCandidate(Batch leftRows, int row) {
    return right.isEmpty() ? -1 : 0;
  }

  @Override
  int nextCandidate(Batch leftRows, int row, int previous) {
    return previous + 1 < right.size() ? previous + 1 : -1;
  }

  @Override
  void markRight(int row) {
    partnered.set(row);
  }

  @Override
  int nextUnmatchedRight(int from) {
    int row = from >= right.size() ? from : partnered.nextClearBit(from);
    return row < right.size() ? row : -1;
  }

  @Override
  public void close() {
    left.close();
    rightInput.close();
    right = new RowStore(spec.rightTypes());
    memory.release();
  }
}
