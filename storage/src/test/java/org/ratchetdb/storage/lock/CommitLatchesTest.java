package org.ratchetdb.storage.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.storage.api.StoreFixture.key;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.storage.api.Background;

/** One holder at a time, in the order of coming, and nothing left behind by those who give up. */
final class CommitLatchesTest {
  private static final Key K = key("k");

  private final ManualClock clock = new ManualClock();
  private final CommitLatches latches = new CommitLatches(clock, JdkThreads.INSTANCE);
  private final AtomicLong ids = new AtomicLong();

  private LockOwner owner() {
    long id = ids.incrementAndGet();
    return new LockOwner(id, id, "", Long.MAX_VALUE, JdkThreads.INSTANCE);
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(latches.size()).isZero();
  }

  @Test
  void waitersGetTheLatchInTheOrderOfComing() throws Exception {
    LockOwner first = owner();
    LockOwner second = owner();
    LockOwner third = owner();
    latches.acquire(first, K);
    latches.acquire(first, key("other"));
    Background<Boolean> two = Background.run(() -> latches.acquire(second, K)).assertBlocked();
    Background<Boolean> three = Background.run(() -> latches.acquire(third, K)).assertBlocked();
    latches.release(first, K);
    two.join();
    three.assertBlocked();
    latches.release(second, K);
    three.join();
    latches.release(third, K);
    latches.release(first, key("other"));
  }

  @Test
  void woundedCancelledAndLateWaitersGiveUp() throws Exception {
    LockOwner holder = owner();
    LockOwner wounded = owner();
    LockOwner cancelled = owner();
    LockOwner late = owner();
    late.limitWaits(Long.MAX_VALUE, clock.nanos() + Duration.ofMillis(5).toNanos());
    LockOwner last = owner();
    latches.acquire(holder, K);
    Background<Boolean> one = Background.run(() -> latches.acquire(wounded, K)).assertBlocked();
    Background<Boolean> two = Background.run(() -> latches.acquire(cancelled, K)).assertBlocked();
    Background<Boolean> three = Background.run(() -> latches.acquire(late, K)).assertBlocked();
    Background<Boolean> four = Background.run(() -> latches.acquire(last, K)).assertBlocked();
    LockTable.abort(wounded, LockOwner.State.WOUNDED);
    assertFails(ErrorCode.TRANSACTION_ABORTED, one::join);
    cancelled.cancel();
    assertFails(ErrorCode.CANCELLED, two::join);
    clock.advance(Duration.ofMillis(6));
    assertFails(ErrorCode.DEADLINE_EXCEEDED, three::join);
    four.assertBlocked();
    latches.release(holder, K);
    four.join();
    latches.release(last, K);
  }

  @Test
  void manyThreadsAreNeverInsideTogether() throws Exception {
    int[] counter = {0};
    List<Background<Boolean>> workers = new ArrayList<>();
    for (int t = 0; t < 6; t++) {
      workers.add(
          Background.run(
              () -> {
                for (int i = 0; i < 300; i++) {
                  LockOwner owner = owner();
                  latches.acquire(owner, K);
                  counter[0]++;
                  latches.release(owner, K);
                }
              }));
    }
    for (Background<Boolean> worker : workers) {
      worker.join();
    }
    assertThat(counter[0]).isEqualTo(6 * 300);
  }
}
