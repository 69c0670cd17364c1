package org.ratchetdb.engine.api;

/** What long work counts. */
public enum ProgressUnit {
  BYTES,
  /** Rows, index entries, or versions of them. */
  ENTRIES
}
