package org.ratchetdb.executor.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.IntSort;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.executor.vector.SortOrder;

/**
 * Sorts its input; stable. With a count it keeps little more than offset + count rows. Out of
 * memory it writes sorted runs to disk and merges them.
 */
final class SortOperator implements Operator {
  /** Runs merged at once; more are merged in rounds. */
  private static final int RUNS_MAX = 64;

  /** Rows beyond twice the count that a top-n gathers before it sorts and drops. */
  private static final int TOP_SLACK = 4096;

  private final Operator input;
  private final List<SqlType> types;
  private final SortOrder order;
  private final @Nullable Evaluator offset;
  private final @Nullable Evaluator count;
  private final EvaluationState state;
  private final HeldMemory memory;

  private RowStore rows;
  private int[] sorted = new int[0];
  private int nextSorted;
  private List<SpillFile> runs = new ArrayList<>();
  private @Nullable Merge merge;
  private long toSkip;
  private long remaining;
  private long rowsWanted;
  private @Nullable Batch output;

  SortOperator(
      Operator input,
      List<SqlType> types,
      SortOrder order,
      @Nullable Evaluator offset,
      @Nullable Evaluator count,
      EvaluationState state) {
    this.input = input;
    this.types = types;
    this.order = order;
    this.offset = offset;
    this.count = count;
    this.state = state;
    this.memory = new HeldMemory(state.context());
    this.rows = new RowStore(types);
  }

  @Override
  public void open() {
    toSkip = RowCounts.evaluate(offset, 0, "OFFSET", state);
    remaining = RowCounts.evaluate(count, Long.MAX_VALUE, "LIMIT", state);
    rowsWanted = remaining > Long.MAX_VALUE - toSkip ? Long.MAX_VALUE : toSkip + remaining;
    rows = new RowStore(types);
    sorted = new int[0];
    nextSorted = 0;
    merge = null;
    if (remaining == 0) {
      return;
    }
    input.open();
    readInput();
    input.close();
    if (runs.isEmpty()) {
      sorted = sortRows();
      return;
    }
    if (!rows.isEmpty()) {
      writeRun();
    }
    while (runs.size() > RUNS_MAX) {
      mergeRound();
    }
    merge = new Merge(runs);
  }

  private void readInput() {
    Batch worst = null;
    int worstRow = 0;
    for (Batch batch = input.next(); batch != null; batch = input.next()) {
      for (int k = 0; k < batch.size(); k++) {
        int row = batch.row(k);
        if (worst == null || order.compare(batch, row, worst, worstRow) < 0) {
          rows.add(batch, row);
        }
      }
      if (rowsWanted < Integer.MAX_VALUE / 4 && rows.size() > 2 * rowsWanted + TOP_SLACK) {
        keepFirst((int) rowsWanted);
        worst = rows.batchOf(rows.size() - 1);
        worstRow = RowStore.positionOf(rows.size() - 1);
      }
      if (!memory.tryHold(rows.memoryBytes())) {
        writeRun();
        worst = null;
      }
    }
  }

  private void keepFirst(int size) {
    int[] inOrder = sortRows();
    RowStore kept = new RowStore(types);
    for (int i = 0; i < size; i++) {
      kept.add(rows.batchOf(inOrder[i]), RowStore.positionOf(inOrder[i]));
    }
    rows = kept;
  }

  private int[] sortRows() {
    RowStore store = rows;
    return IntSort.sorted(
        store.size(),
        (a, b) ->
            order.compare(
                store.batchOf(a),
                RowStore.positionOf(a),
                store.batchOf(b),
                RowStore.positionOf(b)));
  }

  private void writeRun() {
    SpillFile run = new SpillFile(state.context(), types);
    runs.add(run);
    for (int row : sortRows()) {
      run.write(rows.batchOf(row), RowStore.positionOf(row));
    }
    rows = new RowStore(types);
    memory.release();
    state.context().checkAlive();
  }

  private void mergeRound() {
    List<SpillFile> old = runs;
    runs = new ArrayList<>();
    for (int i = 0; i < old.size(); i += RUNS_MAX) {
      List<SpillFile> some = old.subList(i, Math.min(old.size(), i + RUNS_MAX));
      SpillFile merged = new SpillFile(state.context(), types);
      runs.add(merged);
      Merge step = new Merge(some);
      while (step.advance()) {
        merged.write(step.batch(), step.row());
      }
      some.forEach(SpillFile::close);
    }
  }

  @Override
  public @Nullable Batch next() {
    state.context().checkAlive();
    Batch out = output;
    if (out == null) {
      out = Batch.create(types, Batch.ROWS_FIRST);
      output = out;
    } else {
      out.prepare(0);
    }
    int most = (int) Math.min(Batch.ROWS_MAX, remaining);
    for (int c = 0; c < types.size(); c++) {
      out.column(c).ensureCapacity(merge == null ? Math.min(most, sorted.length) : most);
    }
    Merge merging = merge;
    while (out.rowCount() < most) {
      Batch from;
      int row;
      if (merging != null) {
        if (!merging.advance()) {
          break;
        }
        from = merging.batch();
        row = merging.row();
      } else {
        if (nextSorted == sorted.length) {
          break;
        }
        int number = sorted[nextSorted++];
        from = rows.batchOf(number);
        row = RowStore.positionOf(number);
      }
      if (toSkip > 0) {
        toSkip--;
      } else {
        out.append(from, row);
      }
    }
    remaining -= out.rowCount();
    return out.isEmpty() ? null : out;
  }

  @Override
  public void close() {
    input.close();
    runs.forEach(SpillFile::close);
    runs = new ArrayList<>();
    rows = new RowStore(types);
    sorted = new int[0];
    nextSorted = 0;
    merge = null;
    memory.release();
  }

  /** A run being merged. */
  private static final class Run {
    final int number;
    final SpillFile file;
    final Batch batch;
    int row = -1;

    Run(int number, SpillFile file) {
      this.number = number;
      this.file = file;
      this.batch = Batch.create(file.types(), 0);
    }

    boolean advance() {
      row++;
      if (row < batch.rowCount()) {
        return true;
      }
      row = 0;
      return file.read(batch);
    }
  }

  /** Yields rows of sorted runs in order; equal rows in the order of the runs. */
  private final class Merge {
    private final PriorityQueue<Run> queue;
    private @Nullable Run current;

    Merge(List<SpillFile> files) {
      queue =
          new PriorityQueue<>(
              Math.max(1, files.size()),
              (a, b) -> {
                int compared = order.compare(a.batch, a.row, b.batch, b.row);
                return compared != 0 ? compared : Integer.compare(a.number, b.number);
              });
      for (int i = 0; i < files.size(); i++) {
        files.get(i).rewind();
        Run run = new Run(i, files.get(i));
        if (run.advance()) {
          queue.add(run);
        }
      }
    }

    boolean advance() {
      if (current != null && current.advance()) {
        queue.add(current);
      }
      current = queue.poll();
      return current != null;
    }

    private Run run() {
      Run run = current;
      if (run == null) {
        throw new IllegalStateException("No current row");
      }
      return run;
    }

    Batch batch() {
      return run().batch;
    }

    int row() {
      return run().row;
    }
  }
}
