package org.ratchetdb.engine.api;

/** What a statement does, as far as doors must know. */
public enum StatementKind {
  QUERY,
  DML,
  DDL,
  /** BEGIN, COMMIT, ROLLBACK. */
  TRANSACTION_CONTROL,
  /** SET, SHOW, RESET and the like; SHOW yields rows. */
  SESSION
}
