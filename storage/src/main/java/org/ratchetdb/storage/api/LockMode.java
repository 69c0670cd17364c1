package org.ratchetdb.storage.api;

/** How strongly a read inside a read-write transaction locks what it reads. */
public enum LockMode {
  /**
   * Not at all: the caller knows that a stronger lock covers the key, or the isolation level takes
   * no read locks.
   */
  NONE,
  /** Others may read, nobody may write. */
  SHARED,
  /** Nobody else may read with a lock or write. */
  EXCLUSIVE
}
