package org.ratchetdb.tests.simulation.workload;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.CommitResult;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;
import org.ratchetdb.storage.txn.TransactionalStore;
import org.ratchetdb.tests.simulation.store.DiskFaults;
import org.ratchetdb.tests.simulation.store.LogRecord;
import org.ratchetdb.tests.simulation.store.SimulatedDisk;
import org.ratchetdb.tests.simulation.store.SimulatedEngine;
import org.ratchetdb.tests.simulation.world.SimulatedProcess;
import org.ratchetdb.tests.simulation.world.World;

/**
 * A store and its clients in a world: several processes one after the other on one disk, each of
 * which ends as the seed says, after which all that was seen is checked.
 */
public final class StoreSimulation {
  private static final int PROCESSES_MAX = 3;
  private static final long IDLE_NANOS = 10_000_000_000L;

  private final World world;
  private final Bugs bugs;
  private final SplittableRandom random;
  private final SimulatedDisk disk;
  private final Duration retention;

  /** How a process ends. */
  private enum End {
    /** Its clients come to their end, then it closes. */
    FINISHED,
    /** It closes while clients work. */
    CLOSED,
    /** It is killed; what it wrote stays. */
    KILLED,
    /** The machine goes down with it. */
    POWER_LOST
  }

  /** How all but the last process end, the most telling ways more often. */
  private static final List<End> ENDS =
      List.of(End.FINISHED, End.CLOSED, End.KILLED, End.POWER_LOST, End.POWER_LOST);

  /** Where tests put bugs in, to see that they are found. */
  public static class Bugs {
    public static final Bugs NONE = new Bugs();

    protected SimulatedProcess process(World world, String name) {
      return new SimulatedProcess(world, name);
    }

    protected SimulatedDisk disk(SplittableRandom random) {
      return new SimulatedDisk(random);
    }

    protected SimulatedEngine engine(
        SimulatedProcess process, SimulatedDisk disk, DiskFaults faults, Duration retention) {
      return new SimulatedEngine(process, disk, faults, retention);
    }

    protected PayloadMerger merger() {
      return new CellMerger();
    }

    protected CommitResult commit(KvTransaction transaction, CommitOptions options) {
      return transaction.commit(options);
    }

    /** Whether transactions forget to lock what they read. */
    protected boolean readsWithoutLocks() {
      return false;
    }
  }

  private StoreSimulation(World world, Bugs bugs) {
    this.world = world;
    this.bugs = bugs;
    this.random = world.newRandom();
    this.disk = bugs.disk(world.newRandom());
    this.retention =
        random.nextInt(3) == 0
            ? Duration.ofMillis(500 + random.nextInt(5_000))
            : Duration.ofHours(1);
  }

  /** Runs the world; fails when anything is wrong. */
  public static void run(World world, Bugs bugs) {
    StoreSimulation simulation = new StoreSimulation(world, bugs);
    world.run(simulation::main);
  }

  private void main() {
    int processes = 1 + random.nextInt(PROCESSES_MAX);
    for (int i = 1; i <= processes; i++) {
      End end = i == processes ? End.FINISHED : ENDS.get(random.nextInt(ENDS.size()));
      new Life("p" + i, end).run();
    }
  }

  /** One process, from its start to its end. */
  private final class Life {
    private final End end;
    private final SimulatedProcess process;
    private final DiskFaults faults;
    private final ClientMix mix;
    private final History history = new History(world);
    private final Client.Neighbours neighbours = new Client.Neighbours(disk::isUnsynced);
    private @Nullable List<LogRecord> written;
    private @Nullable KvStore store;

    Life(String name, End end) {
      this.end = end;
      this.process = bugs.process(world, name);
      boolean failing = end != End.FINISHED && random.nextInt(4) == 0;
      this.faults =
          new DiskFaults(
              random.nextInt(4) == 0 ? 5 : 0,
              failing && random.nextBoolean() ? 15 : 0,
              failing ? 15 : 0);
      this.mix = ClientMix.of(random, failing, bugs);
    }

    void run() {
      if (end == End.KILLED || end == End.POWER_LOST) {
        process.crashAfter(random.nextInt(20 << random.nextInt(7)), this::crash);
        if (random.nextBoolean()) {
          neighbours.acknowledgementsLeft = 1 + random.nextInt(10);
        } else {
          neighbours.answersLeft = 1 + random.nextInt(3);
        }
      }
      process.startClient("boot", this::boot);
      world.awaitClients(process);
      if (!process.isDead()) {
        process.startClient("finish", this::finish);
      }
      world.awaitEnd(process);
      if (written == null) {
        written = disk.log();
      }
      new HistoryChecker(history, written, disk.log(), process.isDead() && end == End.POWER_LOST)
          .check();
    }

    private void crash() {
      written = disk.log();
      if (end == End.POWER_LOST) {
        disk.losePower();
      }
    }

    private void boot() {
      SimulatedEngine engine = bugs.engine(process, disk, faults, retention);
      KvStore opened;
      try {
        opened =
            new TransactionalStore(
                engine,
                StoreOptions.DEFAULT
                    .withRetention(retention)
                    .withMerger(bugs.merger())
                    .withIdleTimeout(Duration.ofNanos(IDLE_NANOS)),
                new StoreEnvironment(process, world, process.scheduler(), process));
      } catch (DbException e) {
        if (!mix.diskMayFail()) {
          throw e;
        }
        world.note("could not open: " + e.getMessage());
        return;
      }
      store = opened;
      client("boot", opened).lookAtEverything();
      int clients = 2 + random.nextInt(4);
      for (int i = 1; i <= clients; i++) {
        Client client = client("c" + i, opened);
        process.startClient(process.name() + "c" + i, client::run);
      }
      if (end == End.CLOSED) {
        process.startClient("closer", () -> close(opened));
      }
      if (end != End.POWER_LOST && random.nextInt(5) == 0) {
        process.startClient("operator", this::stepClock);
      }
    }

    private Client client(String name, KvStore opened) {
      return new Client(process.name() + name, process, opened, mix, history, neighbours);
    }

    private void stepClock() {
      for (int i = random.nextInt(4); i > 0; i--) {
        world.sleep(random.nextLong(50_000_000));
        process.stepClock(Duration.ofMillis(random.nextInt(2_000) - 1_500));
      }
    }

    private void close(KvStore opened) {
      for (int i = random.nextInt(200); i > 0; i--) {
        process.step("not closing yet");
      }
      neighbours.closing = true;
      opened.close();
    }

    /** Those who went away without a word are rolled back when they were idle for long enough. */
    private void awaitTransactionsGone(KvStore opened) {
      for (int look = 0; opened.statistics().openTransactions() != 0; look++) {
        if (look > 100) {
          throw new AssertionError("Transactions are left: " + opened.statistics());
        }
        world.sleep(IDLE_NANOS / 10);
      }
      if (!opened.locks(1).isEmpty()) {
        throw new AssertionError("Locks are left: " + opened.locks(10));
      }
    }

    /** Nobody works any more: nothing must be left behind. */
    private void finish() {
      KvStore opened = store;
      if (opened != null && !neighbours.closing) {
        awaitTransactionsGone(opened);
        client("end", opened).lookAtEverything();
        opened.close();
      }
      process.scheduler().close();
    }
  }
}
