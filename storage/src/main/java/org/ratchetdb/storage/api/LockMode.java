package org.ratchetdb.storage.api;

/** How strongly something is locked; {@link CellLocks} says which parts of a row are. */
public enum LockMode {
  /** Not at all. */
  NONE,
  /** Others may read, nobody may write. */
  SHARED,
  /** Nobody else may read with a lock or write. */
  EXCLUSIVE
}
