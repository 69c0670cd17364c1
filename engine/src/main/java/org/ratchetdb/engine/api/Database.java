package org.ratchetdb.engine.api;

import org.ratchetdb.common.type.Dialect;

/** One database. Thread-safe. */
public interface Database {
  String name();

  Dialect dialect();

  Session openSession(SessionOptions options);

  /**
   * Compares everything that is stored with everything else that says the same: rows with their
   * keys, indexes, parents and declarations, the split map, files with their checksums. Reads one
   * snapshot, beside running transactions.
   *
   * @param progress may throw to stop it
   */
  CheckReport check(ProgressListener progress);
}
