package org.ratchetdb.engine.stats.interval;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.ratchetdb.common.time.Clock;

/**
 * Tallies by key and interval. Thread-safe.
 *
 * <pre>
 *   statistics.tally(now, key, session).recordSomething(...)      on the way, by anyone
 *   statistics.intervals(Granularity.MINUTE)                      later
 * </pre>
 *
 * <p>What is recorded late, by a thread that was interrupted between the two halves of the first
 * line while a minute ended, may be lost.
 */
public final class IntervalStatistics<K extends TallyKey, T extends Tally<T>> {
  /** Keys that one interval tells apart; the others count in its total alone. */
  private static final int KEYS_MAX = 1_000;

  /** Over all lengths; the oldest intervals of the longest list go first. */
  private static final long BYTES_MAX = 16L << 20;

  private final Clock clock;
  private final Supplier<T> empty;
  private final Map<Granularity, IntervalHistory<K, T>> histories =
      new EnumMap<>(Granularity.class);
  private volatile Frame<K, T> current;

  /** What happens in the current minute. */
  private static final class Frame<K extends TallyKey, T extends Tally<T>> {
    final long startMicros;
    final long endMicros;
    final Map<K, StripedTally<T>> tallies = new ConcurrentHashMap<>();
    final StripedTally<T> others = new StripedTally<>();

    Frame(long timeMicros) {
      this.endMicros = Granularity.MINUTE.endOf(timeMicros);
      this.startMicros = endMicros - 1;
    }
  }

  /**
   * @param empty makes tallies that have seen nothing
   * @param tallyBytes about how much memory one takes
   */
  public IntervalStatistics(Clock clock, Supplier<T> empty, int tallyBytes) {
    this.clock = clock;
    this.empty = empty;
    this.current = new Frame<>(clock.nowMicros());
    for (Granularity granularity : Granularity.values()) {
      histories.put(granularity, new IntervalHistory<>(granularity, empty, KEYS_MAX, tallyBytes));
    }
  }

  /**
   * Where to record something about a key now.
   *
   * @param nowMicros the time
   * @param stripe any number, best one per session: those that differ seldom meet
   */
  public T tally(long nowMicros, K key, int stripe) {
    Frame<K, T> frame = current;
    if (nowMicros >= frame.endMicros) {
      frame = roll(nowMicros);
    }
    StripedTally<T> known = frame.tallies.get(key);
    if (known == null) {
      known =
          frame.tallies.size() >= KEYS_MAX
              ? frame.others
              : frame.tallies.computeIfAbsent(key, k -> new StripedTally<>());
    }
    return known.stripe(stripe, empty);
  }

  /**
   * The intervals of a length that are over, newest first; those in which nothing was recorded are
   * left out.
   */
  public synchronized List<Interval<K, T>> intervals(Granularity granularity) {
    roll(clock.nowMicros());
    return Objects.requireNonNull(histories.get(granularity)).closed();
  }

  private synchronized Frame<K, T> roll(long nowMicros) {
    Frame<K, T> frame = current;
    if (nowMicros >= frame.endMicros) {
      Frame<K, T> next = new Frame<>(nowMicros);
      current = next;
      merge(frame);
      frame = next;
    }
    histories.values().forEach(history -> history.advance(nowMicros));
    forgetBeyondBudget();
    return frame;
  }

  private void merge(Frame<K, T> frame) {
    Map<K, T> minute = new HashMap<>();
    T total = empty.get();
    frame.others.addTo(total);
    frame.tallies.forEach(
        (key, tally) -> {
          T sum = empty.get();
          tally.addTo(sum);
          minute.put(key, sum);
          sum.addTo(total);
        });
    if (minute.isEmpty()) {
      return;
    }
    histories.values().forEach(history -> history.merge(frame.startMicros, minute, total));
  }

  private void forgetBeyondBudget() {
    while (histories.values().stream().mapToLong(IntervalHistory::bytes).sum() > BYTES_MAX) {
      IntervalHistory<K, T> largest =
          histories.values().stream()
              .max(Comparator.comparingLong(IntervalHistory::bytes))
              .orElseThrow();
      largest.forgetOldest();
    }
  }
}
