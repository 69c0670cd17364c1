package org.ratchetdb.engine.api;

/** Where a session stands between statements. */
public enum TransactionState {
  /** No transaction: each statement commits by itself. */
  IDLE,
  ACTIVE,
  /**
   * A statement failed in a way that ended the transaction; only ROLLBACK (or COMMIT, which rolls
   * back) helps.
   */
  FAILED
}
