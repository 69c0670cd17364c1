package org.ratchetdb.storage.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
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
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.LockInfo;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.Seeds;

/** The rules of the package comment, and that they hold when many threads come at once. */
final class LockTableTest {
  private static final long A = Cells.column(1);
  private static final long B = Cells.column(2);
  private static final long C = Cells.column(3);
  private static final List<Long> CELLS = List.of(Cells.EXISTENCE, A, B);

  private final LockTable table = new LockTable(0, new SystemTicker(), JdkThreads.INSTANCE);
  private final AtomicLong ids = new AtomicLong();

  private LockOwner owner() {
    long id = ids.incrementAndGet();
    return new LockOwner(id, id, "", Long.MAX_VALUE, JdkThreads.INSTANCE);
  }

  private void lock(LockOwner owner, String key, LockMode mode) {
    lockPoint(table, owner, key(key), mode);
  }

  private static void lockPoint(LockTable table, LockOwner owner, Key key, LockMode mode) {
    CellLocks locks = CellLocks.of(mode);
    table.lockPoint(owner, key, locks.shared(), locks.written(), locks.exclusive());
  }

  private void lockRange(LockOwner owner, KeyRange range, LockMode mode) {
    CellLocks locks = CellLocks.of(mode);
    table.lockRange(owner, range, locks.shared(), locks.written(), locks.exclusive());
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
    lockRange(owner, range("a", "m"), LockMode.SHARED);
    lockRange(owner, range("b", "c"), LockMode.SHARED);
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
    lockPoint(other, younger, key("m"), LockMode.EXCLUSIVE);
    lock(younger, "k", LockMode.EXCLUSIVE);
    lock(older, "k", LockMode.EXCLUSIVE);
    lockPoint(other, older, key("m"), LockMode.EXCLUSIVE);
    end(older);
    end(younger);
    assertThat(other.size()).isZero();
  }

  @Test
  void differentCellsOfOneKeyDoNotConflict() throws Exception {
    LockOwner one = owner();
    LockOwner two = owner();
    LockOwner inserter = owner();
    table.lockPoint(one, key("k"), Cells.EXISTENCE, 0, A);
    table.lockPoint(two, key("k"), Cells.EXISTENCE, 0, B);
    Background<Boolean> insert =
        Background.run(() -> lock(inserter, "k", LockMode.EXCLUSIVE)).assertBlocked();
    end(one);
    insert.assertBlocked();
    end(two);
    insert.join();
    end(inserter);
    assertThat(table.wounds()).isZero();
  }

  @Test
  void sameCellConflictsAndReadingItDoesToo() throws Exception {
    LockOwner writer = owner();
    LockOwner reader = owner();
    LockOwner other = owner();
    table.lockPoint(writer, key("k"), Cells.EXISTENCE, 0, A | B);
    table.lockPoint(other, key("k"), C, 0, 0);
    Background<Boolean> read =
        Background.run(() -> table.lockPoint(reader, key("k"), Cells.EXISTENCE | B, 0, 0))
            .assertBlocked();
    end(writer);
    read.join();
    end(reader);
    end(other);
  }

  @Test
  void whoOnlyWritesACellSharesItWithOthersWhoOnlyWriteIt() throws Exception {
    LockOwner one = owner();
    LockOwner two = owner();
    LockOwner reader = owner();
    LockOwner deleter = owner();
    table.lockPoint(one, key("k"), Cells.EXISTENCE, A, 0);
    table.lockPoint(two, key("k"), Cells.EXISTENCE, A, 0);
    Background<Boolean> read =
        Background.run(() -> table.lockRange(reader, range("a", "m"), A, 0, 0)).assertBlocked();
    Background<Boolean> delete =
        Background.run(() -> lock(deleter, "k", LockMode.EXCLUSIVE)).assertBlocked();
    end(one);
    read.assertBlocked();
    end(two);
    read.join();
    end(reader);
    delete.join();
    end(deleter);
    assertThat(table.wounds()).isZero();
  }

  @Test
  void whoReadsWhatItOnlyWroteHasItAlone() throws Exception {
    LockOwner older = owner();
    LockOwner younger = owner();
    LockOwner third = owner();
    table.lockPoint(older, key("k"), 0, A, 0);
    table.lockPoint(younger, key("k"), 0, A, 0);
    Background<Boolean> upgrade =
        Background.run(() -> table.lockPoint(younger, key("k"), A, 0, 0)).assertBlocked();
    assertThat(table.locks(10))
        .filteredOn(lock -> !lock.granted())
        .extracting(LockInfo::mode)
        .containsExactly(LockMode.EXCLUSIVE);
    // Both want more than the other lets them have: the older one gets it.
    table.lockPoint(older, key("k"), A, 0, 0);
    assertThatThrownBy(upgrade::join).isInstanceOf(DbException.class);
    assertThat(younger.state()).isEqualTo(LockOwner.State.WOUNDED);
    assertThat(table.locks(10)).extracting(LockInfo::mode).containsExactly(LockMode.EXCLUSIVE);
    Background<Boolean> write =
        Background.run(() -> table.lockPoint(third, key("k"), 0, A, 0)).assertBlocked();
    end(older);
    write.join();
    end(third);
    end(younger);
  }

  @Test
  void whoWritesWhatItOnlyReadHasItAlone() throws Exception {
    LockOwner owner = owner();
    LockOwner other = owner();
    table.lockPoint(owner, key("k"), A | B, 0, 0);
    table.lockPoint(owner, key("k"), 0, A, 0);
    assertThat(table.locks(10))
        .extracting(LockInfo::mode, LockInfo::cells)
        .containsExactlyInAnyOrder(tuple(LockMode.SHARED, B), tuple(LockMode.EXCLUSIVE, A));
    Background<Boolean> write =
        Background.run(() -> table.lockPoint(other, key("k"), 0, A, 0)).assertBlocked();
    end(owner);
    write.join();
    end(other);
  }

  @Test
  void writerInsideARangeThatItHasReadKeepsOthersOut() throws Exception {
    LockOwner owner = owner();
    LockOwner other = owner();
    table.lockRange(owner, range("a", "m"), A, 0, 0);
    table.lockPoint(owner, key("k"), 0, A, 0);
    Background<Boolean> write =
        Background.run(() -> table.lockPoint(other, key("k"), 0, A, 0)).assertBlocked();
    end(owner);
    write.join();
    end(other);
  }

  @Test
  void waitingReaderIsNotOvertakenByYoungerWritersWhoWouldShare() throws Exception {
    LockOwner holder = owner();
    LockOwner reader = owner();
    LockOwner writer = owner();
    table.lockPoint(holder, key("k"), 0, A, 0);
    Background<Boolean> read =
        Background.run(() -> table.lockPoint(reader, key("k"), A, 0, 0)).assertBlocked();
    Background<Boolean> write =
        Background.run(() -> table.lockPoint(writer, key("k"), 0, A, 0)).assertBlocked();
    end(holder);
    read.join();
    write.assertBlocked();
    end(reader);
    write.join();
    end(writer);
  }

  @Test
  void rangeOfSomeCellsLetsWritersOfOthersIn() throws Exception {
    LockOwner reader = owner();
    LockOwner writer = owner();
    LockOwner inserter = owner();
    table.lockRange(reader, range("a", "m"), Cells.EXISTENCE | A, 0, 0);
    table.lockPoint(writer, key("k"), Cells.EXISTENCE, 0, B);
    Background<Boolean> write =
        Background.run(() -> table.lockPoint(writer, key("k"), 0, 0, A)).assertBlocked();
    Background<Boolean> insert =
        Background.run(() -> lock(inserter, "c", LockMode.EXCLUSIVE)).assertBlocked();
    end(reader);
    write.join();
    insert.join();
    end(writer);
    end(inserter);
  }

  @Test
  void locksOfOneOwnerGrowTogetherCellByCell() {
    LockOwner owner = owner();
    table.lockPoint(owner, key("k"), Cells.EXISTENCE | A, 0, 0);
    table.lockPoint(owner, key("k"), B, 0, A);
    table.lockPoint(owner, key("k"), A, 0, 0);
    assertThat(table.locks(10))
        .containsExactlyInAnyOrder(
            new LockInfo(
                KeyRange.point(key("k")),
                LockMode.SHARED,
                Cells.EXISTENCE | B,
                true,
                owner.id(),
                "",
                0,
                0),
            new LockInfo(
                KeyRange.point(key("k")), LockMode.EXCLUSIVE, A, true, owner.id(), "", 0, 0));
    end(owner);
  }

  @Test
  void pictureOfAllLocksShowsWhoWaitsForWhom() throws Exception {
    LockOwner holder = owner();
    LockOwner waiter = owner();
    lock(holder, "k", LockMode.EXCLUSIVE);
    Background<Boolean> wait =
        Background.run(() -> lockRange(waiter, range("a", "m"), LockMode.SHARED)).assertBlocked();
    List<LockInfo> locks = table.locks(10);
    assertThat(locks).hasSize(2);
    LockInfo waiting = locks.stream().filter(lock -> !lock.granted()).findFirst().orElseThrow();
    assertThat(waiting.range()).isEqualTo(range("a", "m"));
    assertThat(waiting.ownerId()).isEqualTo(waiter.id());
    assertThat(waiting.blockerId()).isEqualTo(holder.id());
    assertThat(waiting.waitNanos()).isPositive();
    assertThat(table.locks(1)).hasSize(1);
    end(holder);
    wait.join();
    end(waiter);
  }

  @Test
  void thousandsOfLocksAreAllReleased() throws Exception {
    LockOwner owner = owner();
    for (int i = 0; i < 3000; i++) {
      lockRange(owner, range(i + "a", i + "b"), LockMode.EXCLUSIVE);
      lock(owner, i + "c", LockMode.EXCLUSIVE);
    }
    assertThat(table.size()).isEqualTo(6000);
    LockOwner waiter = owner();
    Background<Boolean> wait =
        Background.run(() -> lockRange(waiter, KeyRange.ALL, LockMode.SHARED)).assertBlocked();
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

  /** What a transaction has locked in one way. */
  private record Area(KeyRange range, long cells) {}

  /** One transaction, retried with its age until it commits: nobody starves. */
  private void transaction(SplittableRandom random, Witness witness) {
    long age = ids.incrementAndGet();
    while (true) {
      LockOwner owner =
          new LockOwner(age, ids.incrementAndGet(), "", Long.MAX_VALUE, JdkThreads.INSTANCE);
      List<Area> read = new ArrayList<>();
      List<Area> written = new ArrayList<>();
      List<Area> alone = new ArrayList<>();
      try {
        for (int step = random.nextInt(1, 5); step > 0; step--) {
          int first = random.nextInt(witness.keys());
          long exclusive = random.nextInt(3) == 0 ? randomCells(random) : 0;
          long shared = exclusive == 0 || random.nextBoolean() ? randomCells(random) : 0;
          long blind = random.nextInt(3) == 0 ? randomCells(random) : 0;
          KeyRange range;
          if (random.nextInt(4) == 0) {
            int last = random.nextInt(first, witness.keys());
            range = new KeyRange(numbered(first), numbered(last + 1));
            table.lockRange(owner, range, shared, blind, exclusive);
          } else {
            range = KeyRange.point(numbered(first));
            table.lockPoint(owner, numbered(first), shared, blind, exclusive);
          }
          alone.add(new Area(range, exclusive));
          written.add(new Area(range, blind));
          read.add(new Area(range, shared));
          Thread.onSpinWait();
        }
        owner.beginCommit();
      } catch (DbException e) {
        end(owner);
        continue;
      }
      // Only now nobody can take the locks away, so only now conflicts are violations.
      witness.enter(read, written, alone);
      Thread.onSpinWait();
      witness.leave(read, written, alone);
      end(owner);
      return;
    }
  }

  private static long randomCells(SplittableRandom random) {
    return random.nextInt(4) == 0 ? Cells.ALL : CELLS.get(random.nextInt(CELLS.size()));
  }

  private static Key numbered(int i) {
    return Key.wrap(new byte[] {(byte) i});
  }

  /** Knows how many committing transactions read and write each cell of each key. */
  private static final class Witness {
    final AtomicInteger violations = new AtomicInteger();
    private final int keys;
    private final int[] readers;
    private final int[] writers;
    private final int[] owners;

    Witness(int keys) {
      this.keys = keys;
      readers = new int[keys * CELLS.size()];
      writers = new int[keys * CELLS.size()];
      owners = new int[keys * CELLS.size()];
    }

    int keys() {
      return keys;
    }

    synchronized void enter(List<Area> read, List<Area> written, List<Area> alone) {
      count(read, written, alone, 1);
      for (int i = 0; i < readers.length; i++) {
        boolean kinds = readers[i] > 0 && writers[i] > 0;
        if (kinds || owners[i] > 1 || (owners[i] == 1 && readers[i] + writers[i] > 0)) {
          violations.incrementAndGet();
        }
      }
    }

    synchronized void leave(List<Area> read, List<Area> written, List<Area> alone) {
      count(read, written, alone, -1);
    }

    private void count(List<Area> read, List<Area> written, List<Area> alone, int change) {
      for (int i = 0; i < readers.length; i++) {
        boolean reads = covers(read, i);
        boolean writes = covers(written, i);
        if (covers(alone, i) || (reads && writes)) {
          owners[i] += change;
        } else if (reads) {
          readers[i] += change;
        } else if (writes) {
          writers[i] += change;
        }
      }
    }

    private static boolean covers(List<Area> areas, int place) {
      Key key = numbered(place / CELLS.size());
      long cell = CELLS.get(place % CELLS.size());
      return areas.stream()
          .anyMatch(area -> area.range().contains(key) && (area.cells() & cell) != 0);
    }
  }
}
