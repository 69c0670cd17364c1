package org.ratchetdb.storage.rocksdb;

import java.util.Arrays;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.mvcc.HistoryKey;
import org.ratchetdb.storage.mvcc.VersionHeader;

/**
 * Walks the keys that have a version in the history family which holds at one timestamp. Owned by
 * one thread.
 *
 * <p>The versions of one key stand newest first, so a forward walk skips those that begin after the
 * timestamp and takes the first other, if it has not ended by then. A backward walk meets them
 * oldest first and takes the first that has not ended by then, if it has begun.
 */
final class HistoryCursor implements AutoCloseable {
  private static final int STEPS_BEFORE_JUMP = 8;

  private final RawCursor raw;
  private final long micros;
  private final boolean reverse;
  private final ByteSlice payload = new ByteSlice();
  private Key key = Key.EMPTY;

  /** What the history keys of the current key begin with; the timestamp follows. */
  private byte[] versionsPrefix = new byte[0];

  /** Whether the last search left the direction of the scan. */
  private boolean jumped;

  private long startMicros;
  private boolean valid;

  /** Takes the raw cursor over, which is bounded by history keys. */
  HistoryCursor(RawCursor raw, long micros, boolean reverse) {
    this.raw = raw;
    this.micros = micros;
    this.reverse = reverse;
  }

  void first() {
    raw.first();
    settle();
  }

  /** Steps to the next key. */
  void step() {
    leave(key);
    settle();
  }

  /** Goes to the first key at or beyond the target in the direction of the scan. */
  void seek(Key target) {
    raw.seek(
        reverse
            ? HistoryKey.after(target.unsafeBytes(), 0, target.length())
            : HistoryKey.before(target));
    settle();
  }

  /** Moves on from where the raw cursor stands to the first visible version. */
  private void settle() {
    while (raw.isValid()) {
      key = Key.wrap(HistoryKey.decode(raw.key()));
      versionsPrefix = HistoryKey.before(key);
      if (findVisible()) {
        valid = true;
        return;
      }
      if (jumped || isAtKey()) {
        leave(key);
      }
    }
    valid = false;
  }

  /** Looks at the versions of the key from where the raw cursor stands. */
  private boolean findVisible() {
    jumped = false;
    for (int steps = 0; isAtKey(); steps++) {
      long start = HistoryKey.startMicros(raw.key());
      boolean begun = start <= micros;
      boolean over = DataCursor.readTimestamp(raw) <= micros;
      if (begun && !over) {
        ByteSlice value = raw.value();
        payload.set(value.array(), VersionHeader.BYTES, value.length() - VersionHeader.BYTES);
        startMicros = start;
        return true;
      }
      boolean onlyWorseAhead = reverse ? !begun : begun;
      if (onlyWorseAhead || jumped) {
        return false;
      }
      if (steps < STEPS_BEFORE_JUMP) {
        raw.step();
      } else {
        // A key with many versions: go to the newest that had begun, the only candidate.
        raw.seekUpwards(HistoryKey.encode(key, micros));
        jumped = true;
      }
    }
    return false;
  }

  /** Whether the raw cursor stands on a version of the current key. */
  private boolean isAtKey() {
    ByteSlice at = raw.key();
    byte[] prefix = versionsPrefix;
    return raw.isValid()
        && at.length() == prefix.length + Long.BYTES
        && Arrays.equals(at.array(), 0, prefix.length, prefix, 0, prefix.length);
  }

  private void leave(Key left) {
    raw.seek(
        reverse ? HistoryKey.before(left) : HistoryKey.after(left.unsafeBytes(), 0, left.length()));
  }

  boolean isValid() {
    return valid;
  }

  Key key() {
    return key;
  }

  ByteSlice payload() {
    return payload;
  }

  long startMicros() {
    return startMicros;
  }

  @Override
  public void close() {
    raw.close();
  }
}
