package org.ratchetdb.tests.bench;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.ratchetdb.common.time.SystemTicker;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;

/**
 * Commits per second of threads that count in one row: each in a column of its own, then each in a
 * row of its own to compare, then all setting one column without reading it. Arguments: an empty
 * directory; threads; seconds for each.
 *
 * <pre>
 *   java -cp ... org.ratchetdb.tests.bench.HotRowCommits /tmp/hot-row 8 5
 * </pre>
 */
public final class HotRowCommits {
  private static final Ticker TICKER = new SystemTicker();
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private HotRowCommits() {}

  /** What one thread does again and again. */
  private interface Work {
    String sql(int thread);
  }

  /** Runs it. */
  public static void main(String[] arguments) throws Exception {
    int threads = Integer.parseInt(arguments[1]);
    int seconds = Integer.parseInt(arguments[2]);
    try (Instance instance =
        EngineProvider.load().openDirectory(Path.of(arguments[0]), InstanceOptions.DEFAULT)) {
      instance.createDatabase("hot", Dialect.GOOGLE_STANDARD_SQL);
      try (Session session = instance.database("hot").openSession(SessionOptions.DEFAULT)) {
        StringBuilder columns = new StringBuilder();
        StringBuilder names = new StringBuilder("Id");
        StringBuilder zeros = new StringBuilder();
        for (int i = 0; i < threads; i++) {
          columns.append(", c").append(i).append(" INT64");
          names.append(", c").append(i);
          zeros.append(", 0");
        }
        session.execute("CREATE TABLE T (Id INT64" + columns + ") PRIMARY KEY (Id)").close();
        for (int i = 0; i < threads; i++) {
          session.execute("INSERT INTO T (" + names + ") VALUES (" + i + zeros + ")").close();
        }
      }
      for (int round = 0; round < 2; round++) {
        measure(
            instance,
            "a column each of one row",
            threads,
            seconds,
            i -> "UPDATE T SET c" + i + " = c" + i + " + 1 WHERE Id = 0");
        measure(
            instance,
            "a row each",
            threads,
            seconds,
            i -> "UPDATE T SET c0 = c0 + 1 WHERE Id = " + i);
        measure(
            instance,
            "one column, not read",
            threads,
            seconds,
            i -> "UPDATE T SET c0 = " + i + " WHERE Id = 0");
      }
    }
  }

  private static void measure(Instance instance, String what, int threads, int seconds, Work work)
      throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicLong commits = new AtomicLong();
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      String sql = work.sql(i);
      Thread thread =
          new Thread(
              () -> {
                try (Session session =
                    instance.database("hot").openSession(SessionOptions.DEFAULT)) {
                  while (!stop.get()) {
                    session.execute(sql).close();
                    commits.incrementAndGet();
                  }
                }
              });
      thread.start();
      running.add(thread);
    }
    pause(1);
    long before = commits.get();
    long start = TICKER.nanos();
    pause(seconds);
    long done = commits.get() - before;
    double took = (TICKER.nanos() - start) / 1e9;
    stop.set(true);
    for (Thread thread : running) {
      thread.join();
    }
    OUT.printf(Locale.ROOT, "%-26s %d threads: %.0f commits/s%n", what, threads, done / took);
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
}
