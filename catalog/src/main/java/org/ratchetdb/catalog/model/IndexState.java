package org.ratchetdb.catalog.model;

/** How far an index has come. */
public enum IndexState {
  /** Kept up by every write, not read, existing rows being added. */
  WRITE_ONLY,
  /** Complete; may be read. */
  READ_WRITE
}
