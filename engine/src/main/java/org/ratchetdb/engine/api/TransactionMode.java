package org.ratchetdb.engine.api;

import org.jspecify.annotations.Nullable;

/**
 * What kind of transaction to begin.
 *
 * @param readOnly reads from one snapshot, takes no locks
 * @param isolation how much concurrent transactions may see of each other
 * @param bound which timestamp a read-only transaction sees; null for what the session is set to,
 *     which is a strong read unless it says otherwise
 */
public record TransactionMode(
    boolean readOnly, Isolation isolation, @Nullable TimestampBound bound) {
  /** Isolation levels. */
  public enum Isolation {
    SERIALIZABLE,
    REPEATABLE_READ
  }

  public static final TransactionMode READ_WRITE =
      new TransactionMode(false, Isolation.SERIALIZABLE);
  public static final TransactionMode READ_ONLY = new TransactionMode(true, Isolation.SERIALIZABLE);

  public TransactionMode(boolean readOnly, Isolation isolation) {
    this(readOnly, isolation, null);
  }

  /** A read-only transaction at a timestamp. */
  public static TransactionMode readOnly(TimestampBound bound) {
    return new TransactionMode(true, Isolation.SERIALIZABLE, bound);
  }
}
