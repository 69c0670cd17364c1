package org.ratchetdb.splits.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.splits.map.SplitId;
import org.ratchetdb.splits.map.SplitMap;
import org.ratchetdb.splits.map.SplitOrigin;

final class SplitLoadTrackerTest {
  private static final SplitId LEFT = new SplitId(1);
  private static final SplitId RIGHT = new SplitId(2);

  private final ManualClock clock = new ManualClock();
  private final SplitMap whole = SplitMap.initial(0);
  private final SplitMap halves = whole.divide(key("m"), SplitOrigin.SIZE, 1);

  private static Key key(String text) {
    return Key.wrap(text.getBytes(UTF_8));
  }

  private static SplitLoad load(SplitLoadTracker tracker, SplitId id) {
    SplitLoad load = tracker.snapshot().get(id);
    assertThat(load).isNotNull();
    return load == null ? new SplitLoad(0, 0, 0, 0, 0, 0, 0) : load;
  }

  @Test
  void loadCountsForTheSplitOfItsKey() {
    SplitLoadTracker tracker = new SplitLoadTracker(halves, Duration.ofSeconds(60), clock);
    tracker.read(key("a"), 1, 10);
    tracker.read(key("m"), 0, 0);
    ByteSlice first = new ByteSlice();
    first.set("xmx".getBytes(UTF_8), 1, 1);
    tracker.scanned(first, 100, 1000);
    tracker.written(key("z"), 50);
    tracker.written(key("z"), -20);
    assertThat(load(tracker, LEFT)).isEqualTo(new SplitLoad(1, 1, 10, 0, 0, 0, 0));
    assertThat(load(tracker, RIGHT)).isEqualTo(new SplitLoad(2, 100, 1000, 2, 0, 0, 0));
    assertThat(tracker.bytesGrown(RIGHT)).isEqualTo(30);
    assertThat(tracker.bytesGrown(LEFT)).isZero();
  }

  @Test
  void ratesFollowTheLoadAndForget() {
    SplitLoadTracker tracker = new SplitLoadTracker(whole, Duration.ofSeconds(10), clock);
    for (int second = 0; second < 100; second++) {
      for (int i = 0; i < 50; i++) {
        tracker.read(key("a"), 1, 1);
      }
      clock.advance(Duration.ofSeconds(1));
      tracker.updateRates();
    }
    assertThat(load(tracker, LEFT).readsPerSecond()).isCloseTo(50, within(0.5));
    clock.advance(Duration.ofSeconds(10));
    tracker.updateRates();
    assertThat(load(tracker, LEFT).readsPerSecond()).isCloseTo(50 / Math.E, within(0.5));
    clock.advance(Duration.ofSeconds(100));
    tracker.updateRates();
    assertThat(load(tracker, LEFT).readsPerSecond()).isLessThan(0.1);
  }

  @Test
  void divisionSharesTheRecentLoad() {
    SplitLoadTracker tracker = new SplitLoadTracker(whole, Duration.ofSeconds(10), clock);
    for (int i = 0; i < 1000; i++) {
      tracker.written(key("a"), 1);
    }
    clock.advance(Duration.ofSeconds(100));
    tracker.updateRates();
    tracker.follow(halves);
    assertThat(load(tracker, LEFT).writes()).isEqualTo(1000);
    assertThat(load(tracker, RIGHT).writes()).isZero();
    assertThat(load(tracker, LEFT).writesPerSecond()).isCloseTo(5, within(0.1));
    assertThat(load(tracker, RIGHT).writesPerSecond()).isCloseTo(5, within(0.1));
  }

  @Test
  void countsOfManyThreadsAddUpWhileTheMapChanges() throws InterruptedException {
    SplitLoadTracker tracker = new SplitLoadTracker(whole, Duration.ofSeconds(10), clock);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 20_000; i++) {
                  tracker.read(key(i % 2 == 0 ? "a" : "z"), 1, 1);
                }
              });
      threads.add(thread);
      thread.start();
    }
    tracker.follow(halves);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(load(tracker, LEFT).reads() + load(tracker, RIGHT).reads()).isEqualTo(80_000);
    assertThat(load(tracker, LEFT).reads()).isGreaterThanOrEqualTo(40_000);
  }
}
