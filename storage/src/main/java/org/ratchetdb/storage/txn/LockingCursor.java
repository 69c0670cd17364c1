package org.ratchetdb.storage.txn;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.mvcc.VersionCursor;
import org.ratchetdb.storage.mvcc.VersionEngine;

/**
 * A scan that may stop early: locks what it has passed and little more, portion by portion.
 *
 * <p>What the next portion is, is known only after it was read; so a portion is read first, then
 * locked, and read again when anything at all was committed since the engine's cursor was opened.
 * Portions grow, and after some of them the scan looks like one that goes to the end: the rest is
 * then locked at once. Owned by its reader's thread.
 */
final class LockingCursor implements VersionCursor {
  private static final int ROWS_FIRST = 16;
  private static final int GROWTH = 4;

  /** Portions of 16, 64, 256 and 1,024 rows, then the rest. */
  private static final int ROWS_MAX = 1024;

  private final VersionEngine engine;
  private final boolean reverse;
  private final RangeLock lock;
  private final List<Entry> portion = new ArrayList<>(ROWS_FIRST);
  private final ByteSlice key = new ByteSlice();
  private final ByteSlice payload = new ByteSlice();
  private int rows;

  /** Rows the caller may still ask for. */
  private long limit;

  private int next;

  /** What is not locked yet; null when all is, or skipped. */
  private @Nullable KeyRange rest;

  private @Nullable VersionCursor source;
  private long sourceMicros;

  /** Whether the source stands on the first entry of the rest. */
  private boolean sourceAhead;

  /** Whether everything is locked, so that entries come straight from the source. */
  private boolean direct;

  private long timestampMicros;

  /** Locks a stretch of the scan. */
  @FunctionalInterface
  interface RangeLock {
    void lock(KeyRange range);
  }

  private record Entry(Key key, ByteSlice payload, long timestampMicros) {}

  LockingCursor(VersionEngine engine, KeyRange range, boolean reverse, long limit, RangeLock lock) {
    this.engine = engine;
    this.rest = range;
    this.reverse = reverse;
    this.lock = lock;
    this.rows = ROWS_FIRST;
    this.limit = limit;
  }

  @Override
  public boolean next() {
    while (next == portion.size()) {
      KeyRange left = rest;
      if (direct) {
        return nextDirect();
      }
      if (left == null) {
        return false;
      }
      portion.clear();
      next = 0;
      if (rows > ROWS_MAX) {
        lock.lock(left);
        if (source == null || engine.writtenMicros() != sourceMicros) {
          open(left);
        }
        direct = true;
      } else {
        fill(left);
      }
    }
    Entry entry = portion.get(next++);
    limit--;
    key.set(entry.key.unsafeBytes(), 0, entry.key.length());
    payload.set(entry.payload.array(), entry.payload.offset(), entry.payload.length());
    timestampMicros = entry.timestampMicros;
    return true;
  }

  private boolean nextDirect() {
    VersionCursor from = opened();
    if (sourceAhead) {
      sourceAhead = false;
    } else if (!from.next()) {
      return false;
    }
    ByteSlice at = from.key();
    key.set(at.array(), at.offset(), at.length());
    ByteSlice value = from.payload();
    payload.set(value.array(), value.offset(), value.length());
    timestampMicros = from.timestampMicros();
    return true;
  }

  /** Reads and locks the next portion. */
  private void fill(KeyRange left) {
    if (source == null) {
      open(left);
    }
    boolean exhausted = read((int) Math.max(1, Math.min(rows, limit)), null);
    KeyRange part = left;
    if (!exhausted) {
      Key last = portion.get(portion.size() - 1).key;
      part =
          reverse ? new KeyRange(last, left.end()) : new KeyRange(left.start(), last.successor());
    }
    lock.lock(part);
    rest = exhausted ? null : remainder(left, part);
    if (engine.writtenMicros() != sourceMicros) {
      portion.clear();
      open(left);
      read(Integer.MAX_VALUE, part);
    }
    rows *= GROWTH;
  }

  private @Nullable KeyRange remainder(KeyRange left, KeyRange part) {
    if (reverse) {
      return left.start().compareTo(part.start()) < 0
          ? new KeyRange(left.start(), part.start())
          : null;
    }
    Key from = part.end();
    if (from == null || (left.end() != null && from.compareTo(left.end()) >= 0)) {
      return null;
    }
    return new KeyRange(from, left.end());
  }

  /**
   * Copies entries into the portion, up to so many, inside a part; true at the end of the source.
   */
  private boolean read(int rowsMax, @Nullable KeyRange within) {
    VersionCursor from = opened();
    while (portion.size() < rowsMax) {
      if (!sourceAhead && !from.next()) {
        return true;
      }
      sourceAhead = false;
      Key at = Key.wrap(from.key().toByteArray());
      if (within != null && !within.contains(at)) {
        sourceAhead = true;
        return false;
      }
      byte[] bytes = from.payload().toByteArray();
      ByteSlice copy = new ByteSlice();
      copy.set(bytes, 0, bytes.length);
      portion.add(new Entry(at, copy, from.timestampMicros()));
    }
    return false;
  }

  private void open(KeyRange range) {
    close();
    sourceAhead = false;
    // Before the cursor is opened: what is committed in between makes a difference that is not one.
    sourceMicros = engine.writtenMicros();
    source = engine.scan(null, range, reverse);
  }

  private VersionCursor opened() {
    VersionCursor from = source;
    if (from == null) {
      throw new IllegalStateException("The scan has not begun");
    }
    return from;
  }

  @Override
  public ByteSlice key() {
    return key;
  }

  @Override
  public ByteSlice payload() {
    return payload;
  }

  @Override
  public long timestampMicros() {
    return timestampMicros;
  }

  /** What is skipped is not locked: the caller says that it does not want to know about it. */
  @Override
  public void skipTo(Key target) {
    while (next < portion.size() && isBefore(portion.get(next).key, target)) {
      next++;
    }
    if (next < portion.size()) {
      return;
    }
    if (direct) {
      if (sourceAhead && !isBefore(Key.wrap(opened().key().toByteArray()), target)) {
        return;
      }
      sourceAhead = false;
      opened().skipTo(target);
      return;
    }
    KeyRange left = rest;
    if (left == null) {
      return;
    }
    rest = from(left, target);
    if (source != null
        && (!sourceAhead || isBefore(Key.wrap(source.key().toByteArray()), target))) {
      sourceAhead = false;
      source.skipTo(target);
    }
  }

  private boolean isBefore(Key a, Key b) {
    return reverse ? a.compareTo(b) > 0 : a.compareTo(b) < 0;
  }

  /** The part of a range at or beyond a key in the direction of the scan. */
  private @Nullable KeyRange from(KeyRange range, Key target) {
    if (reverse) {
      Key end = target.successor();
      if (range.end() != null && end.compareTo(range.end()) >= 0) {
        return range;
      }
      return range.start().compareTo(end) < 0 ? new KeyRange(range.start(), end) : null;
    }
    if (target.compareTo(range.start()) <= 0) {
      return range;
    }
    return range.end() == null || target.compareTo(range.end()) < 0
        ? new KeyRange(target, range.end())
        : null;
  }

  @Override
  public void close() {
    VersionCursor from = source;
    if (from != null) {
      source = null;
      from.close();
    }
  }
}
