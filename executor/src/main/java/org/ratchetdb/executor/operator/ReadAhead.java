package org.ratchetdb.executor.operator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.context.Helpers;
import org.ratchetdb.executor.context.MemoryBudget;
import org.ratchetdb.executor.vector.Batch;

/**
 * Parts of an operator's work whose rows are wanted one part after the other. Helpers work on the
 * next parts ahead while the owner takes the rows of the first and works on parts that nobody has
 * begun; when it has to wait for a helper it works ahead itself.
 *
 * <p>One thread at a time works on a part, batch by batch. A helper that finds the room for batches
 * taken leaves the part half done, for whoever comes next. Owned by the thread of the operator.
 */
final class ReadAhead {
  /** Parts that may have been begun and not been taken. */
  private static final int PARTS_AHEAD = 4;

  /** Batches of a part that may wait to be taken. */
  private static final int BATCHES_AHEAD = 24;

  /** Bytes of batches that wait to be taken, so that little of the budget is lost to others. */
  private static final long BYTES_AHEAD = 16 << 20;

  private static final int SPARE_BATCHES_MAX = 8;

  private final Supplier<@Nullable Work> source;
  private final ExecutionContext context;
  private final Helpers helpers;
  private final MemoryBudget memory;
  private final Lock lock;

  private boolean exhausted;
  private @Nullable Batch handedOut;

  // Guarded by the lock.
  private final Deque<Part> parts = new ArrayDeque<>();
  private final Deque<Batch> spare = new ArrayDeque<>();
  private int working;
  private long bytesAhead;
  private boolean closing;
  private @Nullable Thread waiting;

  /** Whether there was no room for a batch, and none has been taken since. */
  private boolean full;

  /** What yields the rows of a part. Used by one thread at a time, not always the same. */
  interface Work extends AutoCloseable {
    /**
     * The next rows, which are the caller's from then on; null at the end, and when {@link
     * #isPaused paused}. Called again only when it was not the end.
     */
    @Nullable Batch next();

    /** Whether the last {@link #next} returned null before the end, to let the caller look up. */
    boolean isPaused();

    /** Takes a batch that one of these works yielded, to fill it again. */
    void reuse(Batch rows);

    /** Gives back what {@link #next} took. Safe to repeat, and without a next. */
    @Override
    void close();
  }

  /** The work of a part that failed before it was one. */
  private enum Nothing implements Work {
    INSTANCE;

    @Override
    public @Nullable Batch next() {
      return null;
    }

    @Override
    public boolean isPaused() {
      return false;
    }

    @Override
    public void reuse(Batch rows) {}

    @Override
    public void close() {}
  }

  /** Guarded by the lock, but for the work, which belongs to who has marked the part as worked. */
  private static final class Part {
    private final Work work;
    private final Deque<Batch> ready = new ArrayDeque<>();
    private boolean worked;
    private boolean ended;
    private @Nullable Throwable failure;

    Part(Work work) {
      this.work = work;
    }

    static Part failed(Throwable failure) {
      Part part = new Part(Nothing.INSTANCE);
      part.failure = failure;
      return part;
    }

    boolean hasRoom() {
      return !worked && !ended && failure == null && ready.size() < BATCHES_AHEAD;
    }

    boolean isDone() {
      return ended && ready.isEmpty();
    }
  }

  /**
   * @param source yields the parts in their order, null at the end; asked by the owner only
   */
  ReadAhead(Supplier<@Nullable Work> source, ExecutionContext context) {
    this.source = source;
    this.context = context;
    this.helpers = context.helpers();
    this.memory = context.memory();
    this.lock = helpers.threads().newLock();
  }

  /** The next rows, valid until the next call; null at the end. */
  @Nullable Batch next() {
    while (true) {
      context.checkAlive();
      dropDone();
      fill();
      Part first;
      @Nullable Part own;
      lock.lock();
      try {
        if (parts.isEmpty()) {
          return null;
        }
        first = parts.getFirst();
        if (first.isDone()) {
          continue;
        }
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

  private void dropDone() {
    lock.lock();
    try {
      if (handedOut != null && spare.size() < SPARE_BATCHES_MAX) {
        spare.add(handedOut);
      }
      handedOut = null;
      while (!parts.isEmpty() && parts.getFirst().isDone()) {
        parts.removeFirst();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Asks for parts outside the lock: the source may read much for them. */
  private void fill() {
    while (!exhausted && partCount() <= PARTS_AHEAD) {
      Part part = nextPart();
      if (part == null) {
        exhausted = true;
        return;
      }
      lock.lock();
      try {
        parts.addLast(part);
      } finally {
        lock.unlock();
      }
    }
  }

  /** A failure of the source comes after the rows of the parts before it. */
  private @Nullable Part nextPart() {
    try {
      Work work = source.get();
      return work == null ? null : new Part(work);
    } catch (RuntimeException | Error e) {
      exhausted = true;
      return Part.failed(e);
    }
  }

  private int partCount() {
    lock.lock();
    try {
      return parts.size();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Batch takeReady(Part part) {
    Batch rows = part.ready.poll();
    if (rows != null) {
      release(rows);
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

  /** A part after the first that can be worked on, or null. */
  private @Nullable Part findBehind() {
    Part first = parts.peekFirst();
    for (Part part : parts) {
      if (part != first && part.hasRoom() && !full) {
        return part;
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

  /** What a helper does: it works ahead as long as there is room and nobody wants the core. */
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

  /** Does a batch of a part that the caller has marked as worked on. */
  private void work(Part part, boolean handOut) {
    @Nullable Batch rows = null;
    @Nullable Throwable failure = null;
    boolean ended = false;
    try {
      rows = part.work.next();
      if (rows == null && !part.work.isPaused()) {
        ended = true;
        part.work.close();
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
        hold(rows);
      }
      part.failure = failure;
      part.ended = ended;
      part.worked = false;
      if (!ended && !spare.isEmpty()) {
        part.work.reuse(spare.remove());
      }
      wake();
    } finally {
      lock.unlock();
    }
  }

  private void hold(Batch rows) {
    long bytes = rows.memoryBytes();
    bytesAhead += bytes;
    if (bytesAhead > BYTES_AHEAD) {
      full = true;
    }
    if (!memory.tryReserve(bytes)) {
      full = true;
      memory.force(bytes);
    }
  }

  private void release(Batch rows) {
    long bytes = rows.memoryBytes();
    bytesAhead -= bytes;
    memory.release(bytes);
  }

  private void wake() {
    if (waiting != null) {
      helpers.threads().unpark(waiting);
      waiting = null;
    }
  }

  /** Waits until nobody works any more and closes what was begun. */
  void close() {
    awaitHelpers();
    for (Part part : parts) {
      part.work.close();
      part.ready.forEach(this::release);
    }
    parts.clear();
    spare.clear();
    handedOut = null;
    exhausted = true;
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
