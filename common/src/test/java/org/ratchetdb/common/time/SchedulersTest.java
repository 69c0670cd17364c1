package org.ratchetdb.common.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SchedulersTest {
  @Test
  void manualSchedulerRunsWorkInOrderAtItsOwnTime() {
    ManualClock clock = new ManualClock(0);
    ManualScheduler scheduler = new ManualScheduler(clock);
    List<String> log = new ArrayList<>();
    scheduler.schedule(Duration.ofSeconds(3), () -> log.add("late@" + clock.nowMicros()));
    scheduler.schedule(Duration.ofSeconds(1), () -> log.add("early@" + clock.nowMicros()));
    scheduler.schedule(Duration.ofSeconds(9), () -> log.add("never"));

    scheduler.advance(Duration.ofSeconds(5));

    assertThat(log).containsExactly("early@1000000", "late@3000000");
    assertThat(clock.nowMicros()).isEqualTo(5_000_000);
    assertThat(scheduler.pending()).isEqualTo(1);
  }

  @Test
  void manualSchedulerRepeatsUntilCancelled() {
    ManualScheduler scheduler = new ManualScheduler(new ManualClock());
    List<Integer> runs = new ArrayList<>();
    Scheduler.Task task =
        scheduler.scheduleWithFixedDelay(Duration.ofSeconds(1), () -> runs.add(runs.size()));

    scheduler.advance(Duration.ofMillis(3500));
    task.cancel();
    scheduler.advance(Duration.ofSeconds(10));

    assertThat(runs).hasSize(3);
  }

  @Test
  void failureOfRepeatedWorkIsReportedAndWorkGoesOn() throws InterruptedException {
    CountDownLatch runs = new CountDownLatch(2);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (ThreadPoolScheduler scheduler = new ThreadPoolScheduler("test", 1, failure::set)) {
      scheduler.scheduleWithFixedDelay(
          Duration.ofMillis(1),
          () -> {
            runs.countDown();
            throw new IllegalArgumentException("once more");
          });

      assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(failure.get()).hasMessage("once more");
  }

  @Test
  void systemClockAndTickerGoForward() {
    SystemTicker ticker = new SystemTicker();
    long before = ticker.nanos();

    assertThat(new SystemClock().nowMicros()).isGreaterThan(1_700_000_000_000_000L);
    assertThat(ticker.nanos()).isGreaterThanOrEqualTo(before);
  }
}
