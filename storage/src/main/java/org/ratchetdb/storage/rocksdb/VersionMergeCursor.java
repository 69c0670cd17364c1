package org.ratchetdb.storage.rocksdb;

import java.util.Arrays;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.mvcc.VersionCursor;

/**
 * Walks the versions that hold at a timestamp in the past: of each key the one in {@code data} when
 * it is old enough, else the one in {@code history}, if any.
 */
final class VersionMergeCursor implements VersionCursor {
  private final DataCursor data;
  private final HistoryCursor history;
  private final long micros;
  private final boolean reverse;
  private final ByteSlice key = new ByteSlice();
  private final ByteSlice payload = new ByteSlice();
  private long timestampMicros;
  private boolean started;

  /** Whether the data cursor stands on a version that was not given out, nor found too new. */
  private boolean dataAhead;

  private boolean historyGiven;

  VersionMergeCursor(DataCursor data, HistoryCursor history, long micros, boolean reverse) {
    this.data = data;
    this.history = history;
    this.micros = micros;
    this.reverse = reverse;
  }

  @Override
  public boolean next() {
    if (!started) {
      started = true;
      history.first();
    }
    if (historyGiven) {
      historyGiven = false;
      history.step();
    }
    advanceData();
    if (!dataAhead && !history.isValid()) {
      return false;
    }
    int order = compare();
    if (order <= 0) {
      dataAhead = false;
      give(data.key(), data.payload(), data.timestampMicros());
      return true;
    }
    historyGiven = true;
    byte[] bytes = history.key().unsafeBytes();
    key.set(bytes, 0, bytes.length);
    copy(history.payload(), payload);
    timestampMicros = history.startMicros();
    return true;
  }

  /** Steps over versions that are too new; history has what held before them. */
  private void advanceData() {
    while (!dataAhead && data.next()) {
      dataAhead = data.timestampMicros() <= micros;
    }
  }

  /**
   * Negative when the data cursor comes first. Never zero: when the version in data had begun by
   * then, the one before it had ended.
   */
  private int compare() {
    if (!history.isValid()) {
      return -1;
    }
    if (!dataAhead) {
      return 1;
    }
    ByteSlice mine = data.key();
    byte[] other = history.key().unsafeBytes();
    int order = Arrays.compareUnsigned(mine.array(), 0, mine.length(), other, 0, other.length);
    return reverse ? -order : order;
  }

  private void give(ByteSlice foundKey, ByteSlice foundPayload, long foundMicros) {
    copy(foundKey, key);
    copy(foundPayload, payload);
    timestampMicros = foundMicros;
  }

  private static void copy(ByteSlice from, ByteSlice to) {
    to.set(from.array(), from.offset(), from.length());
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

  @Override
  public void skipTo(Key target) {
    boolean dataIsThere = dataAhead && !isBehind(Key.wrap(data.key().toByteArray()), target);
    if (!dataIsThere) {
      dataAhead = false;
      data.skipTo(target);
    }
    if (!started) {
      started = true;
      history.seek(target);
      return;
    }
    if (history.isValid() && isBehind(history.key(), target)) {
      historyGiven = false;
      history.seek(target);
    }
  }

  private boolean isBehind(Key at, Key target) {
    int order = at.compareTo(target);
    return reverse ? order > 0 : order < 0;
  }

  @Override
  public void close() {
    data.close();
    history.close();
  }
}
