package org.ratchetdb.storage.api;

/** How strongly something is locked; {@link CellLocks} says which parts of a row are. */
public enum LockMode {
  /** Not at all. */
  NONE,
  /** Others may read, nobody may write. */
  SHARED,
  /**
   * The owner writes without having read. Others may do the same, for the order of the commits says
   * whose value stays; nobody else may read with a lock. Who reads what it holds so, or writes so
   * what it has read, holds it exclusively.
   */
  WRITER_SHARED,
  /**
   * The owner inserts keys of the range that hold its commit timestamp. Others may do the same, for
   * no two commits have one timestamp; nobody else may read with a lock or write.
   */
  TIMESTAMP_INSERT,
  /** Nobody else may read with a lock or write. */
  EXCLUSIVE
}
