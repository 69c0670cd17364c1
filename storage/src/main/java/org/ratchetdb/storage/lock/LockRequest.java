package org.ratchetdb.storage.lock;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.LockWait;

/**
 * One owner's wish for one key or range; it becomes the lock itself when granted. Guarded by the
 * stripe of its key, or by all stripes when it is a range.
 */
final class LockRequest {
  final LockOwner owner;
  final LockTable table;
  final Key start;

  /** Null for a point. */
  final @Nullable KeyRange range;

  /** Cells asked for to be read. A cell is in one of the three sets at most. */
  long shared;

  /** Cells asked for to be written, whatever they hold. */
  long written;

  long exclusive;

  /**
   * Whether the owner is to insert keys that hold its commit timestamp: as exclusive as can be, but
   * for others who do the same.
   */
  final boolean timestampInsert;

  boolean granted;

  /** The next request for the same key. */
  @Nullable LockRequest sibling;

  /** Where the range index keeps this request. */
  long rangeHandle;

  /** The request this one has registered with, to be woken when it goes. */
  @Nullable LockRequest waitingFor;

  /** Reading of the ticker when the wait began; meaningful while not granted. */
  long waitingSinceNanos;

  /**
   * Owners to wake when this request goes. Guarded by itself: points add under their own stripe.
   */
  private final List<LockOwner> blocked = new ArrayList<>(0);

  LockRequest(
      LockTable table,
      LockOwner owner,
      Key start,
      @Nullable KeyRange range,
      long shared,
      long written,
      long exclusive) {
    this(table, owner, start, range, shared, written, exclusive, false);
  }

  private LockRequest(
      LockTable table,
      LockOwner owner,
      Key start,
      @Nullable KeyRange range,
      long shared,
      long written,
      long exclusive,
      boolean timestampInsert) {
    this.table = table;
    this.owner = owner;
    this.start = start;
    this.range = range;
    this.exclusive = exclusive | (shared & written);
    this.shared = shared & ~this.exclusive;
    this.written = written & ~this.exclusive;
    this.timestampInsert = timestampInsert;
  }

  static LockRequest forTimestampInsert(LockTable table, LockOwner owner, KeyRange range) {
    return new LockRequest(table, owner, range.start(), range, 0, 0, Cells.ALL, true);
  }

  LockMode strongestMode() {
    if (exclusive != 0) {
      return timestampInsert ? LockMode.TIMESTAMP_INSERT : LockMode.EXCLUSIVE;
    }
    return written != 0 ? LockMode.WRITER_SHARED : LockMode.SHARED;
  }

  /** What is asked for, a point as the range it is. */
  KeyRange where() {
    return range == null ? KeyRange.point(start) : range;
  }

  LockWait.Party party() {
    long cells = exclusive != 0 ? exclusive : written != 0 ? written : shared;
    return new LockWait.Party(owner.id(), owner.tag(), strongestMode(), cells);
  }

  KeyRange requiredRange() {
    if (range == null) {
      throw new IllegalStateException("Not a range request");
    }
    return range;
  }

  /**
   * Whether a request for the same key must not be granted while this one is there. Younger waiting
   * requests do not count: an older requester overtakes them.
   */
  boolean hinders(LockRequest request) {
    if (timestampInsert && request.timestampInsert) {
      return false;
    }
    long common =
        (exclusive & request.cells())
            | (shared & (request.written | request.exclusive))
            | (written & (request.shared | request.exclusive));
    return common != 0 && owner != request.owner && (granted || owner.isOlderThan(request.owner));
  }

  /** Cells that this request is about. */
  long cells() {
    return shared | written | exclusive;
  }

  /** Cells that the owner may read, once it is granted. */
  long readable() {
    return shared | exclusive;
  }

  /** Cells that the owner may write, once it is granted. */
  long writable() {
    return written | exclusive;
  }

  /** Takes over what another request of the owner for the same place asks for. */
  void grow(LockRequest other) {
    shared |= other.shared;
    written |= other.written;
    exclusive |= other.exclusive | (shared & written);
    shared &= ~exclusive;
    written &= ~exclusive;
  }

  boolean coversCells(LockRequest other) {
    return (other.exclusive & ~exclusive) == 0
        && (other.shared & ~readable()) == 0
        && (other.written & ~writable()) == 0;
  }

  void wakeWhenGone(LockOwner waiter) {
    synchronized (blocked) {
      blocked.add(waiter);
    }
  }

  void drainBlocked(List<LockOwner> into) {
    synchronized (blocked) {
      into.addAll(blocked);
      blocked.clear();
    }
  }
}
