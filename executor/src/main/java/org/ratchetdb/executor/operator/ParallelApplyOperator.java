package org.ratchetdb.executor.operator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.context.Helpers;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.storage.api.ReadView;

/**
 * An Apply over a snapshot with which idle cores help. It begins as a plain Apply, since most have
 * few left rows. After some hundred, each further bundle of left rows is a part that is worked on
 * ahead, by a right side of its own on a view of its own. Keeps the order of the left rows.
 */
final class ParallelApplyOperator implements Operator {
  /** Left rows before helpers are asked. */
  private static final int SERIAL_ROWS = 256;

  /** Left rows in a part. */
  private static final int PART_ROWS = 128;

  /** What the plan fixes; shared. */
  record Spec(PairJoin.Spec pairs, int outer, OperatorFactory right) {}

  private final Spec spec;
  private final Operator left;
  private final EvaluationState state;
  private final ExpressionCompiler expressions;
  private final Helpers helpers;
  private final Lock lock;
  private final ApplyOperator serial;
  private long serialRows;
  private boolean leftEnded;
  private @Nullable Batch leftRows;
  private int nextLeft;
  private @Nullable ReadAhead parts;

  // Guarded by the lock.
  private final Deque<Worker> idle = new ArrayDeque<>();

  // Of the operator's own thread.
  private final List<Worker> workers = new ArrayList<>();

  ParallelApplyOperator(
      Spec spec, Operator left, EvaluationState state, ExpressionCompiler expressions) {
    this.spec = spec;
    this.left = left;
    this.state = state;
    this.expressions = expressions;
    this.helpers = state.context().helpers();
    this.lock = helpers.threads().newLock();
    this.serial =
        new ApplyOperator(
            spec.pairs(), spec.outer(), new FirstLeft(), spec.right().create(state), state);
  }

  /** The left rows until there are enough for helpers. */
  private final class FirstLeft implements Operator {
    @Override
    public void open() {
      left.open();
    }

    @Override
    public @Nullable Batch next() {
      if (serialRows >= SERIAL_ROWS && !helpers.isCrowded()) {
        return null;
      }
      Batch rows = left.next();
      if (rows == null) {
        leftEnded = true;
      } else {
        serialRows += rows.size();
      }
      return rows;
    }

    @Override
    public void close() {
      // The rows go on to be read by parts.
    }
  }

  @Override
  public void open() {
    serialRows = 0;
    leftEnded = false;
    leftRows = null;
    nextLeft = 0;
    serial.open();
  }

  @Override
  public @Nullable Batch next() {
    ReadAhead ahead = parts;
    if (ahead == null) {
      Batch rows = serial.next();
      if (rows != null || leftEnded) {
        return rows;
      }
      ahead = new ReadAhead(this::nextPart, state.context());
      parts = ahead;
    }
    return ahead.next();
  }

  private ReadAhead.@Nullable Work nextPart() {
    Batch rows = leftRows;
    while (rows == null || nextLeft == rows.size()) {
      rows = left.next();
      leftRows = rows;
      nextLeft = 0;
      if (rows == null) {
        return null;
      }
    }
    int end = Math.min(rows.size(), nextLeft + PART_ROWS);
    Batch bundle = Batch.create(spec.pairs().leftTypes(), end - nextLeft);
    while (nextLeft < end) {
      bundle.append(rows, rows.row(nextLeft++));
    }
    return new Part(bundle, worker());
  }

  private Worker worker() {
    lock.lock();
    try {
      Worker worker = idle.poll();
      if (worker != null) {
        return worker;
      }
    } finally {
      lock.unlock();
    }
    Worker worker = new Worker(((ReadView) state.context().reader()).duplicate());
    workers.add(worker);
    return worker;
  }

  /** A right side with what it needs to run beside others. */
  private final class Worker implements Operator {
    private final ReadView view;
    private final ApplyOperator apply;
    private @Nullable Batch bundle;

    Worker(ReadView view) {
      this.view = view;
      EvaluationState own = expressions.newState(state.context().forPart(view));
      this.apply =
          new ApplyOperator(spec.pairs(), spec.outer(), this, spec.right().create(own), own);
    }

    @Override
    public void open() {}

    @Override
    public @Nullable Batch next() {
      Batch rows = bundle;
      bundle = null;
      return rows;
    }

    @Override
    public void close() {}
  }

  /** Some left rows. */
  private final class Part implements ReadAhead.Work {
    private final Batch bundle;
    private @Nullable Worker worker;
    private boolean open;

    Part(Batch bundle, Worker worker) {
      this.bundle = bundle;
      this.worker = worker;
    }

    @Override
    public @Nullable Batch next() {
      Worker own = worker;
      if (own == null) {
        return null;
      }
      if (!open) {
        own.bundle = bundle;
        own.apply.open();
        open = true;
      }
      Batch rows = own.apply.next();
      if (rows != null) {
        own.apply.giveAwayBatch();
      }
      return rows;
    }

    @Override
    public boolean isPaused() {
      return false;
    }

    @Override
    public void reuse(Batch rows) {}

    @Override
    public void close() {
      Worker own = worker;
      if (own == null) {
        return;
      }
      worker = null;
      own.apply.close();
      lock.lock();
      try {
        idle.add(own);
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public void close() {
    if (parts != null) {
      parts.close();
      parts = null;
    }
    idle.clear();
    workers.forEach(worker -> worker.view.close());
    workers.clear();
    serial.close();
    left.close();
  }
}
