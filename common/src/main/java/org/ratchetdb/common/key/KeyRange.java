package org.ratchetdb.common.key;

import org.jspecify.annotations.Nullable;

/**
 * Half-open range of keys. Never empty: constructing one with start at or above end is a bug in the
 * caller. Immutable.
 *
 * @param start the first key inside
 * @param end the first key outside, or null for no upper bound
 */
public record KeyRange(Key start, @Nullable Key end) {
  public static final KeyRange ALL = new KeyRange(Key.EMPTY, null);

  public KeyRange {
    if (end != null && start.compareTo(end) >= 0) {
      throw new IllegalArgumentException("Empty key range");
    }
  }

  /** Every key that starts with the prefix. */
  public static KeyRange prefix(Key prefix) {
    return new KeyRange(prefix, prefix.prefixEnd());
  }

  public static KeyRange point(Key key) {
    return new KeyRange(key, key.successor());
  }

  public boolean contains(Key key) {
    return start.compareTo(key) <= 0 && (end == null || key.compareTo(end) < 0);
  }

  public boolean overlaps(KeyRange other) {
    return (end == null || other.start.compareTo(end) < 0)
        && (other.end == null || start.compareTo(other.end) < 0);
  }

  /** The common part, or null when there is none. */
  public @Nullable KeyRange intersect(KeyRange other) {
    if (!overlaps(other)) {
      return null;
    }
    Key from = start.compareTo(other.start) >= 0 ? start : other.start;
    Key to = end;
    if (to == null || (other.end != null && other.end.compareTo(to) < 0)) {
      to = other.end;
    }
    return new KeyRange(from, to);
  }
}
