package org.ratchetdb.tests.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.engine.api.InstanceOptions;

/** A client that goes away, or falls silent, in the middle of a transaction. */
class AbandonedTransactionIT {
  private static final InstanceOptions NEVER_IDLE =
      InstanceOptions.DEFAULT.withIdleTransactionTimeout(Duration.ofHours(1));
  private static final long PATIENCE_SECONDS = 60;

  private final ExecutorService pool = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    pool.shutdownNow();
  }

  private static ServedInstance serve(InstanceOptions options) throws SQLException {
    ServedInstance served = new ServedInstance(options);
    served.execute(
        "CREATE TABLE T (K INT64 NOT NULL, V INT64) PRIMARY KEY (K)",
        "INSERT INTO T (K, V) VALUES (1, 0), (2, 0)");
    return served;
  }

  /** Starts an update by another connection, in a thread of its own, and waits for its end. */
  private long nanosToUpdate(ServedInstance served, long key) throws Exception {
    try (Connection other = served.connect()) {
      long begin = System.nanoTime();
      Future<?> update =
          pool.submit(
              () -> {
                ServedInstance.execute(other, "UPDATE T SET V = V + 100 WHERE K = " + key);
                return null;
              });
      update.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return System.nanoTime() - begin;
    }
  }

  @Test
  void locksOfBrokenConnectionAreFreeAtOnce() throws Exception {
    try (ServedInstance served = serve(NEVER_IDLE)) {
      for (Connection client : List.of(served.connect(), served.connectByOwnDriver())) {
        client.setAutoCommit(false);
        ServedInstance.execute(client, "UPDATE T SET V = 1 WHERE K = 1");
        client.abort(Runnable::run);
        // Nothing but the end of the connection could free them within the hour.
        nanosToUpdate(served, 1);
      }
      try (Connection reader = served.connect()) {
        assertThat(valueOf(reader, 1)).isEqualTo(200);
      }
      assertThat(served.statistics().idleRollbacks()).isZero();
    }
  }

  @Test
  void locksOfClientThatBreaksWhileItWaitsForAnotherAreFreeAtOnce() throws Exception {
    try (ServedInstance served = serve(NEVER_IDLE);
        Connection holder = served.connect();
        Connection waiter = served.connect()) {
      holder.setAutoCommit(false);
      ServedInstance.execute(holder, "UPDATE T SET V = 1 WHERE K = 1");
      waiter.setAutoCommit(false);
      ServedInstance.execute(waiter, "UPDATE T SET V = 1 WHERE K = 2");
      Future<?> waits =
          pool.submit(
              () -> {
                ServedInstance.execute(waiter, "UPDATE T SET V = V + 2 WHERE K = 1");
                return null;
              });
      awaitLockWait(served, 1);
      waiter.abort(Runnable::run);
      nanosToUpdate(served, 2);
      holder.rollback();
      assertThatThrownBy(() -> waits.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .hasCauseInstanceOf(SQLException.class);
      assertThat(valueOf(holder, 1)).isZero();
      assertThat(valueOf(holder, 2)).isEqualTo(100);
    }
  }

  /** Waits are counted when they end, so what can be seen of one is that its thread is parked. */
  private static void awaitLockWait(ServedInstance served, long openTransactions) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (Thread.getAllStackTraces().values().stream().noneMatch(AbandonedTransactionIT::waits)) {
      assertThat(System.nanoTime()).as("a thread waits for a lock").isLessThan(end);
      Thread.onSpinWait();
    }
    assertThat(served.statistics().openTransactions()).isGreaterThan(openTransactions);
  }

  private static boolean waits(StackTraceElement[] stack) {
    boolean parked = false;
    for (StackTraceElement frame : stack) {
      parked |= frame.getMethodName().startsWith("park");
      if (parked && frame.getClassName().endsWith("LockTable")) {
        return true;
      }
    }
    return false;
  }

  @Test
  void silentClientIsRolledBackAfterTheIdleTimeoutAndTold() throws Exception {
    Duration timeout = Duration.ofSeconds(1);
    try (ServedInstance served =
            serve(InstanceOptions.DEFAULT.withIdleTransactionTimeout(timeout));
        Connection silent = served.connect()) {
      silent.setAutoCommit(false);
      ServedInstance.execute(silent, "UPDATE T SET V = 1 WHERE K = 1");
      nanosToUpdate(served, 1);
      assertThat(idleRollbacksSoon(served)).isEqualTo(1);
      assertThatThrownBy(
              () -> {
                ServedInstance.execute(silent, "UPDATE T SET V = 2 WHERE K = 2");
                silent.commit();
              })
          .isInstanceOf(SQLException.class)
          .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("40001"));
      silent.rollback();
      assertThat(valueOf(silent, 1)).as("the session goes on").isEqualTo(100);
      assertThat(valueOf(silent, 2)).isZero();
    }
  }

  @Test
  void silentClientHoldsItsLocksForTenSecondsAndNoLonger() throws Exception {
    try (ServedInstance served = serve(InstanceOptions.DEFAULT);
        Connection silent = served.connect()) {
      silent.setAutoCommit(false);
      ServedInstance.execute(silent, "UPDATE T SET V = 1 WHERE K = 1");
      long begin = System.nanoTime();
      nanosToUpdate(served, 1);
      double seconds = (System.nanoTime() - begin) / 1e9;
      System.out.println("a silent client's lock was free after " + seconds + " s");
      // Not before its time; not after it by more than the look every second, and a busy machine.
      assertThat(seconds).isBetween(8.0, 30.0);
      assertThat(idleRollbacksSoon(served)).isEqualTo(1);
    }
  }

  /** They are counted just after the locks are free, so a waiter may be here before. */
  private static long idleRollbacksSoon(ServedInstance served) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (served.statistics().idleRollbacks() == 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return served.statistics().idleRollbacks();
  }

  private static long valueOf(Connection connection, long key) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT V FROM T WHERE K = " + key)) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }
}
