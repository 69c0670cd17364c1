package org.ratchetdb.tests.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.time.SystemTicker;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;

/**
 * What snapshots and branches cost: time, disk, and the longest pause of a writer. Arguments: an
 * empty directory or {@code memory}; MiB of rows; rounds. A directory that has been used so before
 * is measured as it is.
 *
 * <pre>
 *   java -cp ... org.ratchetdb.tests.bench.BranchCost /tmp/branch-cost 1024 10
 * </pre>
 */
public final class BranchCost {
  private static final int ROW_BYTES = 1000;
  private static final int ROWS_PER_STATEMENT = 500;
  private static final Ticker TICKER = new SystemTicker();
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private BranchCost() {}

  /** Runs it. */
  public static void main(String[] arguments) throws Exception {
    boolean memory = arguments[0].equals("memory");
    @Nullable Path directory = memory ? null : Path.of(arguments[0]);
    int mebibytes = Integer.parseInt(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    long start = TICKER.nanos();
    try (Instance instance =
        directory == null
            ? EngineProvider.load().openMemory(InstanceOptions.DEFAULT)
            : EngineProvider.load().openDirectory(directory, InstanceOptions.DEFAULT)) {
      report("open instance", start);
      if (!instance.hasDatabase("origin")) {
        start = TICKER.nanos();
        instance.createDatabase("origin", Dialect.GOOGLE_STANDARD_SQL);
        report("create database", start);
        start = TICKER.nanos();
        load(instance, mebibytes);
        report("load " + mebibytes + " MiB", start);
      }
      if (directory != null) {
        OUT.println("on disk " + mib(blocks(directory)));
      }
      OUT.println("at once, unflushed rows and all:");
      branch(instance, directory, "hot");
      OUT.println("after 5 s of rest:");
      pause(5);
      long[][] times = new long[4][rounds];
      for (int round = 0; round < rounds; round++) {
        long[] once = branch(instance, directory, "b" + round);
        for (int i = 0; i < once.length; i++) {
          times[i][round] = once[i];
        }
      }
      String[] names = {"snapshot", "from snapshot", "from database", "restore"};
      for (int i = 0; i < names.length; i++) {
        Arrays.sort(times[i]);
        OUT.printf(
            Locale.ROOT,
            "%-14s median %.1f ms, longest %.1f ms%n",
            names[i],
            times[i][rounds / 2] / 1e6,
            times[i][rounds - 1] / 1e6);
      }
      stall(instance, rounds);
    }
  }

  private static long[] branch(Instance instance, @Nullable Path directory, String name)
      throws IOException, InterruptedException {
    long disk = directory == null ? 0 : blocks(directory);
    long[] times = new long[4];
    long start = TICKER.nanos();
    instance.createSnapshot(name, "origin");
    times[0] = TICKER.nanos() - start;
    long diskSnapshot = directory == null ? 0 : blocks(directory);
    start = TICKER.nanos();
    instance.createDatabaseFromSnapshot(name, name);
    times[1] = TICKER.nanos() - start;
    long diskBranch = directory == null ? 0 : blocks(directory);
    try (Session session = instance.database(name).openSession(SessionOptions.DEFAULT)) {
      session.execute("INSERT INTO T (Id, V) VALUES (-1, 'branch')").close();
    }
    start = TICKER.nanos();
    instance.branchDatabase(name + "-now", "origin");
    times[2] = TICKER.nanos() - start;
    start = TICKER.nanos();
    instance.restoreDatabase("origin", name);
    times[3] = TICKER.nanos() - start;
    OUT.printf(
        Locale.ROOT,
        "snapshot %.1f ms %s, database from it %.1f ms %s, from database %.1f ms, restore %.1f ms%n",
        times[0] / 1e6,
        mib(diskSnapshot - disk),
        times[1] / 1e6,
        mib(diskBranch - diskSnapshot),
        times[2] / 1e6,
        times[3] / 1e6);
    instance.dropDatabase(name);
    instance.dropDatabase(name + "-now");
    instance.dropSnapshot(name);
    return times;
  }

  /** The longest single-row commit of a writer, without and with snapshots beside it. */
  private static void stall(Instance instance, int rounds) throws InterruptedException {
    for (boolean snapshots : new boolean[] {false, true}) {
      AtomicBoolean stop = new AtomicBoolean();
      AtomicLong commits = new AtomicLong();
      long[] slowest = new long[100];
      Thread writer =
          new Thread(
              () -> {
                try (Session session =
                    instance.database("origin").openSession(SessionOptions.DEFAULT)) {
                  for (int i = 0; !stop.get(); i++) {
                    long start = TICKER.nanos();
                    session.execute("UPDATE T SET V = 'new' WHERE Id = " + i % 1000).close();
                    long took = TICKER.nanos() - start;
                    commits.incrementAndGet();
                    if (i > 200 && took > slowest[0]) {
                      slowest[0] = took;
                      Arrays.sort(slowest);
                    }
                  }
                }
              });
      writer.start();
      pause(1);
      for (int round = 0; round < rounds; round++) {
        if (snapshots) {
          instance.createSnapshot("w", "origin");
          instance.dropSnapshot("w");
        }
        pause(1);
      }
      stop.set(true);
      writer.join();
      OUT.printf(
          Locale.ROOT,
          "writer %s snapshots: %d commits, slowest %.1f, 10th slowest %.1f, 100th slowest %.1f ms%n",
          snapshots ? "with" : "without",
          commits.get(),
          slowest[99] / 1e6,
          slowest[90] / 1e6,
          slowest[0] / 1e6);
    }
  }

  private static void load(Instance instance, int mebibytes) {
    try (Session session = instance.database("origin").openSession(SessionOptions.DEFAULT)) {
      session.execute("CREATE TABLE T (Id INT64 NOT NULL, V STRING(MAX)) PRIMARY KEY (Id)").close();
      Random random = new Random(1);
      long rows = ((long) mebibytes << 20) / ROW_BYTES;
      for (long row = 0; row < rows; row += ROWS_PER_STATEMENT) {
        StringBuilder sql = new StringBuilder("INSERT INTO T (Id, V) VALUES ");
        for (int i = 0; i < ROWS_PER_STATEMENT; i++) {
          sql.append(i == 0 ? "(" : ", (").append(row + i).append(", '");
          random(random, sql);
          sql.append("')");
        }
        session.execute(sql.toString()).close();
      }
    }
  }

  /** Text that hardly compresses, so that a MiB of rows is a MiB on disk. */
  private static void random(Random random, StringBuilder into) {
    for (int i = 0; i < ROW_BYTES; i++) {
      int c = 35 + random.nextInt(90);
      into.append(c == '\'' || c == '\\' ? '.' : (char) c);
    }
  }

  private static void pause(int seconds) throws InterruptedException {
    Object never = new Object();
    long end = TICKER.nanos() + seconds * 1_000_000_000L;
    synchronized (never) {
      for (long rest = end - TICKER.nanos(); rest > 0; rest = end - TICKER.nanos()) {
        never.wait(rest / 1_000_000 + 1);
      }
    }
  }

  private static void report(String what, long start) {
    OUT.printf(Locale.ROOT, "%s: %.1f ms%n", what, (TICKER.nanos() - start) / 1e6);
  }

  private static String mib(long bytes) {
    return String.format(java.util.Locale.ROOT, "%.2f MiB", bytes / (double) (1 << 20));
  }

  private static long blocks(Path directory) throws IOException, InterruptedException {
    Process du = new ProcessBuilder("du", "-sk", directory.toString()).start();
    String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    du.waitFor();
    return Files.exists(directory) ? Long.parseLong(text.split("\\s", 2)[0]) << 10 : 0;
  }
}
