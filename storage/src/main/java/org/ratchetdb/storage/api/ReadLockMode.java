package org.ratchetdb.storage.api;

/** How a read-write transaction makes sure that what it has read holds when it commits. */
public enum ReadLockMode {
  /** {@link #PESSIMISTIC} for SERIALIZABLE, {@link #OPTIMISTIC} for REPEATABLE READ. */
  DEFAULT,
  /** Reads lock, as far as the isolation level has reads that must hold. */
  PESSIMISTIC,
  /** Reads take no locks; they are checked at commit, which fails when one does not hold. */
  OPTIMISTIC
}
