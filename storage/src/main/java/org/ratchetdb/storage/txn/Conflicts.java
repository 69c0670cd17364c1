package org.ratchetdb.storage.txn;

import java.util.Map;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.lock.LockOwner;
import org.ratchetdb.storage.lock.LockTable;
import org.ratchetdb.storage.mvcc.OldVersionCheck;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.Version;
import org.ratchetdb.storage.mvcc.VersionCursor;
import org.ratchetdb.storage.mvcc.VersionEngine;

/**
 * Finds out whether others have changed what a transaction has read from its snapshot or is about
 * to write, cell by cell, and aborts it if so. What is asked about is locked meanwhile, so that the
 * answer stays right. Owned by one thread.
 */
final class Conflicts {
  private final VersionEngine engine;
  private final PayloadMerger merger;
  private final CommitPipeline pipeline;
  private final StoreCounters counters;
  private final LockOwner owner;
  private final SharedSnapshot snapshot;
  private final Version newer = new Version();
  private final Version older = new Version();
  private final ByteSlice after = new ByteSlice();
  private final ByteSlice before = new ByteSlice();

  Conflicts(TransactionalStore store, LockOwner owner, SharedSnapshot snapshot) {
    this.engine = store.engine();
    this.merger = store.merger();
    this.pipeline = store.pipeline();
    this.counters = store.counters();
    this.owner = owner;
    this.snapshot = snapshot;
  }

  /** Nothing at all has been committed since the snapshot. */
  private boolean isNewest() {
    return engine.writtenMicros() == snapshot.timestampMicros();
  }

  /** Aborts when the cells of a key do not read as they do in the snapshot. */
  void requireUnread(Key key, long cells) {
    if (isNewest()) {
      return;
    }
    boolean exists = engine.get(null, key, newer);
    if (exists && newer.timestampMicros() <= snapshot.timestampMicros()) {
      return;
    }
    boolean existed = engine.get(snapshot, key, older);
    if (exists != existed || (exists && (changed(older, newer) & cells) != 0)) {
      throw conflict("A row it read was changed by another transaction since.", key);
    }
  }

  private long changed(Version from, Version to) {
    from.payloadInto(before);
    to.payloadInto(after);
    return merger.changedCells(before, after);
  }

  /** Aborts when what was read does not read as it does in the snapshot. */
  void requireUnread(ReadSet reads) {
    if (isNewest()) {
      return;
    }
    for (Map.Entry<Key, Long> point : reads.points().entrySet()) {
      requireUnread(point.getKey(), point.getValue());
    }
    for (ReadSet.RangeRead range : reads.ranges()) {
      requireUnread(range.range(), range.cells());
    }
  }

  /** Aborts when the cells of a range, gaps included, do not read as they do in the snapshot. */
  void requireUnread(KeyRange range, long cells) {
    if (isNewest()) {
      return;
    }
    try (VersionCursor then = engine.scan(snapshot, range, false);
        VersionCursor now = engine.scan(null, range, false)) {
      boolean hasThen = then.next();
      boolean hasNow = now.next();
      while (hasThen && hasNow && then.key().contentEquals(now.key())) {
        if (now.timestampMicros() != then.timestampMicros()
            && (merger.changedCells(then.payload(), now.payload()) & cells) != 0) {
          throw rangeConflict(now.key());
        }
        hasThen = then.next();
        hasNow = now.next();
      }
      if (hasThen || hasNow) {
        throw rangeConflict(hasNow ? now.key() : then.key());
      }
    }
  }

  private RuntimeException rangeConflict(ByteSlice key) {
    return conflict(
        "A row in a range it read was changed by another transaction since.",
        Key.copyOf(key.array(), key.offset(), key.length()));
  }

  /**
   * Aborts when others have written the cells of a key since the snapshot, though the values be the
   * same again: of two that write a cell the first committer wins.
   *
   * @param newestMicros since when the newest version holds, or {@link OldVersionCheck#ABSENT}
   */
  void requireUnwritten(Key key, long newestMicros, long cells) {
    boolean written;
    if (newestMicros == OldVersionCheck.ABSENT) {
      written = engine.get(snapshot, key, older);
    } else if (newestMicros <= snapshot.timestampMicros()) {
      return;
    } else {
      written = cells == Cells.ALL || (writtenSince(key, newestMicros) & cells) != 0;
    }
    if (written) {
      throw conflict("A row it writes was changed by another transaction since its snapshot.", key);
    }
  }

  /** The cells that the commits after the snapshot have changed, from version to version. */
  private long writtenSince(Key key, long newestMicros) {
    pipeline.awaitPublished(newestMicros);
    SharedSnapshot now = engine.acquireSnapshot();
    try {
      long cells = 0;
      Version to = newer;
      Version from = older;
      engine.get(now, key, to);
      while (to.timestampMicros() > snapshot.timestampMicros()) {
        if (!engine.getAt(now, to.timestampMicros() - 1, key, from)) {
          return Cells.ALL; // it was deleted and inserted again, or its history is gone
        }
        cells |= changed(from, to);
        Version replaced = to;
        to = from;
        from = replaced;
      }
      return cells;
    } finally {
      now.release();
    }
  }

  private RuntimeException conflict(String detail, Key key) {
    counters.conflicts.increment();
    LockTable.abort(owner, LockOwner.State.CONFLICTED);
    owner.end();
    // Whoever runs it again takes the newest snapshot, which should have what this one lacks.
    pipeline.awaitUnderWay();
    return LockOwner.failure(LockOwner.State.CONFLICTED).detail(detail).with("key", key);
  }
}
