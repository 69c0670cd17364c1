package org.ratchetdb.storage.api;

import org.ratchetdb.common.key.Key;

/**
 * Hears of every wait for a lock once it has ended, for the lock statistics tables. Called by the
 * thread that waited, outside all internal locks; must neither block nor throw.
 */
@FunctionalInterface
public interface LockWaitListener {
  LockWaitListener NONE = (start, mode, tag, nanos, outcome) -> {};

  /**
   * One wait has ended.
   *
   * @param start the key waited for, or the start of the range
   * @param mode how the lock was asked for
   * @param tag the tag of the waiting transaction
   * @param nanos how long it waited
   * @param outcome how the wait ended
   */
  void waited(Key start, LockMode mode, String tag, long nanos, Outcome outcome);

  /** How a wait ended. */
  enum Outcome {
    GRANTED,
    /** An older transaction wounded the waiter, or it was rolled back for another reason. */
    ABORTED,
    CANCELLED,
    TIMED_OUT
  }
}
