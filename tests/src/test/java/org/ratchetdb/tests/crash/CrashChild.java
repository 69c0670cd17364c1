package org.ratchetdb.tests.crash;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.backup.BackupStore;
import org.ratchetdb.engine.database.RatchetInstance;
import org.ratchetdb.tests.process.HaltingThreads;

/**
 * A process that works on the database until it is halted at a step or killed, and says on its
 * standard output what it is about to do and what was acknowledged, in the words of {@link
 * CrashJournal}. Ends by itself when its step does not come at all.
 */
final class CrashChild {
  /** After which it ends when it comes to its step, though it was to come there more often. */
  private static final long HURRY_SECONDS = 6;

  /** After which it ends by itself. */
  private static final long LIFE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** So that what a check reads stays small; afterwards orders are replaced. */
  private static final int ORDERS_PER_WRITER_MAX = 60;

  private final Threads threads;
  private final RatchetInstance instance;
  private final Path directory;
  private final SplittableRandom random;
  private final AtomicLong ids;
  private final long end = System.nanoTime() + LIFE_NANOS;

  private CrashChild(Threads threads, Path directory, SplittableRandom random, long firstId) {
    this.threads = threads;
    this.instance = CrashDatabase.open(directory, threads);
    this.directory = directory;
    this.random = random;
    this.ids = new AtomicLong(firstId);
  }

  /**
   * @param arguments directory, seed, first order number, what to do beside writing, step or "-",
   *     hit
   */
  public static void main(String[] arguments) throws InterruptedException {
    Path directory = Path.of(arguments[0]);
    String point = arguments[4];
    Threads threads = JdkThreads.INSTANCE;
    if (!point.equals(CrashPoint.ANYWHERE)) {
      HaltingThreads halting = new HaltingThreads(point, Integer.parseInt(arguments[5]));
      hurryLater(halting);
      threads = halting;
    }
    CrashChild child =
        new CrashChild(
            threads,
            directory,
            new SplittableRandom(Long.parseLong(arguments[1])),
            Long.parseLong(arguments[2]));
    child.work(arguments[3]);
    child.instance.close();
    // Not by returning from here: threads of the database may outlive it.
    Runtime.getRuntime().halt(0);
  }

  private static void hurryLater(HaltingThreads threads) {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "hurry");
              thread.setDaemon(true);
              return thread;
            });
    Future<?> unused = timer.schedule(threads::hurry, HURRY_SECONDS, TimeUnit.SECONDS);
  }

  private static synchronized void say(String line) {
    System.out.println(line);
  }

  private boolean isOver() {
    return System.nanoTime() > end;
  }

  private void work(String task) throws InterruptedException {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < CrashDatabase.WRITERS; i++) {
      int writer = i;
      SplittableRandom own = random.split();
      workers.add(new Thread(() -> write(writer, own), "writer-" + i));
    }
    Runnable other =
        switch (task) {
          case "schema" -> this::changeSchema;
          case "backup" -> this::backUp;
          case "branch" -> this::branch;
          default -> throw new IllegalArgumentException(task);
        };
    workers.add(new Thread(other, task));
    for (Thread thread : workers) {
      thread.setUncaughtExceptionHandler(
          (failed, e) -> {
            say("error " + failed.getName() + ": " + e);
            e.printStackTrace(System.out); // the parent shows it with the failure
          });
      thread.start();
    }
    for (Thread thread : workers) {
      thread.join();
    }
  }

  // ---- orders

  private void write(int writer, SplittableRandom own) {
    Deque<Long> mine = new ArrayDeque<>();
    try (Session session = CrashDatabase.session(instance)) {
      while (!isOver()) {
        if (own.nextInt(20) == 0) {
          readNow(session);
        }
        boolean contends = own.nextInt(4) == 0;
        boolean deletes =
            mine.size() >= ORDERS_PER_WRITER_MAX || (own.nextInt(5) == 0 && !mine.isEmpty());
        long id = deletes ? mine.remove() : scatter(ids.incrementAndGet());
        say((deletes ? "deleting " : "inserting ") + id);
        inTransaction(
            session,
            own,
            () -> {
              if (contends) {
                CrashDatabase.run(session, "UPDATE Twins SET V = 0 WHERE Id = 0");
              }
              if (deletes) {
                CrashDatabase.deleteOrder(session, id, writer);
              } else {
                CrashDatabase.insertOrder(session, id, writer);
              }
            });
        say((deletes ? "deleted " : "inserted ") + id);
        if (!deletes) {
          mine.add(id);
        }
      }
    }
  }

  /** A read at a time after the last commit spends timestamps, and says so on disk. */
  private static void readNow(Session session) {
    CrashDatabase.run(session, "SET READ_ONLY_STALENESS = 'EXACT_STALENESS 0s'");
    CrashDatabase.numbers(session, "SELECT COUNT(*) FROM Counter");
    CrashDatabase.run(session, "SET READ_ONLY_STALENESS = 'STRONG'");
  }

  /** Some have so little time that it is over while their commit waits for others. */
  private static void inTransaction(Session session, SplittableRandom own, Runnable work) {
    while (true) {
      boolean hurries = own.nextInt(8) == 0;
      session.set("transaction_timeout", hurries ? own.nextInt(1, 3_000) + "us" : "0");
      try {
        CrashDatabase.run(session, "BEGIN");
        work.run();
        session.commit();
        return;
      } catch (DbException e) {
        session.rollback();
        boolean late = hurries && e.code() == ErrorCode.DEADLINE_EXCEEDED;
        if (!late && e.code() != ErrorCode.TRANSACTION_ABORTED) {
          throw e;
        }
      }
    }
  }

  /** Spreads consecutive numbers over the key space, each one only once. */
  private static long scatter(long n) {
    return n * 0x9e3779b97f4a7c15L;
  }

  // ---- beside them

  private void changeSchema() {
    try (Session session = CrashDatabase.session(instance)) {
      while (!isOver()) {
        CrashDatabase.run(session, "ANALYZE");
        say("dropping ByNote");
        CrashDatabase.run(session, "DROP INDEX IF EXISTS ByNote");
        say("dropped ByNote");
        say("creating ByNote");
        CrashDatabase.run(session, "CREATE INDEX ByNote ON Lines (Note)");
        say("created ByNote");
        say("dropping Extra");
        dropExtra(session);
        say("dropped Extra");
        say("creating Extra");
        CrashDatabase.run(
            session, "ALTER TABLE Orders ADD COLUMN Extra STRING(40) AS (UPPER(Tag)) STORED");
        say("created Extra");
        failToCreate(session);
      }
    }
  }

  /** There is no IF EXISTS for columns. */
  private static void dropExtra(Session session) {
    try {
      CrashDatabase.run(session, "ALTER TABLE Orders DROP COLUMN Extra");
    } catch (DbException e) {
      if (e.code() != ErrorCode.COLUMN_NOT_FOUND) {
        throw e;
      }
    }
  }

  /** The last two values are the same, so what was filled is taken away again. */
  private static void failToCreate(Session session) {
    try {
      CrashDatabase.run(session, "CREATE UNIQUE INDEX ByTwin ON Twins (V)");
      say("error an index of repeated values was made unique");
    } catch (DbException e) {
      if (e.code() != ErrorCode.UNIQUE_INDEX_BUILD) {
        throw e;
      }
    }
  }

  private void backUp() {
    Path backups = CrashDatabase.backups(directory);
    BackupStore store = new BackupStore(threads);
    for (int i = 0; !isOver(); i++) {
      BackupInfo made =
          instance.backupDatabase(CrashDatabase.NAME, backups, i % 3 != 0, ProgressListener.NONE);
      say("created backup " + made.id());
      if (i % 3 == 2) {
        dropIfThere("restored");
        instance.restoreBackup("restored", backups, made.id(), null, ProgressListener.NONE);
        say("created database restored");
        long oldest = store.list(backups).get(0).id();
        say("dropping backup " + oldest);
        store.delete(backups, oldest);
      }
    }
  }

  private void branch() {
    while (!isOver()) {
      dropIfThere("branch");
      instance.branchDatabase("branch", CrashDatabase.NAME);
      say("created database branch");
      dropSnapshotIfThere("s");
      instance.createSnapshot("s", CrashDatabase.NAME);
      say("created snapshot s");
      dropIfThere("copy");
      instance.createDatabaseFromSnapshot("copy", "s");
      say("created database copy");
      dropSnapshotIfThere("t");
      instance.createSnapshot("t", "branch");
      say("created snapshot t");
      instance.restoreDatabase("branch", "t");
    }
  }

  private void dropSnapshotIfThere(String snapshot) {
    if (instance.snapshots().stream().anyMatch(s -> s.name().equals(snapshot))) {
      say("dropping snapshot " + snapshot);
      instance.dropSnapshot(snapshot);
    }
  }

  private void dropIfThere(String database) {
    if (instance.hasDatabase(database)) {
      say("dropping database " + database);
      instance.dropDatabase(database);
    }
  }
}
