package org.ratchetdb.storage.txn;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.storage.api.Background;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.StoreFixture;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.memory.MemoryEngine;
import org.ratchetdb.storage.mvcc.VersionEngine;

/** Commits that wait for each other before a sync, on a disk whose syncs take time. */
final class CommitGatheringTest {
  private static final Duration SYNC = Duration.ofMillis(1);

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler = new ManualScheduler(clock);
  private final AtomicBoolean holds = new AtomicBoolean();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicBoolean timePasses = new AtomicBoolean();
  private final AtomicInteger waits = new AtomicInteger();

  /** A wait with an end lasts until it is ended, or moves the clock instead. */
  private final class Waits extends JdkThreads {
    @Override
    public void parkNanos(Object blocker, long nanos) {
      waits.incrementAndGet();
      if (timePasses.get()) {
        clock.advance(Duration.ofNanos(nanos));
      } else {
        park(blocker);
      }
    }
  }

  private final KvStore store =
      new TransactionalStore(
          slow(new MemoryEngine(StoreOptions.DEFAULT.retention(), clock)),
          StoreOptions.DEFAULT,
          new StoreEnvironment(clock, clock, scheduler, new Waits()));

  private VersionEngine slow(VersionEngine engine) {
    return (VersionEngine)
        Proxy.newProxyInstance(
            VersionEngine.class.getClassLoader(),
            new Class<?>[] {VersionEngine.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("syncs")) {
                return true;
              }
              if (method.getName().equals("publish")) {
                clock.advance(SYNC);
                if (holds.compareAndSet(true, false)) {
                  held.countDown();
                  release.await();
                }
              }
              try {
                return method.invoke(engine, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @AfterEach
  void close() {
    timePasses.set(true);
    release.countDown();
    store.close();
    scheduler.close();
  }

  private Background<Boolean> commit(String key) {
    return Background.run(
        () -> {
          try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
            StoreFixture.put(transaction, key, "1");
            transaction.commit();
          }
        });
  }

  /** Lets one commit miss the sync of another, so that two clients are known; returns it. */
  private Background<Boolean> missOneSync() throws Exception {
    holds.set(true);
    Background<Boolean> first = commit("first");
    held.await();
    Background<Boolean> second = commit("second").assertBlocked();
    release.countDown();
    first.join();
    return second;
  }

  @Test
  void commitThatMissedASyncSharesTheNextWithWhoComesBack() throws Exception {
    Background<Boolean> second = missOneSync();
    Background<Boolean> third = commit("third");
    second.join();
    third.join();
    assertThat(store.statistics().commits()).isEqualTo(3);
    assertThat(store.statistics().syncs()).isEqualTo(2);
  }

  @Test
  void whoDoesNotComeBackIsNotWaitedForLongerThanASyncTakes() throws Exception {
    timePasses.set(true);
    long start = clock.nanos();
    missOneSync().join();
    assertThat(waits).hasValueLessThan(2);
    assertThat(clock.nanos() - start).isLessThan(3 * SYNC.toNanos());
    assertThat(store.statistics().syncs()).isEqualTo(2);
  }

  @Test
  void clientAloneNeverWaits() throws Exception {
    for (int i = 0; i < 20; i++) {
      commit("k" + i).join();
    }
    assertThat(waits).hasValue(0);
    assertThat(store.statistics().syncs()).isEqualTo(20);
  }
}
