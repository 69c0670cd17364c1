package org.ratchetdb.executor.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.planner.physical.PhysicalPlan.JoinKind;

/**
 * What the joins share: each left row is paired with its candidates among kept right rows, the
 * condition is evaluated on batches of pairs, and after a row's last candidate a closing entry
 * without a right row stands for "no match" (LEFT, ANTI) or "a match" (SEMI). The order of the left
 * rows is kept.
 */
abstract class PairJoin implements Operator {
  private static final int NONE = -1;

  /** What the plan fixes; shared. */
  record Spec(
      JoinKind kind,
      List<SqlType> leftTypes,
      List<SqlType> rightTypes,
      @Nullable Evaluator condition) {
    boolean yieldsRight() {
      return kind == JoinKind.INNER || kind == JoinKind.LEFT || kind == JoinKind.FULL;
    }

    boolean needsClosing() {
      return kind != JoinKind.INNER;
    }
  }

  final Spec spec;
  final EvaluationState state;
  private final Batch pairs;
  private final Batch leftOnly;
  private final int[] pairRight = new int[Batch.ROWS_MAX];
  private final int[] pairLeft = new int[Batch.ROWS_MAX];
  private final boolean firstMatchDecides;

  private @Nullable Batch left;
  private int nextLeft;
  private int candidate = NONE;
  private boolean inRow;
  private boolean[] matched = new boolean[0];
  private int unmatchedRight = NONE;

  PairJoin(Spec spec, EvaluationState state) {
    this.spec = spec;
    this.state = state;
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
    this.pairs = Batch.of(columns);
    this.leftOnly = Batch.of(leftColumns);
    this.firstMatchDecides = !spec.yieldsRight() && spec.condition() == null;
  }

  /** Forgets the position; to be called by open. */
  final void restart() {
    left = null;
    nextLeft = 0;
    candidate = NONE;
    inRow = false;
    unmatchedRight = NONE;
  }

  abstract @Nullable Batch nextLeft();

  /** Where candidates are kept; numbers below are rows of it. */
  abstract RowStore right();

  /** The first candidate for a left row, or -1. */
  abstract int firstCandidate(Batch leftRows, int row);

  /** The candidate after one, or -1. */
  abstract int nextCandidate(Batch leftRows, int row, int previous);

  /** Called when no pair is pending: numbers of right rows are not needed any more. */
  void pairsDone() {}

  /** To be called by {@link #pairsDone} when right rows below a number were dropped. */
  final void groupMoved(int dropped) {
    if (candidate != NONE) {
      candidate -= dropped;
    }
  }

  /** Called for a right row that has a partner; FULL only. */
  void markRight(int row) {}

  /** The next right row at or after a number that has no partner, or -1; FULL only. */
  int nextUnmatchedRight(int from) {
    return NONE;
  }

  @Override
  public @Nullable Batch next() {
    return nextPairs();
  }

  final @Nullable Batch nextPairs() {
    while (true) {
      state.context().checkAlive();
      Batch rows = left;
      if (rows == null) {
        if (unmatchedRight != NONE) {
          return nextUnmatched();
        }
        rows = nextLeft();
        if (rows == null) {
          unmatchedRight = spec.kind() == JoinKind.FULL ? 0 : NONE;
          return unmatchedRight == NONE ? null : nextUnmatched();
        }
        left = rows;
        nextLeft = 0;
        inRow = false;
        if (matched.length < rows.rowCount()) {
          matched = new boolean[Math.max(rows.rowCount(), Batch.ROWS_FIRST)];
        }
      }
      int count = gather(rows);
      if (nextLeft == rows.size()) {
        left = null;
      }
      if (count > 0) {
        Batch out = judge(rows, count);
        pairsDone();
        if (!out.isEmpty()) {
          return out;
        }
      }
    }
  }

  /** Collects pairs and closing entries up to a full batch or the end of the left rows. */
  private int gather(Batch rows) {
    int count = 0;
    while (nextLeft < rows.size()) {
      int row = rows.row(nextLeft);
      if (!inRow) {
        matched[row] = false;
        candidate = firstCandidate(rows, row);
        inRow = true;
        if (firstMatchDecides && candidate != NONE) {
          matched[row] = true;
          candidate = NONE;
        }
      }
      while (candidate != NONE) {
        if (count == Batch.ROWS_MAX) {
          return count;
        }
        pairLeft[count] = row;
        pairRight[count++] = candidate;
        candidate = nextCandidate(rows, row, candidate);
      }
      if (spec.needsClosing()) {
        if (count == Batch.ROWS_MAX) {
          return count;
        }
        pairLeft[count] = row;
        pairRight[count++] = NONE;
      }
      inRow = false;
      nextLeft++;
    }
    return count;
  }

  /** Evaluates the condition on the gathered pairs and selects what the join yields. */
  private Batch judge(Batch rows, int count) {
    materialize(rows, count);
    boolean[] holds = new boolean[count];
    Evaluator condition = spec.condition();
    if (condition == null) {
      java.util.Arrays.fill(holds, true);
    } else {
      int[] candidates = new int[count];
      int size = 0;
      for (int i = 0; i < count; i++) {
        if (pairRight[i] != NONE) {
          candidates[size++] = i;
        }
      }
      size = condition.filter(pairs, candidates, size, candidates, state);
      for (int k = 0; k < size; k++) {
        holds[candidates[k]] = true;
      }
    }
    int[] kept = new int[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (keeps(i, holds[i])) {
        kept[size++] = i;
      }
    }
    Batch out = spec.yieldsRight() ? pairs : leftOnly;
    out.setRowCount(count);
    out.select(kept, size);
    return out;
  }

  private boolean keeps(int pair, boolean holds) {
    int row = pairLeft[pair];
    if (pairRight[pair] == NONE) {
      return switch (spec.kind()) {
        case LEFT, FULL, ANTI, ANTI_NULL_AWARE -> !matched[row];
        case SEMI -> matched[row];
        case INNER -> false;
      };
    }
    if (holds) {
      matched[row] = true;
      if (spec.kind() == JoinKind.FULL) {
        markRight(pairRight[pair]);
      }
    }
    return holds && spec.yieldsRight();
  }

  private void materialize(Batch rows, int count) {
    pairs.prepare(count);
    int leftCount = spec.leftTypes().size();
    for (int c = 0; c < leftCount; c++) {
      ColumnVector from = rows.column(c);
      ColumnVector to = pairs.column(c);
      for (int i = 0; i < count; i++) {
        to.copy(i, from, pairLeft[i]);
      }
    }
    if (spec.yieldsRight() || spec.condition() != null) {
      for (int c = 0; c < spec.rightTypes().size(); c++) {
        copyRight(c, pairs.column(leftCount + c), count);
      }
    }
    pairs.setRowCount(count);
  }

  private void copyRight(int ordinal, ColumnVector to, int count) {
    RowStore store = right();
    for (int i = 0; i < count; i++) {
      int number = pairRight[i];
      if (number == NONE) {
        to.setNull(i);
      } else {
        to.copy(i, store.batchOf(number).column(ordinal), RowStore.positionOf(number));
      }
    }
  }

  private @Nullable Batch nextUnmatched() {
    int leftCount = spec.leftTypes().size();
    pairs.prepare(Batch.ROWS_MAX);
    int count = 0;
    int number = nextUnmatchedRight(unmatchedRight);
    while (number != NONE && count < Batch.ROWS_MAX) {
      for (int c = 0; c < leftCount; c++) {
        pairs.column(c).setNull(count);
      }
      pairRight[count++] = number;
      number = nextUnmatchedRight(number + 1);
    }
    unmatchedRight = number == NONE ? Integer.MAX_VALUE : number;
    for (int c = 0; c < spec.rightTypes().size(); c++) {
      copyRight(c, pairs.column(leftCount + c), count);
    }
    pairs.setRowCount(count);
    return count == 0 ? null : pairs;
  }
}
