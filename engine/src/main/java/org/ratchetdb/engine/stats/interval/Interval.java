package org.ratchetdb.engine.stats.interval;

import java.util.List;

/**
 * One interval that is over.
 *
 * @param endMicros its end, which belongs to the next one; microseconds since the epoch
 * @param top the heaviest keys, heaviest first
 * @param total over all keys, those that are not among the heaviest included
 */
public record Interval<K extends TallyKey, T extends Tally<T>>(
    long endMicros, List<Entry<K, T>> top, T total) {
  public Interval {
    top = List.copyOf(top);
  }

  /** A key and what happened to it. */
  public record Entry<K extends TallyKey, T extends Tally<T>>(K key, T tally) {}

  long bytes(int tallyBytes) {
    long bytes = tallyBytes;
    for (Entry<K, T> entry : top) {
      bytes += entry.key().bytes() + tallyBytes;
    }
    return bytes;
  }
}
