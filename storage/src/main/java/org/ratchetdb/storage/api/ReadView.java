package org.ratchetdb.storage.api;

import org.ratchetdb.common.time.CommitTimestamp;

/**
 * A consistent picture of the store as of one timestamp. Owned by one thread; close it to release
 * the snapshot.
 */
public interface ReadView extends KvReader, AutoCloseable {
  CommitTimestamp readTimestamp();

  /**
   * Opens another view of the same state, for another thread, say a branch of a parallel scan. Each
   * is closed on its own.
   */
  ReadView duplicate();

  @Override
  void close();
}
