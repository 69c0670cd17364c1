package org.ratchetdb.jdbc.backend;

/** What a statement does, as far as the driver must know. */
public enum StatementKind {
  QUERY,
  DML,
  DDL,
  /** BEGIN, COMMIT, ROLLBACK. */
  TRANSACTION_CONTROL,
  /** SET, SHOW and the like. */
  SESSION
}
