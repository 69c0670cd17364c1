package org.ratchetdb.common.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.concurrent.BusyPoll.Shared;

class BusyPollTest {
  private final AtomicLong now = new AtomicLong();
  private final Shared shared = new Shared(4); // two may be engaged
  private final AtomicInteger looks = new AtomicInteger();

  private BusyPoll connection() {
    return new BusyPoll(shared, now::get);
  }

  private int nothing() {
    looks.incrementAndGet();
    now.addAndGet(TimeUnit.MICROSECONDS.toNanos(10));
    return 0;
  }

  @Test
  void looksUntilSomethingIsThere() {
    BusyPoll poll = connection();
    poll.engage();
    assertThat(poll.<RuntimeException>poll(() -> nothing() + (looks.get() == 3 ? 7 : 0)))
        .isEqualTo(7);
    assertThat(looks).hasValue(3);
  }

  @Test
  void doesNotLookUnlessEngaged() {
    assertThat(connection().<RuntimeException>poll(this::nothing)).isZero();
    assertThat(looks).hasValue(0);
  }

  @Test
  void sleepsInTheEnd() {
    BusyPoll poll = connection();
    poll.engage();
    assertThat(poll.<RuntimeException>poll(this::nothing)).isZero();
    assertThat(looks).hasValue(5);
  }

  @Test
  void looksEverLessOftenInVain() {
    BusyPoll poll = connection();
    poll.engage();
    int polled = 0;
    for (int i = 0; i < 1_000; i++) {
      looks.set(0);
      poll.<RuntimeException>poll(this::nothing);
      polled += looks.get() > 0 ? 1 : 0;
    }
    // 1, 2, 4 … 64 are left out, then always 64
    assertThat(polled).isEqualTo(7 + (1_000 - 7 - 63 - 64) / 65 + 1);

    while (poll.<RuntimeException>poll(() -> 1) == 0) {
      // until it is asked again
    }
    looks.set(0);
    poll.<RuntimeException>poll(this::nothing);
    assertThat(looks.get()).as("what was found in time counts").isPositive();
  }

  @Test
  void leavesProcessorsToTheOthers() {
    BusyPoll poll = connection();
    BusyPoll second = connection();
    BusyPoll third = connection();
    poll.engage();
    second.engage();
    second.engage();
    third.engage();
    assertThat(poll.<RuntimeException>poll(this::nothing)).isZero();
    assertThat(looks).hasValue(0);

    third.disengage();
    third.disengage();
    assertThat(poll.<RuntimeException>poll(() -> 1)).isEqualTo(1);

    poll.<RuntimeException>poll(
        () -> {
          third.engage();
          return nothing();
        });
    assertThat(looks).as("stops when another comes").hasValue(1);
  }

  @Test
  void needsTwoProcessors() {
    BusyPoll alone = new BusyPoll(new Shared(1), now::get);
    alone.engage();
    assertThat(alone.<RuntimeException>poll(this::nothing)).isZero();
    assertThat(looks).hasValue(0);
  }
}
