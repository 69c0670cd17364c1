package org.ratchetdb.storage.api;

import org.ratchetdb.common.key.KeyRange;

/**
 * A wait for a lock that has ended.
 *
 * @param range what was waited for; {@link #isPoint} when it is one key
 * @param waiter who asked, and how
 * @param blocker who stood in the way first, and how it held or asked for the same place
 * @param nanos how long the wait was, in nanoseconds
 * @param outcome how it ended
 */
public record LockWait(KeyRange range, Party waiter, Party blocker, long nanos, Outcome outcome) {
  /**
   * One side of a conflict.
   *
   * @param transactionId {@link KvTransaction#id}
   * @param tag the tag of the transaction; may be empty
   * @param mode how it asked for the lock
   * @param cells which parts of the rows, see {@link Cells}
   */
  public record Party(long transactionId, String tag, LockMode mode, long cells) {}

  /** How a wait ended. */
  public enum Outcome {
    GRANTED,
    /** An older transaction wounded the waiter, or it was rolled back for another reason. */
    ABORTED,
    CANCELLED,
    /** The lock timeout or the deadline of the transaction came first. */
    TIMED_OUT
  }

  public boolean isPoint() {
    return range.equals(KeyRange.point(range.start()));
  }
}
