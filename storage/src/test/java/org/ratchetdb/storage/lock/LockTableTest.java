package org.ratchetdb.storage.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.storage.api.StoreFixture.key;
import static org.ratchetdb.storage.api.StoreFixture.range;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.SystemTicker;
import org.ratchetdb.storage.api.Background;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.Seeds;

/** The rules of the package comment, and that they hold when many threads come at once. */
final class LockTableTest {

  private final LockTable table = new LockTable(0, new SystemTicker(), JdkThreads.INSTANCE);
  private final AtomicLong ids = new AtomicLong();

  private LockOwner owner() {
    long id = ids.incrementAndGet();
    return new LockOwner(id, id, "", Long.MAX_VALUE, JdkThreads.INSTANCE);
  }

  private void lock(LockOwner owner, String key, LockMode mode) {
    table.lockPoint(owner, key(key), mode);
  }

  private static void end(LockOwner owner) {
    owner.end();
    LockTable.releaseAll(owner);
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(table.size()).isZero();
  }

  @Test
  void repeatedLocksAddNothing() {
    LockOwner owner = owner();
    lock(owner, "k", LockMode.EXCLUSIVE);
    lock(owner, "k", LockMode.SHARED);
    lock(owner, "k", LockMode.EXCLUSIVE);
    table.lockRange(owner, range("a", "m"), LockMode.SHARED);
    table.lockRange(owner, range("b", "c"), LockMode.SHARED);
    lock(owner, "c", LockMode.SHARED);
    assertThat(table.size()).isEqualTo(2);
    end(owner);
  }

  @Test
  void upgradeKeepsOneLock() {
    LockOwner owner = owner();
    lock(owner, "k", LockMode.SHARED);
    lock(owner, "k", LockMode.EXCLUSIVE);
    assertThat(table.size()).isEqualTo(1);
    end(owner);
  }

  @Test
  void upgradeWaitsForOlderReader() throws Exception {
    LockOwner older = owner();
    LockOwner younger = owner();
    lock(older, "k", LockMode.SHARED);
    lock(younger, "k", LockMode.SHARED);
    Background<Boolean> upgrade =
        Background.run(() -> lock(younger, "k", LockMode.EXCLUSIVE)).assertBlocked();
    end(older);
    upgrade.join();
    assertThat(table.size()).isEqualTo(1);
    end(younger);
  }

  @Test
  void readerDoesNotOvertakeAnOlderWaitingWriter() throws Exception {
    LockOwner holder = owner();
    LockOwner writer = owner();
    LockOwner reader = owner();
    lock(holder, "k", LockMode.SHARED);
    Background<Boolean> write =
        Background.run(() -> lock(writer, "k", LockMode.EXCLUSIVE)).assertBlocked();
    Background<Boolean> read =
        Background.run(() -> lock(reader, "k", LockMode.SHARED)).assertBlocked();
    end(holder);
    write.join();
    read.assertBlocked();
    end(writer);
    read.join();
    end(reader);
  }

  @Test
  void waiterBehindAWaiterThatGivesUpGoesOn() throws Exception {
    LockOwner holder = owner();
    LockOwner writer = owner();
    LockOwner reader = owner();
    lock(holder, "k", LockMode.SHARED);
    Background<Boolean> write =
        Background.run(() -> lock(writer, "k", LockMode.EXCLUSIVE)).assertBlocked();
    Background<Boolean> read =
        Background.run(() -> lock(reader, "k", LockMode.SHARED)).assertBlocked();
    writer.cancel();
    assertThatThrownBy(write::join).isInstanceOf(DbException.class);
    read.join();
    end(holder);
    end(writer);
    end(reader);
  }

  @Test
  void committingOwnerIsNotWounded() throws Exception {
    LockOwner older = owner();
    LockOwner younger = owner();
    lock(younger, "k", LockMode.EXCLUSIVE);
    younger.beginCommit();
    Background<Boolean> write =
        Background.run(() -> lock(older, "k", LockMode.EXCLUSIVE)).assertBlocked();
    assertThat(younger.state()).isEqualTo(LockOwner.State.COMMITTING);
    end(younger);
    write.join();
    assertThat(table.wounds()).isZero();
    end(older);
  }

  @Test
  void woundReleasesTheLocksOfTheOtherTableToo() {
    LockTable other = new LockTable(1, new SystemTicker(), JdkThreads.INSTANCE);
    LockOwner older = owner();
    LockOwner younger = owner();
    other.lockPoint(younger, key("m"), LockMode.EXCLUSIVE);
    lock(younger, "k", LockMode.EXCLUSIVE);
    lock(older, "k", LockMode.EXCLUSIVE);
    other.lockPoint(older, key("m"), LockMode.EXCLUSIVE);
    end(older);
    end(younger);
    assertThat(other.size()).isZero();
  }

  @Test
  void thousandsOfLocksAreAllReleased() throws Exception {
    LockOwner owner = owner();
    for (int i = 0; i < 3000; i++) {
      table.lockRange(owner, range(i + "a", i + "b"), LockMode.EXCLUSIVE);
      lock(owner, i + "c", LockMode.EXCLUSIVE);
    }
    assertThat(table.size()).isEqualTo(6000);
    LockOwner waiter = owner();
    Background<Boolean> wait =
        Background.run(() -> table.lockRange(waiter, KeyRange.ALL, LockMode.SHARED))
            .assertBlocked();
    end(owner);
    wait.join();
    assertThat(table.size()).isEqualTo(1);
    end(waiter);
  }

  @Test
  void stormOfRandomLocksNeverGrantsAConflict() throws Exception {
    long seed = Seeds.next("stormOfRandomLocks");
    int keys = 8;
    int threads = 8;
    int transactions = 400;
    Witness witness = new Witness(keys);
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Background<Boolean>> workers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      SplittableRandom random = seeds.split();
      workers.add(
          Background.run(
              () -> {
                for (int i = 0; i < transactions; i++) {
                  transaction(random, witness);
                }
              }));
    }
    for (Background<Boolean> worker : workers) {
      worker.join();
    }
    assertThat(witness.violations.get()).isZero();
  }

  /** One transaction, retried with its age until it commits: nobody starves. */
  private void transaction(SplittableRandom random, Witness witness) {
    long age = ids.incrementAndGet();
    while (true) {
      LockOwner owner =
          new LockOwner(age, ids.incrementAndGet(), "", Long.MAX_VALUE, JdkThreads.INSTANCE);
      List<KeyRange> read = new ArrayList<>();
      List<KeyRange> written = new ArrayList<>();
      try {
        for (int step = random.nextInt(1, 5); step > 0; step--) {
          boolean exclusive = random.nextInt(3) == 0;
          LockMode mode = exclusive ? LockMode.EXCLUSIVE : LockMode.SHARED;
          int first = random.nextInt(witness.keys());
          KeyRange range;
          if (random.nextInt(4) == 0) {
            int last = random.nextInt(first, witness.keys());
            range = new KeyRange(numbered(first), numbered(last + 1));
            table.lockRange(owner, range, mode);
          } else {
            range = KeyRange.point(numbered(first));
            table.lockPoint(owner, numbered(first), mode);
          }
          (exclusive ? written : read).add(range);
          Thread.onSpinWait();
        }
        owner.beginCommit();
      } catch (DbException e) {
        end(owner);
        continue;
      }
      // Only now nobody can take the locks away, so only now conflicts are violations.
      witness.enter(read, written);
      Thread.onSpinWait();
      witness.leave(read, written);
      end(owner);
      return;
    }
  }

  private static Key numbered(int i) {
    return Key.wrap(new byte[] {(byte) i});
  }

  /** Knows how many committing transactions read and write each key. */
  private static final class Witness {
    final AtomicInteger violations = new AtomicInteger();
    private final int[] readers;
    private final int[] writers;

    Witness(int keys) {
      readers = new int[keys];
      writers = new int[keys];
    }

    int keys() {
      return readers.length;
    }

    synchronized void enter(List<KeyRange> read, List<KeyRange> written) {
      for (int k = 0; k < keys(); k++) {
        boolean writes = covers(written, k);
        boolean reads = !writes && covers(read, k);
        if ((writes && readers[k] + writers[k] > 0) || (reads && writers[k] > 0)) {
          violations.incrementAndGet();
        }
        writers[k] += writes ? 1 : 0;
        readers[k] += reads ? 1 : 0;
      }
    }

    synchronized void leave(List<KeyRange> read, List<KeyRange> written) {
      for (int k = 0; k < keys(); k++) {
        boolean writes = covers(written, k);
        writers[k] -= writes ? 1 : 0;
        readers[k] -= !writes && covers(read, k) ? 1 : 0;
      }
    }

    private static boolean covers(List<KeyRange> ranges, int k) {
      return ranges.stream().anyMatch(range -> range.contains(numbered(k)));
    }
  }
}
