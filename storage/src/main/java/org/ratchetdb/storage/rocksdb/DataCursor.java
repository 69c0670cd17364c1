package org.ratchetdb.storage.rocksdb;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.mvcc.VersionCursor;
import org.ratchetdb.storage.mvcc.VersionHeader;

/** Walks the newest versions, as a snapshot or the store has them. */
final class DataCursor implements VersionCursor {
  private final RawCursor raw;
  private final ByteSlice payload = new ByteSlice();
  private long timestampMicros;
  private boolean started;
  private boolean ended;

  /** Set when the raw cursor already stands on what the next step must give. */
  private boolean ahead;

  /** Takes the raw cursor over. */
  DataCursor(RawCursor raw) {
    this.raw = raw;
  }

  @Override
  public boolean next() {
    if (ended) {
      return false;
    }
    boolean found;
    if (ahead) {
      ahead = false;
      found = raw.isValid();
    } else if (started) {
      found = raw.step();
    } else {
      found = raw.first();
    }
    started = true;
    if (!found) {
      ended = true;
      return false;
    }
    ByteSlice value = raw.value();
    timestampMicros = readTimestamp(raw);
    payload.set(value.array(), VersionHeader.BYTES, value.length() - VersionHeader.BYTES);
    return true;
  }

  /** The timestamp in the value of the entry that a cursor stands on. */
  static long readTimestamp(RawCursor raw) {
    ByteSlice value = raw.value();
    try {
      return VersionHeader.readTimestamp(value.array(), value.offset(), value.length());
    } catch (DbException e) {
      throw e.with("key", Key.wrap(raw.key().toByteArray()));
    }
  }

  @Override
  public ByteSlice key() {
    return raw.key();
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
    byte[] bytes = target.unsafeBytes();
    if (ended || (started && (!raw.isValid() || raw.isAtOrBeyond(bytes)))) {
      return;
    }
    raw.seek(bytes);
    started = true;
    ahead = true;
  }

  @Override
  public void close() {
    raw.close();
  }
}
