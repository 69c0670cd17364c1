package org.ratchetdb.engine.api;

/** Where a session stands between statements. */
public enum TransactionState {
  /** No transaction: each statement commits by itself. */
  IDLE,
  ACTIVE,
  /**
   * A statement failed; only ROLLBACK helps (or COMMIT, which rolls back), or ROLLBACK TO a
   * savepoint set before.
   */
  FAILED
}
