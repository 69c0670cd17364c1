package org.ratchetdb.storage.rocksdb;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.rocksdb.AbstractSlice;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DirectSlice;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/**
 * A RocksDB iterator over a range of one family, bounded inside RocksDB so that it never walks over
 * what was deleted beyond the end. Reads keys and values into arrays of its own. Owned by one
 * thread.
 */
final class RawCursor implements AutoCloseable {
  private static final int KEY_BYTES = 64;
  private static final int VALUE_BYTES = 512;

  /** The longest upper bound of a cursor that can be used again. */
  static final int BOUND_BYTES = 128;

  /** An idle cursor with a larger value buffer is not worth its memory. */
  private static final int IDLE_VALUE_BYTES_MAX = 64 << 10;

  private final boolean reverse;
  private byte[] start;
  private final @Nullable Slice lower;
  private final @Nullable AbstractSlice<?> upper;

  /** Where the upper bound of a cursor that can be used again lies. */
  private final @Nullable ByteBuffer bound;

  private final @Nullable IdleCursors home;
  private final ReadOptions options;
  private final RocksIterator iterator;
  private final ByteSlice key = new ByteSlice();
  private final ByteSlice value = new ByteSlice();
  private byte[] keyBytes = new byte[KEY_BYTES];
  private byte[] valueBytes = new byte[VALUE_BYTES];
  private boolean valid;
  private boolean failed;

  /**
   * Opens an iterator that stands nowhere yet.
   *
   * @param start first key inside
   * @param end first key outside, or null for no bound
   */
  RawCursor(
      RocksDB db,
      ColumnFamilyHandle family,
      @Nullable Snapshot snapshot,
      byte[] start,
      byte @Nullable [] end,
      boolean reverse) {
    this.reverse = reverse;
    this.start = start;
    this.bound = null;
    this.home = null;
    this.options = new ReadOptions();
    this.lower = reverse && start.length > 0 ? new Slice(start) : null;
    this.upper = end == null ? null : new Slice(end);
    if (snapshot != null) {
      options.setSnapshot(snapshot);
    }
    if (lower != null) {
      options.setIterateLowerBound(lower);
    }
    if (upper != null) {
      options.setIterateUpperBound(upper);
    }
    this.iterator = db.newIterator(family, options);
  }

  /**
   * Opens an ascending iterator that goes to its home when it is closed, to be used for another
   * range. RocksDB looks at its upper bound anew in every seek.
   *
   * @param end first key outside, at most {@link #BOUND_BYTES} long
   */
  RawCursor(
      RocksDB db,
      ColumnFamilyHandle family,
      Snapshot snapshot,
      byte[] start,
      byte[] end,
      IdleCursors home) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(BOUND_BYTES);
    DirectSlice slice = new DirectSlice(bytes, BOUND_BYTES);
    this.reverse = false;
    this.lower = null;
    this.bound = bytes;
    this.upper = slice;
    this.home = home;
    this.start = start;
    this.options = new ReadOptions();
    options.setSnapshot(snapshot);
    // A commit may free idle cursors; it must not wait until files that only they held are deleted.
    options.setBackgroundPurgeOnIteratorCleanup(true);
    setBound(bytes, slice, end);
    options.setIterateUpperBound(slice);
    this.iterator = db.newIterator(family, options);
  }

  private static void setBound(ByteBuffer bytes, DirectSlice slice, byte[] end) {
    bytes.put(0, end);
    slice.setLength(end.length);
  }

  /** Makes a cursor that was idle one over another range, standing nowhere yet. */
  RawCursor reuse(byte[] newStart, byte[] newEnd) {
    if (bound == null || !(upper instanceof DirectSlice slice)) {
      throw new IllegalStateException("The cursor has a fixed range");
    }
    start = newStart;
    setBound(bound, slice, newEnd);
    return this;
  }

  /** Goes to the first entry in the direction of the scan. */
  boolean first() {
    if (reverse) {
      iterator.seekToLast();
    } else {
      iterator.seek(start);
    }
    return load();
  }

  /**
   * Goes to the first entry at or beyond a key in the direction of the scan. May go back, but not
   * out of the range.
   */
  boolean seek(byte[] target) {
    if (reverse) {
      iterator.seekForPrev(target);
    } else {
      iterator.seek(Arrays.compareUnsigned(target, start) < 0 ? start : target);
    }
    return load();
  }

  /** Goes to the first entry at or above a key, whatever the direction of the scan. */
  boolean seekUpwards(byte[] target) {
    iterator.seek(target);
    return load();
  }

  boolean step() {
    if (reverse) {
      iterator.prev();
    } else {
      iterator.next();
    }
    return load();
  }

  private boolean load() {
    valid = iterator.isValid();
    if (!valid) {
      checkStatus();
      return false;
    }
    int keyLength = iterator.key(keyBytes);
    if (keyLength > keyBytes.length) {
      keyBytes = new byte[keyLength * 2];
      keyLength = iterator.key(keyBytes);
    }
    key.set(keyBytes, 0, keyLength);
    int valueLength = iterator.value(valueBytes);
    if (valueLength > valueBytes.length) {
      valueBytes = new byte[valueLength + (valueLength >> 1)];
      valueLength = iterator.value(valueBytes);
    }
    value.set(valueBytes, 0, valueLength);
    return true;
  }

  private void checkStatus() {
    try {
      iterator.status();
    } catch (RocksDBException e) {
      failed = true;
      throw RocksErrors.convert("Scanning", e);
    }
  }

  /** Whether it stands on an entry. */
  boolean isValid() {
    return valid;
  }

  /** Whether the entry it stands on is at or beyond a key in the direction of the scan. */
  boolean isAtOrBeyond(byte[] target) {
    int order = Arrays.compareUnsigned(keyBytes, 0, key.length(), target, 0, target.length);
    return reverse ? order <= 0 : order >= 0;
  }

  ByteSlice key() {
    return key;
  }

  /** The stored value, header included. */
  ByteSlice value() {
    return value;
  }

  @Override
  public void close() {
    valid = false;
    if (home == null || failed || valueBytes.length > IDLE_VALUE_BYTES_MAX || !home.put(this)) {
      free();
    }
  }

  /** Gives everything back to RocksDB. */
  void free() {
    iterator.close();
    options.close();
    if (lower != null) {
      lower.close();
    }
    if (upper != null) {
      upper.close();
    }
  }
}
