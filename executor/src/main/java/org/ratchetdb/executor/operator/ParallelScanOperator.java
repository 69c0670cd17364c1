package org.ratchetdb.executor.operator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.executor.context.Helpers;
import org.ratchetdb.executor.context.MemoryBudget;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.storage.api.ReadView;

/**
 * A scan of a snapshot with which idle cores help. It begins as a plain scan, since most read
 * little. Once it has read some thousand rows, what is left is cut into parts. Helpers read the
 * next parts ahead into batches while the owner takes the rows of the parts in key order and reads
 * those that nobody has begun; when it has to wait for a helper it reads ahead itself.
 *
 * <p>A part has a view and a scan of its own, which one thread works on at a time, batch by batch;
 * a helper that finds the room for batches taken leaves the part half read, for whoever comes next.
 */
final class ParallelScanOperator implements Operator {
  /** Rows that are read before helpers are asked. */
  static final int SERIAL_ROWS = 8 * Batch.ROWS_MAX;

  /** Bytes that must be left to read for helpers to be worth their start. */
  private static final long BYTES_MIN = 512 << 10;

  private static final long PART_BYTES_MIN = 128 << 10;
  private static final long PART_BYTES_MAX = 2 << 20;
  private static final int PARTS_WANTED = 32;

  /** Parts that may have been begun and not been taken. */
  private static final int PARTS_AHEAD = 4;

  /** Batches of a part that may wait to be taken. */
  private static final int BATCHES_AHEAD = 24;

  /** Rows after which a worker looks up although none of them has passed the condition. */
  private static final int PAUSE_ROWS = 4 * Batch.ROWS_MAX;

  private static final int SPARE_BATCHES_MAX = 8;

  private final ScanOperator.Spec spec;
  private final EvaluationState state;
  private final ExpressionCompiler expressions;
  private final Helpers helpers;
  private final MemoryBudget memory;
  private final Lock lock;
  private final ScanOperator serial;

  private boolean parallel;
  private @Nullable Batch handedOut;

  // Guarded by the lock while the scan is parallel.
  private List<Part> parts = List.of();
  private final Deque<Batch> spare = new ArrayDeque<>();
  private int head;
  private int working;
  private boolean closing;

  /** Whether a batch did not fit the memory budget, and none has been taken since. */
  private boolean full;

  private @Nullable ReadView seed;
  private @Nullable Thread waiting;

  /** A range and who reads it. Guarded by the lock, but for the scan, which the worker uses. */
  private static final class Part {
    private final KeyRange range;
    private final Deque<Batch> ready = new ArrayDeque<>();
    private @Nullable ReadView view;
    private @Nullable ScanOperator scan;
    private boolean worked;
    private boolean ended;
    private @Nullable Throwable failure;

    Part(KeyRange range) {
      this.range = range;
    }

    boolean hasRoom() {
      return !worked && !ended && failure == null && ready.size() < BATCHES_AHEAD;
    }

    boolean isDone() {
      return ended && ready.isEmpty();
    }

    void close() {
      if (scan != null) {
        scan.close();
        scan = null;
      }
      if (view != null) {
        view.close();
        view = null;
      }
    }
  }

  ParallelScanOperator(
      ScanOperator.Spec spec, EvaluationState state, ExpressionCompiler expressions) {
    this.spec = spec;
    this.state = state;
    this.expressions = expressions;
    this.helpers = state.context().helpers();
    this.memory = state.context().memory();
    this.lock = helpers.threads().newLock();
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
    parallel = false;
    serial.pauseAfter(SERIAL_ROWS);
    serial.open();
  }

  @Override
  public @Nullable Batch next() {
    while (!parallel) {
      Batch rows = serial.next();
      if (rows != null || !serial.isPaused()) {
        return rows;
      }
      divide();
    }
    return take();
  }

  private void divide() {
    if (helpers.isCrowded()) {
      return;
    }
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
    List<Part> cut = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      List<KeyRange> ranges =
          RangeDivision.divide(rest.get(i), bytes[i], partBytes, state.context().reader(), helpers);
      if (spec.reverse()) {
        Collections.reverse(ranges);
      }
      ranges.forEach(range -> cut.add(new Part(range)));
    }
    serial.close();
    seed = ((ReadView) state.context().reader()).duplicate();
    parts = cut;
    head = 0;
    closing = false;
    full = false;
    parallel = true;
  }

  private @Nullable Batch take() {
    while (true) {
      state.context().checkAlive();
      Part first;
      @Nullable Part own;
      lock.lock();
      try {
        reuseHandedOut();
        while (head < parts.size() && parts.get(head).isDone()) {
          head++;
        }
        if (head == parts.size()) {
          return null;
        }
        first = parts.get(head);
        handedOut = takeReady(first);
        if (handedOut == null) {
          throwFailure(first);
        }
        own = handedOut != null ? null : first.worked ? findBehind() : first;
        if (own != null) {
          own.worked = true;
        } else if (handedOut == null) {
          waiting = Thread.currentThread();
        }
      } finally {
        lock.unlock();
      }
      askForHelp();
      if (own != null) {
        work(own, own == first);
      }
      if (handedOut != null) {
        return handedOut;
      }
      if (own == null) {
        helpers.threads().park(this);
      }
    }
  }

  private void reuseHandedOut() {
    if (handedOut != null && spare.size() < SPARE_BATCHES_MAX) {
      spare.add(handedOut);
    }
    handedOut = null;
  }

  private @Nullable Batch takeReady(Part part) {
    Batch rows = part.ready.poll();
    if (rows != null) {
      memory.release(rows.memoryBytes());
      full = false;
    }
    return rows;
  }

  private static void throwFailure(Part part) {
    if (part.failure instanceof Error e) {
      throw e;
    }
    if (part.failure instanceof RuntimeException e) {
      throw e;
    }
  }

  /** A part after the first that can be read ahead, or null. */
  private @Nullable Part findBehind() {
    int end = Math.min(parts.size(), head + 1 + PARTS_AHEAD);
    for (int i = head + 1; i < end && !full; i++) {
      if (parts.get(i).hasRoom()) {
        return parts.get(i);
      }
    }
    return null;
  }

  private void askForHelp() {
    lock.lock();
    try {
      if (findBehind() == null) {
        return;
      }
      working++;
      if (!helpers.tryStart(this::help)) {
        working--;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * What a helper does: it reads parts ahead as long as there is room and nobody wants the core.
   */
  private void help() {
    @Nullable Part part = null;
    while (true) {
      lock.lock();
      try {
        if (closing || helpers.isCrowded()) {
          part = null;
        } else if (part == null || full || !part.hasRoom()) {
          part = findBehind();
        }
        if (part == null) {
          working--;
          wake();
          return;
        }
        part.worked = true;
      } finally {
        lock.unlock();
      }
      work(part, false);
    }
  }

  /** Reads a batch of a part that the caller has marked as worked on. */
  private void work(Part part, boolean handOut) {
    @Nullable Batch rows = null;
    @Nullable Throwable failure = null;
    boolean ended = false;
    try {
      ScanOperator scan = part.scan == null ? begin(part) : part.scan;
      rows = scan.next();
      if (rows != null) {
        scan.giveAwayBatch();
      } else if (!scan.isPaused()) {
        ended = true;
        part.close();
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    lock.lock();
    try {
      if (rows != null && handOut) {
        handedOut = rows;
      } else if (rows != null) {
        part.ready.add(rows);
        long bytes = rows.memoryBytes();
        if (!memory.tryReserve(bytes)) {
          full = true;
          memory.force(bytes);
        }
      }
      part.failure = failure;
      part.ended = ended;
      part.worked = false;
      if (part.scan != null && !spare.isEmpty()) {
        part.scan.reuse(spare.remove());
      }
      wake();
    } finally {
      lock.unlock();
    }
  }

  private ScanOperator begin(Part part) {
    ReadView view;
    lock.lock();
    try {
      view = Objects.requireNonNull(seed).duplicate();
    } finally {
      lock.unlock();
    }
    part.view = view;
    EvaluationState own = expressions.newState(state.context().forPart(view));
    ScanOperator scan = new ScanOperator(spec, own, part.range);
    part.scan = scan;
    scan.pauseAfter(PAUSE_ROWS);
    scan.open();
    return scan;
  }

  private void wake() {
    if (waiting != null) {
      helpers.threads().unpark(waiting);
      waiting = null;
    }
  }

  @Override
  public void close() {
    serial.close();
    if (!parallel) {
      return;
    }
    awaitHelpers();
    parallel = false;
    for (Part part : parts) {
      part.close();
      for (Batch rows : part.ready) {
        memory.release(rows.memoryBytes());
      }
    }
    parts = List.of();
    spare.clear();
    handedOut = null;
    if (seed != null) {
      seed.close();
      seed = null;
    }
  }

  private void awaitHelpers() {
    while (true) {
      lock.lock();
      try {
        closing = true;
        if (working == 0) {
          return;
        }
        waiting = Thread.currentThread();
      } finally {
        lock.unlock();
      }
      helpers.threads().park(this);
    }
  }
}
