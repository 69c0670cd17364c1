package org.ratchetdb.jdbc.backend;

/** Where the session stands between statements. */
public enum TransactionState {
  IDLE,
  ACTIVE,
  /** Only a rollback helps. */
  FAILED
}
