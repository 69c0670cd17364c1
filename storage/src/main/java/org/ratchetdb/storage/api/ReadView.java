package org.ratchetdb.storage.api;

import org.ratchetdb.common.time.CommitTimestamp;

/**
 * A consistent picture of the store as of one timestamp. Owned by one thread; close it to release
 * the snapshot.
 */
public interface ReadView extends KvReader, AutoCloseable {
  CommitTimestamp readTimestamp();

  @Override
  void close();
}
