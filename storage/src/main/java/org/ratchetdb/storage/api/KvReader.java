package org.ratchetdb.storage.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;

/**
 * Point and range reads, from a snapshot ({@link ReadView}) or inside a read-write transaction
 * ({@link KvTransaction}), so that operators need not know which. Values are payloads: the storage
 * header is already taken off. Owned by one thread at a time.
 */
public interface KvReader {
  /**
   * Reads one key.
   *
   * @param locks what to lock first inside a read-write transaction; a {@link ReadView} ignores it
   * @param into set to the payload when the key exists; valid until the next call on this reader
   * @return whether the key exists
   */
  boolean get(Key key, CellLocks locks, ByteSlice into);

  /** As {@link #get(Key, CellLocks, ByteSlice)}, all cells in one mode. */
  default boolean get(Key key, LockMode mode, ByteSlice into) {
    return get(key, CellLocks.of(mode), into);
  }

  /** Reads many keys at once; the answer has one payload (or null) per key, in the order asked. */
  List<byte @Nullable []> getAll(List<Key> keys, CellLocks locks);

  /** As {@link #getAll(List, CellLocks)}, all cells in one mode. */
  default List<byte @Nullable []> getAll(List<Key> keys, LockMode mode) {
    return getAll(keys, CellLocks.of(mode));
  }

  /** Opens a cursor that stands before the first entry. Close it before the reader. */
  KvCursor scan(ScanRequest request);
}
