package org.ratchetdb.tests.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.engine.api.InstanceOptions;

/** Optimistic transactions take their locks when they commit, and may have to wait for them. */
class OptimisticCommitIT {
  private static final long PATIENCE_SECONDS = 60;

  private final ExecutorService pool = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    pool.shutdownNow();
  }

  @Test
  void schemaChangeCannotComeBetweenACommitAndTheLocksItWaitsFor() throws Exception {
    try (ServedInstance served =
            new ServedInstance(
                InstanceOptions.DEFAULT.withIdleTransactionTimeout(Duration.ofHours(1)));
        Connection holder = served.connect();
        Connection optimist = served.connect()) {
      served.execute(
          "CREATE TABLE T (K INT64 NOT NULL, V INT64) PRIMARY KEY (K)",
          "INSERT INTO T (K, V) VALUES (1, 0), (2, 0)");
      holder.setAutoCommit(false);
      ServedInstance.execute(holder, "UPDATE T SET V = V + 1 WHERE K = 1");
      ServedInstance.execute(optimist, "SET READ_LOCK_MODE = 'OPTIMISTIC'");
      optimist.setAutoCommit(false);
      ServedInstance.execute(
          optimist, "SELECT V FROM T WHERE K = 2", "UPDATE T SET V = 2 WHERE K = 1");
      List<Future<?>> work = new ArrayList<>();
      work.add(submit(optimist, optimist::commit));
      awaitThreadIn("LockTable", work);
      work.add(
          pool.submit(
              () -> {
                served.execute("CREATE TABLE U (K INT64 NOT NULL) PRIMARY KEY (K)");
                return null;
              }));
      awaitThreadIn("SchemaGate", work.subList(1, 2));
      // Nobody but the holder can let them go on, and it must not wait for them.
      work.add(submit(holder, holder::commit));
      for (Future<?> each : work) {
        each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  /** A call on a connection; being aborted is an end like any other. */
  private Future<?> submit(Connection connection, SqlCall call) {
    Callable<Void> work =
        () -> {
          try {
            call.run();
          } catch (SQLException e) {
            assertThat(e.getSQLState()).as("%s", e).isEqualTo("40001");
            connection.rollback();
          }
          return null;
        };
    return pool.submit(work);
  }

  /** Something that a connection does. */
  @FunctionalInterface
  private interface SqlCall {
    void run() throws SQLException;
  }

  /** Waits until some thread is parked in a class, or the work is done without. */
  private static void awaitThreadIn(String className, List<Future<?>> work) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (work.stream().noneMatch(Future::isDone)
        && Thread.getAllStackTraces().values().stream().noneMatch(s -> isParkedIn(s, className))) {
      assertThat(System.nanoTime()).as("a thread waits in %s", className).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static boolean isParkedIn(StackTraceElement[] stack, String className) {
    boolean parked = false;
    for (StackTraceElement frame : stack) {
      parked |= frame.getMethodName().startsWith("park");
      if (parked && frame.getClassName().endsWith(className)) {
        return true;
      }
    }
    return false;
  }
}
