package org.ratchetdb.executor.operator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.executor.context.Helpers;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.storage.api.ReadView;

/**
 * A scan of a snapshot with which idle cores help. It begins as a plain scan, since most read
 * little. Once it has read some thousand rows, what is left is cut into ranges that are read ahead,
 * each by a scan of its own on a view of its own.
 */
final class ParallelScanOperator implements Operator {
  /** Rows that are read before helpers are asked. */
  private static final int SERIAL_ROWS = 8 * Batch.ROWS_MAX;

  /** Bytes that must be left to read for helpers to be worth their start. */
  private static final long BYTES_MIN = 512 << 10;

  private static final long PART_BYTES_MIN = 128 << 10;
  private static final long PART_BYTES_MAX = 2 << 20;
  private static final int PARTS_WANTED = 32;

  /** Rows after which a helper looks up although none of them has passed the condition. */
  private static final int PAUSE_ROWS = 4 * Batch.ROWS_MAX;

  private final ScanOperator.Spec spec;
  private final EvaluationState state;
  private final ExpressionCompiler expressions;
  private final Helpers helpers;
  private final ScanOperator serial;
  private @Nullable ReadAhead parts;

  ParallelScanOperator(
      ScanOperator.Spec spec, EvaluationState state, ExpressionCompiler expressions) {
    this.spec = spec;
    this.state = state;
    this.expressions = expressions;
    this.helpers = state.context().helpers();
    this.serial = new ScanOperator(spec, state);
  }

  /** Whether the execution can be helped: it reads a snapshot, and there is somebody. */
  static boolean canHelp(EvaluationState state) {
    return state.context().helpers() != Helpers.NONE
        && !state.context().inReadWriteTransaction()
        && state.context().reader() instanceof ReadView;
  }

  @Override
  public void open() {
    serial.pauseAfter(SERIAL_ROWS);
    serial.open();
  }

  @Override
  public @Nullable Batch next() {
    while (true) {
      ReadAhead ahead = parts;
      if (ahead != null) {
        return ahead.next();
      }
      Batch rows = serial.next();
      if (rows != null || !serial.isPaused()) {
        return rows;
      }
      if (!helpers.isCrowded()) {
        divide();
      }
    }
  }

  private void divide() {
    List<KeyRange> rest = serial.rest();
    long[] bytes = new long[rest.size()];
    long total = 0;
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = helpers.sizeBytes(rest.get(i));
      total += bytes[i];
    }
    if (total < BYTES_MIN) {
      serial.pauseAfter(Long.MAX_VALUE);
      return;
    }
    long partBytes = Math.min(PART_BYTES_MAX, Math.max(PART_BYTES_MIN, total / PARTS_WANTED));
    Deque<KeyRange> ranges = new ArrayDeque<>();
    for (int i = 0; i < bytes.length; i++) {
      List<KeyRange> cut =
          new ArrayList<>(
              RangeDivision.divide(
                  rest.get(i), bytes[i], partBytes, state.context().reader(), helpers));
      if (spec.reverse()) {
        Collections.reverse(cut);
      }
      ranges.addAll(cut);
    }
    serial.close();
    ReadView view = (ReadView) state.context().reader();
    parts =
        new ReadAhead(
            () -> ranges.isEmpty() ? null : new Part(ranges.remove(), view.duplicate()),
            state.context());
  }

  /** A range of the scan. */
  private final class Part implements ReadAhead.Work {
    private final ReadView view;
    private final ScanOperator scan;
    private boolean open;

    Part(KeyRange range, ReadView view) {
      this.view = view;
      EvaluationState own = expressions.newState(state.context().forPart(view));
      this.scan = new ScanOperator(spec, own, range);
      scan.pauseAfter(PAUSE_ROWS);
    }

    @Override
    public @Nullable Batch next() {
      if (!open) {
        scan.open();
        open = true;
      }
      Batch rows = scan.next();
      if (rows != null) {
        scan.giveAwayBatch();
      }
      return rows;
    }

    @Override
    public boolean isPaused() {
      return scan.isPaused();
    }

    @Override
    public void reuse(Batch rows) {
      scan.reuse(rows);
    }

    @Override
    public void close() {
      scan.close();
      view.close();
    }
  }

  @Override
  public void close() {
    serial.close();
    if (parts != null) {
      parts.close();
      parts = null;
    }
  }
}
