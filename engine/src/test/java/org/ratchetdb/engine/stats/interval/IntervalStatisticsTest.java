package org.ratchetdb.engine.stats.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.time.ManualClock;

class IntervalStatisticsTest {
  private static final int TALLY_BYTES = 100;

  /** 2024-01-01T00:00:00Z, when an hour begins. */
  private final ManualClock clock = new ManualClock();

  private final IntervalStatistics<Word, Sum> statistics =
      new IntervalStatistics<>(clock, Sum::new, TALLY_BYTES);

  private record Word(String text, int bytes) implements TallyKey {}

  private static final class Sum implements Tally<Sum> {
    private long sum;

    synchronized void record(long value) {
      sum += value;
    }

    @Override
    public synchronized void addTo(Sum other) {
      other.sum += sum;
    }

    @Override
    public double weight() {
      return sum;
    }
  }

  private void record(String word, long value) {
    statistics.tally(clock.nowMicros(), new Word(word, 10), 0).record(value);
  }

  private static Duration minutes(long minutes) {
    return Duration.ofMinutes(minutes);
  }

  private List<Long> totals(Granularity granularity) {
    return statistics.intervals(granularity).stream().map(i -> i.total().sum).toList();
  }

  @Test
  void intervalIsSeenOnceItIsOver() {
    clock.advance(Duration.ofSeconds(59));
    record("a", 1);
    assertThat(totals(Granularity.MINUTE)).isEmpty();

    clock.advance(Duration.ofSeconds(1));

    Interval<Word, Sum> interval = statistics.intervals(Granularity.MINUTE).get(0);
    assertThat(interval.endMicros()).isEqualTo(clock.nowMicros());
    assertThat(interval.total().sum).isEqualTo(1);
    assertThat(totals(Granularity.TEN_MINUTES)).isEmpty();
    assertThat(totals(Granularity.HOUR)).isEmpty();
  }

  @Test
  void longerIntervalsSumTheMinutesInThem() {
    for (int minute = 0; minute < 61; minute++) {
      record("a", 1);
      clock.advance(minutes(1));
    }

    assertThat(totals(Granularity.MINUTE)).hasSize(61).containsOnly(1L);
    assertThat(totals(Granularity.TEN_MINUTES)).containsExactly(10L, 10L, 10L, 10L, 10L, 10L);
    assertThat(totals(Granularity.HOUR)).containsExactly(60L);
  }

  @Test
  void intervalWithoutEventsIsLeftOut() {
    record("a", 1);
    clock.advance(minutes(30));
    record("a", 2);
    clock.advance(minutes(1));

    assertThat(totals(Granularity.MINUTE)).containsExactly(2L, 1L);
    assertThat(totals(Granularity.TEN_MINUTES)).containsExactly(1L);
  }

  @Test
  void eachLengthIsKeptForItsTime() {
    record("old", 1);
    clock.advance(minutes(1));
    record("new", 2);
    clock.advance(Duration.ofHours(6));

    assertThat(totals(Granularity.MINUTE)).containsExactly(2L);
    assertThat(totals(Granularity.TEN_MINUTES)).containsExactly(3L);
    clock.advance(Duration.ofDays(4));
    assertThat(totals(Granularity.TEN_MINUTES)).isEmpty();
    assertThat(totals(Granularity.HOUR)).containsExactly(3L);
    clock.advance(Duration.ofDays(30));
    assertThat(totals(Granularity.HOUR)).isEmpty();
  }

  @Test
  void heaviestKeysAreKeptAndTheTotalKnowsAll() {
    for (int i = 1; i <= 3_000; i++) {
      record("word" + i, i <= 1_000 ? i : 1);
    }
    clock.advance(minutes(1));

    Interval<Word, Sum> interval = statistics.intervals(Granularity.MINUTE).get(0);
    assertThat(interval.top()).hasSize(100);
    assertThat(interval.top().get(0).key().text()).isEqualTo("word1000");
    assertThat(interval.top().get(99).key().text()).isEqualTo("word901");
    assertThat(interval.total().sum).isEqualTo(500_500L + 2_000);
  }

  @Test
  void oldestIntervalsGoWhenTheirKeysTakeTooMuch() {
    int keyBytes = 1 << 20;
    for (int minute = 0; minute < 40; minute++) {
      statistics.tally(clock.nowMicros(), new Word("w" + minute, keyBytes), 0).record(1);
      clock.advance(minutes(1));
    }

    int kept = totals(Granularity.MINUTE).size();
    assertThat(kept).isBetween(5, 15);
    assertThat(statistics.intervals(Granularity.MINUTE).get(0).top().get(0).key().text())
        .isEqualTo("w39");
  }

  @Test
  void nothingIsLostAmongThreads() throws Exception {
    int threads = 4;
    int each = 5_000;
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> done =
          java.util.stream.IntStream.range(0, threads)
              .<Future<?>>mapToObj(
                  thread ->
                      pool.submit(
                          () -> {
                            start.await();
                            for (int i = 0; i < each; i++) {
                              statistics
                                  .tally(clock.nowMicros(), new Word("w" + i % 7, 1), thread)
                                  .record(1);
                            }
                            return null;
                          }))
              .toList();
      start.countDown();
      for (Future<?> future : done) {
        future.get();
      }
    } finally {
      pool.shutdownNow();
    }
    clock.advance(minutes(1));

    assertThat(totals(Granularity.MINUTE)).containsExactly((long) threads * each);
  }
}
