package org.ratchetdb.storage.rocksdb;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;

/**
 * Cursors of one snapshot that nobody uses now. A new iterator costs about as much as the seek that
 * a short scan makes with it. Thread-safe; threads mostly meet cursors they have put here
 * themselves.
 */
final class IdleCursors {
  private static final int SLOTS = 4;

  /** Slots lie on cache lines of their own. */
  private static final int STRIDE = 16;

  private final AtomicReferenceArray<@Nullable RawCursor> slots =
      new AtomicReferenceArray<>((SLOTS + 1) * STRIDE);
  private volatile boolean closed;

  private static int slot() {
    return ((int) Thread.currentThread().getId() % SLOTS + 1) * STRIDE;
  }

  /** Whether cursors over a range can be kept here. */
  static boolean fits(KeyRange range, boolean reverse) {
    Key end = range.end();
    return !reverse && end != null && end.length() <= RawCursor.BOUND_BYTES;
  }

  /** An idle cursor, or null when this thread's place has none. */
  @Nullable RawCursor take() {
    int slot = slot();
    return slots.get(slot) == null ? null : slots.getAndSet(slot, null);
  }

  /** Keeps a cursor that stands anywhere; false when it has no place and stays the caller's. */
  boolean put(RawCursor cursor) {
    int slot = slot();
    if (closed || !slots.compareAndSet(slot, null, cursor)) {
      return false;
    }
    if (closed) {
      return !slots.compareAndSet(slot, cursor, null);
    }
    return true;
  }

  void close() {
    closed = true;
    for (int slot = STRIDE; slot < slots.length(); slot += STRIDE) {
      RawCursor cursor = slots.getAndSet(slot, null);
      if (cursor != null) {
        cursor.free();
      }
    }
  }
}
