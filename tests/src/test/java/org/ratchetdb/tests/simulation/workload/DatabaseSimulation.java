package org.ratchetdb.tests.simulation.workload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.CheckReport;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.database.SimulatedDatabase;
import org.ratchetdb.executor.row.RowMerger;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;
import org.ratchetdb.storage.txn.TransactionalStore;
import org.ratchetdb.tests.simulation.store.DiskFaults;
import org.ratchetdb.tests.simulation.store.SimulatedDisk;
import org.ratchetdb.tests.simulation.store.SimulatedEngine;
import org.ratchetdb.tests.simulation.world.SimulatedProcess;
import org.ratchetdb.tests.simulation.world.World;

/**
 * A whole database in a world: sessions write rows while another changes the schema and splits
 * divide, processes crash, and in the end every index must say what its table says and every row be
 * as its writer was told.
 */
public final class DatabaseSimulation {
  private static final int PROCESSES_MAX = 3;

  /** Enough for a backfill of more than one chunk. */
  private static final int MANY_ROWS = 600;

  private final World world;
  private final SplittableRandom random;
  private final Path spillDirectory;
  private final Duration retention;
  private final boolean manyRows;
  private final RowExpectations rows = new RowExpectations();
  private final SchemaExpectations schema = new SchemaExpectations();
  private SimulatedDisk disk;
  private boolean created;

  private DatabaseSimulation(World world, Path spillDirectory) {
    this.world = world;
    this.spillDirectory = spillDirectory;
    this.random = world.newRandom();
    this.disk = new SimulatedDisk(world.newRandom());
    this.retention =
        random.nextInt(3) == 0 ? Duration.ofSeconds(2 + random.nextInt(20)) : Duration.ofHours(1);
    this.manyRows = random.nextInt(6) == 0;
  }

  /**
   * Runs the world; fails when anything is wrong.
   *
   * @param spillDirectory a directory that nothing else uses meanwhile
   */
  public static void run(World world, Path spillDirectory) {
    DatabaseSimulation simulation = new DatabaseSimulation(world, spillDirectory);
    world.run(simulation::main);
  }

  private void main() {
    int processes = 1 + random.nextInt(PROCESSES_MAX);
    for (int i = 1; i <= processes; i++) {
      new Life("p" + i, i < processes).run();
    }
  }

  /** One process, from its start to its end. */
  private final class Life {
    private final SimulatedProcess process;
    private final boolean losesPower = random.nextBoolean();
    private final boolean mayLosePower;
    private @Nullable SimulatedDatabase database;

    Life(String name, boolean crashes) {
      this.mayLosePower = crashes && losesPower;
      this.process = new SimulatedProcess(world, name);
      if (crashes) {
        long steps = random.nextInt((manyRows ? 200 : 20) << random.nextInt(7));
        process.crashAfter(
            steps,
            () -> {
              if (losesPower) {
                disk.losePower();
              }
            });
      }
    }

    void run() {
      if (!created) {
        disk = new SimulatedDisk(world.newRandom());
      }
      process.startClient("boot", this::boot);
      world.awaitClients(process);
      if (!process.isDead()) {
        process.startClient("finish", this::finish);
      }
      world.awaitEnd(process);
    }

    private void boot() {
      DiskFaults faults = new DiskFaults(random.nextInt(4) == 0 ? 10 : 0, 0, 0);
      StoreEnvironment environment =
          new StoreEnvironment(process, world, process.scheduler(), process);
      KvStore store =
          new TransactionalStore(
              new SimulatedEngine(process, disk, faults, retention),
              StoreOptions.DEFAULT.withRetention(retention).withMerger(RowMerger.INSTANCE),
              environment);
      InstanceOptions defaults = InstanceOptions.DEFAULT;
      InstanceOptions options =
          new InstanceOptions(
              defaults.cacheBytes(),
              defaults.writeBufferBytes(),
              100 << random.nextInt(8),
              defaults.queryMemoryBytesMax(),
              defaults.idleTransactionTimeout(),
              retention,
              true,
              "UTC");
      SimulatedDatabase opened =
          new SimulatedDatabase(
              created ? null : Dialect.GOOGLE_STANDARD_SQL,
              store,
              options,
              environment,
              spillDirectory);
      created = true;
      database = opened;
      prepare(opened);
      int writers = 1 + random.nextInt(3);
      for (int i = 1; i <= writers; i++) {
        SqlClient client = new SqlClient(process, opened, i, rows, !mayLosePower);
        process.startClient(process.name() + "w" + i, client::run);
      }
      process.startClient(process.name() + "ddl", new DdlClient(process, opened, schema)::run);
      if (random.nextBoolean()) {
        process.startClient(process.name() + "split", () -> divide(opened));
      }
    }

    private void divide(SimulatedDatabase opened) {
      for (int i = 0; i < 4; i++) {
        world.sleep(random.nextLong(20_000_000));
        opened.context().splits().check();
      }
    }

    private void prepare(SimulatedDatabase opened) {
      try (Session session = opened.database().openSession(SessionOptions.DEFAULT)) {
        session
            .execute(
                "CREATE TABLE IF NOT EXISTS T (id INT64, a INT64, s STRING(MAX)) PRIMARY KEY (id)")
            .close();
        session
            .execute(
                "CREATE TABLE IF NOT EXISTS C (id INT64, n INT64, v INT64) PRIMARY KEY (id, n),"
                    + " INTERLEAVE IN PARENT T ON DELETE CASCADE")
            .close();
        session
            .execute(
                "CREATE TABLE IF NOT EXISTS S (id INT64, c1 INT64, c2 INT64, c3 INT64)"
                    + " PRIMARY KEY (id)")
            .close();
        session
            .execute(
                "CREATE TABLE IF NOT EXISTS E (ts TIMESTAMP OPTIONS (allow_commit_timestamp = true),"
                    + " id INT64, seen TIMESTAMP OPTIONS (allow_commit_timestamp = true))"
                    + " PRIMARY KEY (ts DESC, id)")
            .close();
        session.execute("INSERT OR IGNORE INTO S (id, c1, c2, c3) VALUES (0, 0, 0, 0)").close();
        if (manyRows) {
          StringBuilder insert = new StringBuilder("INSERT OR IGNORE INTO T (id, a, s) VALUES ");
          for (int i = 0; i < MANY_ROWS; i++) {
            insert.append(i == 0 ? "" : ", ").append("(").append(100_000 + i);
            insert.append(", ").append(i % 7).append(", 'many").append(i).append("')");
          }
          session.execute(insert.toString()).close();
        }
      }
    }

    /** Nobody works any more: everything must be in order. */
    private void finish() {
      SimulatedDatabase opened = database;
      if (opened == null) {
        throw new AssertionError("The database did not open");
      }
      awaitJobs(opened);
      if (random.nextInt(8) == 0) {
        world.sleep(Duration.ofMinutes(25).toNanos()); // what was dropped is removed
      }
      CheckReport report = opened.database().check(ProgressListener.NONE);
      if (!report.isClean()) {
        throw new AssertionError("The database is not sound: " + report.findings());
      }
      schema.check(opened.context().schemas().current());
      try (Session session = opened.database().openSession(SessionOptions.DEFAULT)) {
        rows.check(session);
      }
      if (!opened.context().store().locks(1).isEmpty()) {
        throw new AssertionError("Locks are left: " + opened.context().store().locks(10));
      }
      opened.close();
      process.scheduler().close();
    }

    private void awaitJobs(SimulatedDatabase opened) {
      for (int look = 0; look < 100; look++) {
        boolean complete =
            opened.context().ddl().runningJob().isEmpty()
                && opened.context().schemas().current().indexes().stream()
                    .allMatch(index -> index.state() == IndexState.READ_WRITE);
        if (complete) {
          return;
        }
        world.sleep(Duration.ofSeconds(1).toNanos());
      }
      throw new AssertionError("A schema change does not end");
    }
  }

  /** Whether a failure leaves open what became of the statement. */
  static boolean isUncertain(DbException e) {
    return e.code() == ErrorCode.IO_ERROR || e.code() == ErrorCode.UNAVAILABLE;
  }
}
