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

  LockMode mode;
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
      LockTable table, LockOwner owner, Key start, @Nullable KeyRange range, LockMode mode) {
    this.table = table;
    this.owner = owner;
    this.start = start;
    this.range = range;
    this.mode = mode;
  }

  /** What is asked for, a point as the range it is. */
  KeyRange where() {
    return range == null ? KeyRange.point(start) : range;
  }

  LockWait.Party party() {
    return new LockWait.Party(owner.id(), owner.tag(), mode, Cells.ALL);
  }

  KeyRange requiredRange() {
    if (range == null) {
      throw new IllegalStateException("Not a range request");
    }
    return range;
  }

  /**
   * Whether a request of the owner in the mode must not be granted while this one is there. Younger
   * waiting requests do not count: an older requester overtakes them.
   */
  boolean hinders(LockOwner requester, LockMode requested) {
    if (owner == requester || (mode == LockMode.SHARED && requested == LockMode.SHARED)) {
      return false;
    }
    return granted || owner.isOlderThan(requester);
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
