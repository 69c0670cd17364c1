package org.ratchetdb.executor.context;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Counts the bytes that one execution holds. Operators that can spill ask before they grow; the
 * others fail when nothing is left. Owned by the thread of the execution.
 */
public final class MemoryBudget {
  private final long bytesMax;
  private long used;

  public MemoryBudget(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Counts the bytes when they fit; false means that the caller should spill. */
  public boolean tryReserve(long bytes) {
    if (used + bytes > bytesMax) {
      return false;
    }
    used += bytes;
    return true;
  }

  /** Counts bytes of an operator that cannot spill. */
  public void reserve(long bytes) {
    if (!tryReserve(bytes)) {
      throw new DbException(ErrorCode.OUT_OF_MEMORY, "Query needs more memory than it may use")
          .with("bytes", used + bytes)
          .with("limit", bytesMax)
          .hint("Raise the memory limit of queries or read less at once.");
    }
  }

  /** Counts bytes that are needed in any case, over the limit or not. */
  public void force(long bytes) {
    used += bytes;
  }

  public void release(long bytes) {
    used -= bytes;
  }

  public long usedBytes() {
    return used;
  }
}
