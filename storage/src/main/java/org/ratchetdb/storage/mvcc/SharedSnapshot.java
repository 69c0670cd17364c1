package org.ratchetdb.storage.mvcc;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state of the store right after a group of commits, shared by every reader that began before
 * the next group. Counted, so that taking one costs an increment instead of a call into the engine.
 * Thread-safe.
 */
public abstract class SharedSnapshot {
  private final long timestampMicros;
  private final AtomicInteger references = new AtomicInteger(1);

  protected SharedSnapshot(long timestampMicros) {
    this.timestampMicros = timestampMicros;
  }

  /** Every commit at or before this timestamp is inside, and none after it. */
  public final long timestampMicros() {
    return timestampMicros;
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
