package org.ratchetdb.splits.map;

/**
 * Names a split of a database, for ever: ids are not used again.
 *
 * @param value positive
 */
public record SplitId(long value) implements Comparable<SplitId> {
  public SplitId {
    if (value <= 0) {
      throw new IllegalArgumentException("Split ids are positive");
    }
  }

  @Override
  public int compareTo(SplitId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
