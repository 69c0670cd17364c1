package org.ratchetdb.storage.txn;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;

/**
 * A transaction's own writes inside a scanned range, copied when the scan is opened: a statement
 * that writes while it scans does not meet its own rows again. Stands on an entry, or past the
 * last. Owned by one thread.
 */
final class PendingWrites {
  private final Key[] keys;
  private final WriteBuffer.Write[] writes;
  private final boolean reverse;
  private int at;

  PendingWrites(Map<Key, WriteBuffer.Write> inScanOrder, boolean reverse) {
    this.keys = inScanOrder.keySet().toArray(new Key[0]);
    this.writes = inScanOrder.values().toArray(new WriteBuffer.Write[0]);
    this.reverse = reverse;
  }

  boolean isAtEnd() {
    return at == keys.length;
  }

  Key key() {
    return keys[at];
  }

  byte @Nullable [] payload() {
    return writes[at].payload;
  }

  /** Whether the payload is a patch for the stored version. */
  boolean isPatch() {
    return writes[at].isPatch();
  }

  int[] stampOffsets() {
    return writes[at].stampOffsets;
  }

  void step() {
    at++;
  }

  void skipTo(Key key) {
    int low = at;
    int high = keys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = keys[middle].compareTo(key);
      if (reverse ? order > 0 : order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    at = low;
  }
}
