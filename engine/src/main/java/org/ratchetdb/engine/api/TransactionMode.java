package org.ratchetdb.engine.api;

/**
 * What kind of transaction to begin.
 *
 * @param readOnly reads from one snapshot, takes no locks
 * @param isolation how much concurrent transactions may see of each other
 */
public record TransactionMode(boolean readOnly, Isolation isolation) {
  /** Isolation levels. */
  public enum Isolation {
    SERIALIZABLE,
    REPEATABLE_READ
  }

  public static final TransactionMode READ_WRITE =
      new TransactionMode(false, Isolation.SERIALIZABLE);
  public static final TransactionMode READ_ONLY = new TransactionMode(true, Isolation.SERIALIZABLE);
}
