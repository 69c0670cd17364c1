package org.ratchetdb.storage.mvcc;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The state of the store right after a group of commits, shared by every reader that began before
 * the next group. Counted, so that taking one costs an increment instead of a call into the engine.
 * Thread-safe.
 */
public abstract class SharedSnapshot {
  private final long timestampMicros;
  private final AtomicInteger references = new AtomicInteger(1);

  /** Timestamp of the first commit that is not inside, 0 while there is none. */
  private volatile long endMicros;

  /** The snapshot that took over without a commit in between. */
  private volatile @Nullable SharedSnapshot continuation;

  protected SharedSnapshot(long timestampMicros) {
    this.timestampMicros = timestampMicros;
  }

  /** Every commit at or before this timestamp is inside, and none after it. */
  public final long timestampMicros() {
    return timestampMicros;
  }

  /**
   * The timestamp of the first commit after this state, or 0 while it is the newest: the state held
   * at every timestamp from its own up to just before that one.
   */
  public final long endMicros() {
    SharedSnapshot last = this;
    for (SharedSnapshot next = last.continuation; next != null; next = last.continuation) {
      last = next;
    }
    return last.endMicros;
  }

  /** Says which commit came next; called once, before that commit is published. */
  public final void endAt(long micros) {
    endMicros = micros;
  }

  /** Says that another snapshot stands for the same commits; called before it is published. */
  public final void continueAs(SharedSnapshot next) {
    continuation = next;
  }

  /** Takes a reference; false when the last one has been given back already. */
  public final boolean tryRetain() {
    while (true) {
      int now = references.get();
      if (now == 0) {
        return false;
      }
      if (references.compareAndSet(now, now + 1)) {
        return true;
      }
    }
  }

  /** Gives a reference back. */
  public final void release() {
    if (references.decrementAndGet() == 0) {
      free();
    }
  }

  /** Called once, after the last reference is gone. */
  protected abstract void free();
}
