package org.ratchetdb.storage.mvcc;

import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;

/**
 * Walks the visible versions of a range in the direction it was opened with. Slices are valid until
 * the next call. Owned by one thread; used and closed under the guard of its reader.
 */
public interface VersionCursor extends AutoCloseable {
  /** Steps to the next visible version; false at the end, and then always false. */
  boolean next();

  /** The same slice object on every call. */
  ByteSlice key();

  /** The same slice object on every call. */
  ByteSlice payload();

  long timestampMicros();

  /** The next {@link #next} gives the first version at or beyond the key, never one behind it. */
  void skipTo(Key key);

  @Override
  void close();
}
