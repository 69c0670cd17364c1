package org.ratchetdb.storage.txn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a sync waits for company, and when it gives that up. */
final class GatheringTest {
  private static final long SYNC = Duration.ofNanos(200_000).toNanos();

  private final Gathering gathering = new Gathering();
  private long now;

  private void sync(int answered, int waiting) {
    long start = now;
    now += SYNC;
    gathering.synced(answered, waiting, start, now);
  }

  private void waitFor(long nanos, int before, int after) {
    gathering.begin(before, now);
    now += nanos;
    gathering.end(after, now);
  }

  @Test
  void firstSyncWaitsForNobody() {
    assertThat(gathering.waitNanos(1, now)).isZero();
  }

  @Test
  void clientAloneWaitsForNobody() {
    sync(1, 0);
    assertThat(gathering.waitNanos(1, now)).isZero();
  }

  @Test
  void expectedAreTheAnsweredAndThoseWhoMissedTheSync() {
    sync(3, 5);
    assertThat(gathering.expected()).isEqualTo(8);
    assertThat(gathering.waitNanos(5, now)).isPositive().isLessThan(SYNC);
    assertThat(gathering.waitNanos(8, now)).isZero();
  }

  @Test
  void waitCountsFromTheAnswerOfTheLastSync() {
    sync(4, 4);
    long atOnce = gathering.waitNanos(4, now);
    assertThat(gathering.waitNanos(4, now + 1_000)).isEqualTo(atOnce - 1_000);
    assertThat(gathering.waitNanos(4, now + SYNC)).isNegative();
  }

  @Test
  void slowDiskDoesNotMakeForLongWaits() {
    gathering.synced(4, 4, 0, Duration.ofSeconds(2).toNanos());
    assertThat(gathering.waitNanos(4, Duration.ofSeconds(2).toNanos()))
        .isLessThanOrEqualTo(Duration.ofMillis(1).toNanos());
  }

  @Test
  void syncThatTakesNoTimeIsNotWaitedFor() {
    gathering.synced(4, 4, 0, 1_000);
    assertThat(gathering.waitNanos(4, 1_000)).isZero();
  }

  @Test
  void waitsInVainBecomeRarer() {
    int waits = 0;
    for (int i = 0; i < 1_000; i++) {
      sync(4, 4);
      if (gathering.waitNanos(4, now) > 0) {
        waits++;
        waitFor(gathering.waitNanos(4, now), 4, 4);
      }
    }
    assertThat(waits).isBetween(10, 30);
  }

  @Test
  void waitsThatPayGoOn() {
    for (int i = 0; i < 100; i++) {
      sync(4, 4);
      assertThat(gathering.waitNanos(4, now)).isPositive();
      waitFor(SYNC / 4, 4, 8);
    }
  }

  @Test
  void fewWhoComeDoNotPayForManyWhoWait() {
    sync(16, 16);
    waitFor(SYNC / 2, 16, 20);
    sync(20, 12);
    assertThat(gathering.waitNanos(12, now)).isPositive(); // one group was passed over
    waitFor(SYNC / 2, 16, 20);
    sync(20, 12);
    assertThat(gathering.waitNanos(12, now)).isZero();
  }
}
