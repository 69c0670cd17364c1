package org.ratchetdb.executor.context;

import java.util.concurrent.atomic.AtomicLong;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Counts the bytes that one execution holds. Operators that can spill ask before they grow; the
 * others fail when nothing is left. Thread-safe.
 */
public final class MemoryBudget {
  private final long bytesMax;
  private final AtomicLong used = new AtomicLong();

  public MemoryBudget(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Counts the bytes when they fit; false means that the caller should spill. */
  public boolean tryReserve(long bytes) {
    if (used.addAndGet(bytes) <= bytesMax) {
      return true;
    }
    used.addAndGet(-bytes);
    return false;
  }

  /** Counts bytes of an operator that cannot spill. */
  public void reserve(long bytes) {
    if (!tryReserve(bytes)) {
      throw new DbException(ErrorCode.OUT_OF_MEMORY, "Query needs more memory than it may use")
          .with("bytes", used.get() + bytes)
          .with("limit", bytesMax)
          .hint("Raise the memory limit of queries or read less at once.");
    }
  }

  /** Counts bytes that are needed in any case, over the limit or not. */
  public void force(long bytes) {
    used.addAndGet(bytes);
  }

  public void release(long bytes) {
    used.addAndGet(-bytes);
  }

  public long usedBytes() {
    return used.get();
  }
}
