package org.ratchetdb.storage.api;

import org.ratchetdb.common.key.ByteSlice;

/**
 * Walks the entries of a range. The slices belong to the cursor and are valid until the next call
 * of {@link #next} or {@link #close}. Owned by one thread.
 */
public interface KvCursor extends AutoCloseable {
  /** Steps to the next entry in the direction of the scan; false at the end. */
  boolean next();

  ByteSlice key();

  /** The payload, without the storage header. */
  ByteSlice value();

  /**
   * Moves forward so that the next entry is the first at or beyond the key (at or before it in a
   * reverse scan).
   */
  void skipTo(org.ratchetdb.common.key.Key key);

  @Override
  void close();
}
