package org.ratchetdb.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;
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
    private final Map<Key, Integer> blind = new HashMap<>();
    private int ids;
    private int committed;
    private int aborted;

    Locking(World world) {
      this.world = world;
      this.process = new SimulatedProcess(world, "p");
      this.table = new LockTable(0, world, process);
    }

    /** What an owner wants with a key or a range. */
    private record Wish(List<Key> keys, boolean range, long shared, long written, long exclusive) {}

    static Wish write(Key key) {
      return new Wish(List.of(key), false, 0, 0, Cells.ALL);
    }

    static Wish blind(Key key) {
      return new Wish(List.of(key), false, 0, Cells.ALL, 0);
    }

    static Wish writeCells(Key key, long cells) {
      return new Wish(List.of(key), false, 0, 0, cells);
    }

    static Wish read(Key key) {
      return new Wish(List.of(key), false, Cells.ALL, 0, 0);
    }

    static Wish readAll() {
      return new Wish(List.of(A, B), true, Cells.ALL, 0, 0);
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
            table.lockRange(owner, KeyRange.ALL, wish.shared(), wish.written(), wish.exclusive());
          } else {
            table.lockPoint(
                owner, wish.keys().get(0), wish.shared(), wish.written(), wish.exclusive());
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
      for (Key key : List.of(A, B)) {
        List<Wish> here = wishes.stream().filter(wish -> wish.keys().contains(key)).toList();
        // Owners of single cells do not exclude each other.
        boolean alone = here.stream().anyMatch(wish -> wish.exclusive() == Cells.ALL);
        boolean reads = here.stream().anyMatch(wish -> wish.shared() == Cells.ALL);
        boolean writes = here.stream().anyMatch(wish -> wish.written() == Cells.ALL);
        if (alone || (reads && writes)) {
          writers.merge(key, change, Integer::sum);
        } else if (reads) {
          readers.merge(key, change, Integer::sum);
        } else if (writes) {
          blind.merge(key, change, Integer::sum);
        }
        int writing = writers.getOrDefault(key, 0);
        int reading = readers.getOrDefault(key, 0);
        int blindly = blind.getOrDefault(key, 0);
        if (writing > 1 || (writing == 1 && reading + blindly > 0) || reading * blindly > 0) {
          throw new AssertionError(
              key + " has writers " + writers + ", readers " + readers + ", blind " + blind);
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

  /** Both write the cell unread, then read it: each wants it alone, and the older one gets it. */
  @Test
  void twoWhoShareACellAndThenWantItAlone() {
    Set<Integer> outcomes = new HashSet<>();
    Exploration.explore(
        2,
        true,
        world -> {
          Locking locking = new Locking(world);
          world.run(
              () -> {
                locking.start(locking.owner(), Locking.blind(A), Locking.read(A));
                locking.start(locking.owner(), Locking.blind(A), Locking.read(A));
                locking.finish();
              });
          outcomes.add(locking.aborted);
          assertThat(locking.committed).isPositive();
        });
    assertThat(outcomes).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void whoOnlyWriteNeverWaitAndKeepAReaderOut() {
    Exploration.explore(
        2,
        false,
        world -> {
          Locking locking = new Locking(world);
          world.run(
              () -> {
                locking.start(locking.owner(), Locking.blind(A));
                locking.start(locking.owner(), Locking.blind(A));
                locking.finish();
              });
          assertThat(locking.committed).isEqualTo(2);
          assertThat(locking.table.waits()).isZero();
        });
    Exploration.explore(
        2,
        false,
        world -> {
          Locking locking = new Locking(world);
          world.run(
              () -> {
                locking.start(locking.owner(), Locking.blind(A));
                locking.start(locking.owner(), Locking.readAll());
                locking.start(locking.owner(), Locking.blind(A));
                locking.finish();
              });
          assertThat(locking.committed).isPositive();
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
    private final NavigableMap<Long, byte[]> patches = new TreeMap<>();

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
                      StoreOptions.DEFAULT
                          .withIdleTimeout(Duration.ZERO)
                          .withMerger(PairsMerger.INSTANCE),
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

    /** A commit, and somebody who cancels it meanwhile. */
    void commitAndCancel(String key, boolean[] acknowledged) {
      KvTransaction[] transaction = {null};
      process.startClient(
          key,
          () -> {
            try (KvTransaction own = store.begin(TransactionOptions.DEFAULT)) {
              own.put(key(key), new byte[] {1});
              transaction[0] = own;
              own.commit();
              acknowledged[0] = true;
            } catch (DbException e) {
              assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED);
            }
          });
      process.startClient(
          "canceller",
          () -> {
            KvTransaction open = transaction[0];
            if (open != null) {
              open.cancel();
            }
          });
    }

    void checkPresent(String key, boolean present) {
      process.startClient(
          "looker",
          () -> {
            try (ReadView view = store.readAt(ReadBound.STRONG)) {
              assertThat(view.get(key(key), LockMode.NONE, new ByteSlice())).isEqualTo(present);
            }
          });
      world.awaitClients(process);
    }

    /** Writes a row that has no cells yet. */
    void commitRow() {
      process.startClient(
          "row",
          () -> {
            try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
              transaction.put(A, new byte[0]);
              transaction.commit();
            }
          });
      world.awaitClients(process);
    }

    /** Writes a cell of the row without having read it. */
    void patch(int cell, int value) {
      process.startClient(
          cell + "=" + value,
          () -> {
            byte[] patch = {(byte) cell, (byte) value};
            try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
              transaction.update(A, patch, new int[0], Cells.column(cell));
              long micros = transaction.commit().timestamp().micros();
              timestamps.add(micros);
              patches.put(micros, patch);
            }
          });
    }

    /** The row holds at each timestamp what the patches up to there have made of it. */
    void checkRow() {
      process.startClient(
          "checker",
          () -> {
            byte[] expected = {};
            for (Map.Entry<Long, byte[]> patch : patches.entrySet()) {
              expected = PairsMerger.merge(expected, patch.getValue());
              ReadBound then = new ReadBound.Exact(new CommitTimestamp(patch.getKey()));
              ByteSlice row = new ByteSlice();
              try (ReadView view = store.readAt(then)) {
                assertThat(view.get(A, LockMode.NONE, row)).isTrue();
              }
              assertThat(row.toByteArray()).isEqualTo(expected);
            }
          });
      world.awaitClients(process);
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
          found.add(view.get(key(key), LockMode.NONE, new ByteSlice()));
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

  /**
   * A commit is cancelled wherever it stands: it is in the store if and only if it was
   * acknowledged, and whoever waits with it for a leader still finds one.
   */
  @Test
  void aCancelReachesACommitInTheQueue() {
    Set<Boolean> outcomes = new HashSet<>();
    long runs =
        Exploration.explore(
            1,
            false,
            world -> {
              Committing committing = new Committing(world);
              world.run(
                  () -> {
                    committing.open();
                    committing.commit("x");
                    committing.commit("y");
                    boolean[] acknowledged = {false};
                    committing.commitAndCancel("z", acknowledged);
                    world.awaitClients(committing.process);
                    committing.checkPresent("z", acknowledged[0]);
                    outcomes.add(acknowledged[0]);
                    committing.finish(2);
                  });
            });
    assertThat(runs).isGreaterThan(100);
    assertThat(outcomes).containsExactlyInAnyOrder(true, false);
  }

  @Test
  void patchesOfOneRowInEveryOrder() {
    for (boolean sameCell : new boolean[] {false, true}) {
      long runs =
          Exploration.explore(
              2,
              true,
              world -> {
                Committing committing = new Committing(world);
                world.run(
                    () -> {
                      committing.open();
                      committing.commitRow();
                      committing.patch(1, 1);
                      committing.patch(sameCell ? 1 : 2, 2);
                      world.awaitClients(committing.process);
                      committing.checkRow();
                      committing.finish(2);
                    });
              });
      assertThat(runs).isGreaterThan(200);
    }
  }

  @Test
  void threePatchesOfOneRow() {
    Set<Long> groups = new HashSet<>();
    long runs =
        Exploration.explore(
            1,
            false,
            world -> {
              Committing committing = new Committing(world);
              world.run(
                  () -> {
                    committing.open();
                    committing.commitRow();
                    committing.patch(1, 1);
                    committing.patch(2, 2);
                    committing.patch(1, 3);
                    world.awaitClients(committing.process);
                    committing.checkRow();
                    groups.add(committing.store.statistics().commitGroups() - 1);
                    committing.finish(3);
                  });
            });
    assertThat(runs).isGreaterThan(100);
    // With a sync each, two of them with one behind the first, and all with one.
    assertThat(groups).containsExactlyInAnyOrder(3L, 2L, 1L);
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
