package org.ratchetdb.tests.simulation.workload;

import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyDecoder;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyOrder;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.key.StampedKey;

/** Keys that hold their commit timestamp: two groups, of which one descends. */
final class StampedKeys {
  static final int GROUPS = 2;

  private StampedKeys() {}

  private static KeyOrder order(int group) {
    return group == 0 ? KeyOrder.ASC : KeyOrder.DESC;
  }

  private static KeyEncoder prefix(int group) {
    return new KeyEncoder().putString("s" + group, KeyOrder.ASC);
  }

  /** The key that is to hold the timestamp; ids are small. */
  static StampedKey of(int group, int id) {
    return prefix(group).putPendingTimestamp(order(group)).putLong(id, KeyOrder.ASC).toStampedKey();
  }

  static KeyRange range(int group) {
    return new KeyRange(prefix(group).toKey(), prefix(group).putHighestValueBound().toKey());
  }

  /** The timestamp in a key. */
  static long micros(Key key, int group) {
    KeyDecoder decoder = new KeyDecoder(key);
    decoder.readString(KeyOrder.ASC);
    return decoder.readTimestampMicros(order(group));
  }
}
