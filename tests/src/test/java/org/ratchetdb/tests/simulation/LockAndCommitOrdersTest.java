package org.ratchetdb.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.lock.LockOwner;
import org.ratchetdb.storage.lock.LockTable;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;
import org.ratchetdb.storage.txn.TransactionalStore;
import org.ratchetdb.tests.simulation.store.DiskFaults;
import org.ratchetdb.tests.simulation.store.SimulatedDisk;
import org.ratchetdb.tests.simulation.store.SimulatedEngine;
import org.ratchetdb.tests.simulation.world.Exploration;
import org.ratchetdb.tests.simulation.world.SimulatedProcess;
import org.ratchetdb.tests.simulation.world.World;

/** The lock table and the commit queue in every order that a few threads can take. */
@ExtendWith(QuietLog.class)
final class LockAndCommitOrdersTest {
  private static final Key A = key("a");
  private static final Key B = key("b");

  private static Key key(String text) {
    return Key.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Owners that lock, hold and let go, and a check that no two hold what they must not. */
  private static final class Locking {
    private final World world;
    private final SimulatedProcess process;
    private final LockTable table;
    private final Map<Key, Integer> writers = new HashMap<>();
    private final Map<Key, Integer> readers = new HashMap<>();
    private int ids;
    private int committed;
    private int aborted;

    Locking(World world) {
      this.world = world;
      this.process = new SimulatedProcess(world, "p");
      this.table = new LockTable(0, world, process);
    }

    /** What an owner wants with a key or a range. */
    private record Wish(List<Key> keys, boolean range, long shared, long exclusive) {}

    static Wish write(Key key) {
      return new Wish(List.of(key), false, 0, Cells.ALL);
    }

    static Wish writeCells(Key key, long cells) {
      return new Wish(List.of(key), false, 0, cells);
    }

    static Wish read(Key key) {
      return new Wish(List.of(key), false, Cells.ALL, 0);
    }

    static Wish readAll() {
      return new Wish(List.of(A, B), true, Cells.ALL, 0);
    }

    LockOwner owner() {
      int id = ++ids;
      return new LockOwner(id, id, "", Long.MAX_VALUE, process);
    }

    void start(LockOwner owner, Wish... wishes) {
      process.startClient("t" + owner.id(), () -> transact(owner, List.of(wishes)));
    }

    private void transact(LockOwner owner, List<Wish> wishes) {
      try {
        for (Wish wish : wishes) {
          if (wish.range()) {
            table.lockRange(owner, KeyRange.ALL, wish.shared(), wish.exclusive());
          } else {
            table.lockPoint(owner, wish.keys().get(0), wish.shared(), wish.exclusive());
          }
        }
        owner.beginCommit();
        hold(wishes, 1);
        process.step("holding");
        hold(wishes, -1);
        committed++;
      } catch (DbException e) {
        assertThat(e.code()).isIn(ErrorCode.TRANSACTION_ABORTED, ErrorCode.CANCELLED);
        aborted++;
      }
      owner.end();
      LockTable.releaseAll(owner);
    }

    private void hold(List<Wish> wishes, int change) {
      for (Wish wish : wishes) {
        for (Key key : wish.keys()) {
          // Owners of single cells do not exclude each other.
          if (wish.exclusive() == Cells.ALL) {
            writers.merge(key, change, Integer::sum);
          } else if (wish.shared() == Cells.ALL) {
            readers.merge(key, change, Integer::sum);
          }
        }
      }
      for (Key key : List.of(A, B)) {
        int writing = writers.getOrDefault(key, 0);
        if (writing > 1 || (writing == 1 && readers.getOrDefault(key, 0) > 0)) {
          throw new AssertionError(key + " has writers " + writers + " and readers " + readers);
        }
      }
    }

    void finish() {
      world.awaitClients(process);
      assertThat(table.locks(10)).isEmpty();
    }
  }

  @Test
  void twoThatLockInOppositeOrders() {
    Set<Integer> outcomes = new HashSet<>();
    long runs =
        Exploration.explore(
            2,
            true,
            world -> {
              Locking locking = new Locking(world);
              world.run(
                  () -> {
                    locking.start(locking.owner(), Locking.write(A), Locking.write(B));
                    locking.start(locking.owner(), Locking.write(B), Locking.write(A));
                    locking.finish();
                  });
              outcomes.add(locking.aborted);
              assertThat(locking.committed).isPositive();
            });
    assertThat(runs).isGreaterThan(100);
    assertThat(outcomes).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void twoWritersAndOneWhoReadsARange() {
    long runs =
        Exploration.explore(
            2,
            false,
            world -> {
              Locking locking = new Locking(world);
              world.run(
                  () -> {
                    locking.start(locking.owner(), Locking.write(A));
                    locking.start(locking.owner(), Locking.readAll());
                    locking.start(locking.owner(), Locking.read(A), Locking.write(B));
                    locking.finish();
                  });
              assertThat(locking.committed).isPositive();
            });
    assertThat(runs).isGreaterThan(100);
  }

  @Test
  void writersOfDifferentCellsNeverWait() {
    Exploration.explore(
        2,
        true,
        world -> {
          Locking locking = new Locking(world);
          world.run(
              () -> {
                locking.start(locking.owner(), Locking.writeCells(A, Cells.column(1)));
                locking.start(locking.owner(), Locking.writeCells(A, Cells.column(2)));
                locking.finish();
              });
          assertThat(locking.committed).isEqualTo(2);
          assertThat(locking.table.waits()).isZero();
        });
  }

  @Test
  void aCancelReachesAWaiterWhereverItStands() {
    Set<Integer> outcomes = new HashSet<>();
    Exploration.explore(
        2,
        true,
        world -> {
          Locking locking = new Locking(world);
          world.run(
              () -> {
                locking.start(locking.owner(), Locking.write(A), Locking.write(B));
                LockOwner cancelled = locking.owner();
                locking.start(cancelled, Locking.write(A));
                locking.process.startClient("canceller", cancelled::cancel);
                locking.finish();
              });
          outcomes.add(locking.committed);
        });
    assertThat(outcomes).containsExactlyInAnyOrder(1, 2);
  }

  // ---- the commit queue

  /** A store whose commits are watched. */
  private static final class Committing {
    private final World world;
    private final SimulatedProcess process;
    private final SimulatedDisk disk;
    private final List<Long> timestamps = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // open comes first
    private KvStore store;

    @SuppressWarnings("NullAway.Init")
    Committing(World world) {
      this.world = world;
      this.process = new SimulatedProcess(world, "p");
      this.disk = new SimulatedDisk(world.newRandom());
    }

    void open() {
      process.startClient(
          "boot",
          () ->
              store =
                  new TransactionalStore(
                      new SimulatedEngine(process, disk, DiskFaults.NONE, Duration.ofHours(1)),
                      StoreOptions.DEFAULT.withIdleTimeout(Duration.ZERO),
                      // No background work: it would only multiply the orders.
                      new StoreEnvironment(
                          process, world, new ManualScheduler(new ManualClock()), process)));
      world.awaitClients(process);
    }

    void commit(String key) {
      process.startClient(
          key,
          () -> {
            try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
              transaction.put(key(key), new byte[] {1});
              long micros = transaction.commit().timestamp().micros();
              timestamps.add(micros);
              try (ReadView view = store.readAt(ReadBound.STRONG)) {
                assertThat(view.readTimestamp().micros()).isGreaterThanOrEqualTo(micros);
              }
            }
          });
    }

    /** Reads at a timestamp that no commit may come at or before any more; then reads it again. */
    void readNow() {
      process.startClient(
          "reader",
          () -> {
            ReadBound now = new ReadBound.Exact(new CommitTimestamp(process.nowMicros()));
            List<Boolean> first = read(now);
            process.step("between the reads");
            assertThat(read(now)).isEqualTo(first);
          });
    }

    private List<Boolean> read(ReadBound bound) {
      List<Boolean> found = new ArrayList<>();
      try (ReadView view = store.readAt(bound)) {
        for (String key : List.of("x", "y", "z")) {
          found.add(
              view.get(
                  key(key),
                  org.ratchetdb.storage.api.LockMode.NONE,
                  new org.ratchetdb.common.key.ByteSlice()));
        }
      }
      return found;
    }

    void finish(int commits) {
      world.awaitClients(process);
      assertThat(timestamps).hasSize(commits).doesNotHaveDuplicates();
      process.startClient(
          "closer",
          () -> {
            store.close();
            process.scheduler().close();
          });
      world.awaitEnd(process);
    }
  }

  @Test
  void twoThatCommitAtOnce() {
    long runs =
        Exploration.explore(
            2,
            false,
            world -> {
              Committing committing = new Committing(world);
              world.run(
                  () -> {
                    committing.open();
                    committing.commit("x");
                    committing.commit("y");
                    committing.finish(2);
                  });
            });
    assertThat(runs).isGreaterThan(200);
  }

  @Test
  void oneThatCommitsAndOneThatReadsNow() {
    long runs =
        Exploration.explore(
            2,
            false,
            world -> {
              Committing committing = new Committing(world);
              world.run(
                  () -> {
                    committing.open();
                    committing.commit("x");
                    committing.readNow();
                    committing.finish(1);
                  });
            });
    assertThat(runs).isGreaterThan(200);
  }
}
