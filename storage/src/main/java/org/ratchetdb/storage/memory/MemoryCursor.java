package org.ratchetdb.storage.memory;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.mvcc.VersionCursor;

/**
 * Walks the chains of a range. The map's iterators may run beside writers: what they miss or meet
 * of newer keys is invisible at the timestamp anyway.
 */
final class MemoryCursor implements VersionCursor {
  private final NavigableMap<Key, VersionChain> inside;
  private final KeyRange range;
  private final boolean reverse;
  private final long micros;
  private boolean started;
  private final ByteSlice key = new ByteSlice();
  private final ByteSlice payload = new ByteSlice();
  private Iterator<Map.Entry<Key, VersionChain>> entries;
  private long timestampMicros;

  MemoryCursor(NavigableMap<Key, VersionChain> all, KeyRange range, boolean reverse, long micros) {
    NavigableMap<Key, VersionChain> part =
        range.end() == null
            ? all.tailMap(range.start(), true)
            : all.subMap(range.start(), true, range.end(), false);
    this.inside = reverse ? part.descendingMap() : part;
    this.range = range;
    this.reverse = reverse;
    this.micros = micros;
    this.entries = inside.entrySet().iterator();
  }

  @Override
  public boolean next() {
    while (entries.hasNext()) {
      Map.Entry<Key, VersionChain> entry = entries.next();
      VersionChain version = VersionChain.visibleAt(entry.getValue(), micros);
      if (version != null && version.payload != null) {
        started = true;
        byte[] keyBytes = entry.getKey().unsafeBytes();
        key.set(keyBytes, 0, keyBytes.length);
        payload.set(version.payload, 0, version.payload.length);
        timestampMicros = version.startMicros;
        return true;
      }
    }
    return false;
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
    if (started && isAtOrBeyond(Key.copyOf(key.array()), target)) {
      return;
    }
    if (range.contains(target)) {
      entries = inside.tailMap(target, true).entrySet().iterator();
    } else if (isBeyondRange(target)) {
      entries = Collections.emptyIterator();
    }
  }

  private boolean isAtOrBeyond(Key current, Key target) {
    return reverse ? current.compareTo(target) <= 0 : current.compareTo(target) >= 0;
  }

  private boolean isBeyondRange(Key target) {
    return reverse
        ? target.compareTo(range.start()) < 0
        : range.end() != null && target.compareTo(range.end()) >= 0;
  }

  @Override
  public void close() {}
}
