package org.ratchetdb.engine.stats.interval;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The intervals of one length: the one that is filling, by key, and those that are over. Not
 * thread-safe; {@link IntervalStatistics} guards it.
 */
final class IntervalHistory<K extends TallyKey, T extends Tally<T>> {
  /** Keys kept of an interval that is over. */
  private static final int TOP_MAX = 100;

  private final Granularity granularity;
  private final Supplier<T> empty;
  private final int keysMax;
  private final int tallyBytes;
  private final Deque<Interval<K, T>> closed = new ArrayDeque<>();
  private final Map<K, T> filling = new HashMap<>();
  private T total;
  private long fillingEndMicros = Long.MIN_VALUE;
  private long bytes;

  IntervalHistory(Granularity granularity, Supplier<T> empty, int keysMax, int tallyBytes) {
    this.granularity = granularity;
    this.empty = empty;
    this.keysMax = keysMax;
    this.tallyBytes = tallyBytes;
    this.total = empty.get();
  }

  /** Takes in what happened in a minute that is over. Minutes come in order. */
  void merge(long minuteStartMicros, Map<K, T> minute, T minuteTotal) {
    long end = granularity.endOf(minuteStartMicros);
    if (end != fillingEndMicros) {
      close();
      fillingEndMicros = end;
    }
    for (Map.Entry<K, T> entry : minute.entrySet()) {
      T known = filling.get(entry.getKey());
      if (known == null) {
        if (filling.size() >= keysMax) {
          continue;
        }
        known = empty.get();
        filling.put(entry.getKey(), known);
      }
      entry.getValue().addTo(known);
    }
    minuteTotal.addTo(total);
  }

  /** Closes the interval that is over by now, and forgets those that are too old. */
  void advance(long nowMicros) {
    if (fillingEndMicros <= nowMicros) {
      close();
    }
    while (!closed.isEmpty()
        && closed.getFirst().endMicros() + granularity.keptMicros() <= nowMicros) {
      forgetOldest();
    }
  }

  private void close() {
    if (fillingEndMicros == Long.MIN_VALUE) {
      return;
    }
    List<Interval.Entry<K, T>> top = new ArrayList<>();
    filling.forEach((key, tally) -> top.add(new Interval.Entry<>(key, tally)));
    top.sort(
        Comparator.comparingDouble((Interval.Entry<K, T> entry) -> entry.tally().weight())
            .reversed());
    Interval<K, T> interval =
        new Interval<>(fillingEndMicros, top.subList(0, Math.min(TOP_MAX, top.size())), total);
    closed.addLast(interval);
    bytes += interval.bytes(tallyBytes);
    filling.clear();
    total = empty.get();
    fillingEndMicros = Long.MIN_VALUE;
  }

  void forgetOldest() {
    bytes -= closed.removeFirst().bytes(tallyBytes);
  }

  boolean isEmpty() {
    return closed.isEmpty();
  }

  /** Estimate for the intervals that are over. */
  long bytes() {
    return bytes;
  }

  /** Those that are over, newest first. */
  List<Interval<K, T>> closed() {
    List<Interval<K, T>> result = new ArrayList<>(closed.size());
    closed.descendingIterator().forEachRemaining(result::add);
    return result;
  }
}
