package org.ratchetdb.storage.lock;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyDecoder;
import org.ratchetdb.common.key.KeyRange;

/** Which keys belong together when many locks have to become few: those of one tree of tables. */
public final class KeyGroups {
  private KeyGroups() {}

  /** The tag that the key begins with; the key itself when it has no valid one. */
  public static Key groupOf(Key key) {
    int length = KeyDecoder.tagLength(key.unsafeBytes(), key.length());
    return length == 0 ? key : Key.copyOf(key.unsafeBytes(), 0, length);
  }

  /** The smallest range that holds both. */
  public static KeyRange hull(KeyRange a, KeyRange b) {
    Key start = a.start().compareTo(b.start()) <= 0 ? a.start() : b.start();
    return new KeyRange(start, later(a.end(), b.end()));
  }

  private static @Nullable Key later(@Nullable Key a, @Nullable Key b) {
    if (a == null || b == null) {
      return null;
    }
    return a.compareTo(b) >= 0 ? a : b;
  }
}
