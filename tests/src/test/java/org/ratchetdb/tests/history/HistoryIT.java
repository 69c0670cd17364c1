package org.ratchetdb.tests.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.database.RatchetInstance;
import org.ratchetdb.pgwire.PgServer;
import org.ratchetdb.pgwire.PgServerOptions;
import org.ratchetdb.tests.history.HistoryChecker.Demand;
import org.ratchetdb.tests.process.ServerSpec;

/**
 * Runs the workload and checks what its clients have seen. {@code -Dhistory.seconds=600} makes it
 * run for ten minutes in all instead of what fits between other tests; {@code -Dhistory.seed=N}
 * repeats the choices of a run, though not its interleavings.
 */
class HistoryIT {
  private static final int SECONDS = Integer.getInteger("history.seconds", 36);

  /** Below this many transactions the absence of anomalies says little. */
  private static final long COMMITTED_MIN = 300;

  private static final Duration LONGEST = Duration.ofMinutes(5);

  /** So small that hundreds of rows divide. */
  private static final long SPLIT_BYTES = 32 << 10;

  private static final Duration BETWEEN_KILLS = Duration.ofSeconds(6);

  /** What the broken database has to run in, where the healthy one runs for minutes. */
  private static final Duration BROKEN_RUN = Duration.ofSeconds(60);

  private SplittableRandom random = new SplittableRandom(0);

  @BeforeEach
  void printSeed() {
    long seed = Long.getLong("history.seed", new SplittableRandom().nextLong());
    System.out.println("HistoryIT seed " + seed);
    random = new SplittableRandom(seed);
  }

  @Test
  void serverThatIsKilledUnderLoadKeepsItsPromises(@TempDir Path directory) throws Exception {
    try (KilledServer server =
        new KilledServer(directory, ServerSpec.DEFAULT.withSplitBytes(SPLIT_BYTES))) {
      Workload google =
          new Workload(
              Dialect.GOOGLE_STANDARD_SQL,
              client -> server.connect("gsql", client),
              WorkloadOptions.DEFAULT,
              random.split());
      Workload postgres =
          new Workload(
              Dialect.POSTGRESQL,
              client -> server.connect("pg", client),
              WorkloadOptions.DEFAULT,
              random.split());
      run(
          Duration.ofSeconds(SECONDS * 3L / 4),
          List.of(google, postgres),
          () -> {
            boolean goOn = pause(BETWEEN_KILLS);
            server.killAndRestart();
            return goOn;
          });
      check("GoogleSQL server, " + server.kills() + " kills", google);
      check("PostgreSQL server, " + server.kills() + " kills", postgres);
      assertThat(server.kills()).isPositive();
    }
  }

  @Test
  void embeddedDatabaseKeepsItsPromises(@TempDir Path directory) throws Exception {
    String url = "jdbc:ratchet:file:" + directory.resolve("data");
    try (Connection keep = DriverManager.getConnection(url)) {
      assertThat(keep.isValid(1)).isTrue();
      Workload workload =
          new Workload(
              Dialect.GOOGLE_STANDARD_SQL,
              client -> DriverManager.getConnection(url),
              WorkloadOptions.DEFAULT,
              random.split());
      run(Duration.ofSeconds(SECONDS / 4), List.of(workload), () -> pause(Duration.ofMillis(100)));
      check("embedded", workload);
    }
  }

  /** Runs the workloads for a time; meanwhile does something again and again. */
  private static void run(Duration duration, List<Workload> workloads, Disturbance disturbance)
      throws Exception {
    for (Workload workload : workloads) {
      workload.createTables();
    }
    long start = System.nanoTime();
    workloads.forEach(Workload::start);
    boolean goOn = true;
    while (goOn && goesOn(System.nanoTime() - start, duration, workloads)) {
      goOn = disturbance.disturb();
    }
    for (Workload workload : workloads) {
      workload.stop();
    }
  }

  /** A slow machine gets longer, so that every history is worth its check. */
  private static boolean goesOn(long nanos, Duration duration, List<Workload> workloads) {
    return nanos < duration.toNanos()
        || (nanos < LONGEST.toNanos()
            && workloads.stream().anyMatch(workload -> workload.committed() <= COMMITTED_MIN));
  }

  /** What happens beside the workload. */
  @FunctionalInterface
  interface Disturbance {
    /** Returns whether to go on. */
    boolean disturb() throws Exception;
  }

  /** Waits; false when interrupted. */
  static boolean pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(HistoryIT.class, left);
      if (Thread.currentThread().isInterrupted()) {
        return false;
      }
    }
    return true;
  }

  private static void check(String what, Workload workload) {
    System.out.println(what + ": " + workload.summary());
    assertThat(HistoryChecker.check(workload.history(), Demand.AS_PROMISED)).as(what).isEmpty();
    assertThat(workload.errors()).as("errors that no client should see, %s", what).isEmpty();
    assertThat(workload.committed()).as("the workload got somewhere").isGreaterThan(COMMITTED_MIN);
  }

  // ---- what the checker must find, and what REPEATABLE READ allows

  @Test
  void databaseWithoutReadLocksIsCaught() throws Exception {
    try (Instance instance =
            RatchetInstance.openMemory(
                InstanceOptions.DEFAULT, JdkThreads.INSTANCE, StoreWithoutReadLocks::wrap);
        PgServer server = new PgServer(instance, PgServerOptions.DEFAULT.withPort(0))) {
      instance.createDatabase("d", Dialect.GOOGLE_STANDARD_SQL);
      server.start();
      String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/d?user=tester";
      Workload workload =
          new Workload(
              Dialect.GOOGLE_STANDARD_SQL,
              client -> DriverManager.getConnection(url),
              WorkloadOptions.DEFAULT.withRepeatable(0).withSchemaChanges(false),
              random.split());
      List<Anomaly> found = new ArrayList<>();
      run(
          BROKEN_RUN,
          List.of(workload),
          () -> {
            boolean goOn = pause(Duration.ofSeconds(1));
            found.addAll(HistoryChecker.check(workload.history(), Demand.AS_PROMISED));
            return goOn && found.isEmpty();
          });
      System.out.println("without read locks: " + workload.summary());
      found.stream().limit(3).forEach(System.out::println);
      assertThat(found)
          .extracting(Anomaly::kind)
          .containsAnyOf(
              Anomaly.Kind.TIMESTAMP,
              Anomaly.Kind.REAL_TIME,
              Anomaly.Kind.G2,
              Anomaly.Kind.G_SINGLE,
              Anomaly.Kind.LOST_UPDATE,
              Anomaly.Kind.INCOMPATIBLE_ORDER);
    }
  }

  @Test
  void writeSkewHappensUnderRepeatableReadAndNotUnderSerializable() throws Exception {
    assertThat(skew(Connection.TRANSACTION_REPEATABLE_READ)).isTrue();
    assertThat(skew(Connection.TRANSACTION_SERIALIZABLE)).isFalse();
  }

  /** Each of two transactions reads what the other then writes; whether both got through. */
  private static boolean skew(int isolation) throws SQLException {
    String url = "jdbc:ratchet:mem:skew" + isolation;
    try (Connection setup = DriverManager.getConnection(url);
        Connection one = DriverManager.getConnection(url);
        Connection two = DriverManager.getConnection(url)) {
      execute(setup, "CREATE TABLE Duty (Id INT64 NOT NULL, Busy INT64) PRIMARY KEY (Id)");
      execute(setup, "INSERT INTO Duty (Id, Busy) VALUES (1, 0), (2, 0)");
      List<TransactionRecord> history = new ArrayList<>();
      for (Connection connection : List.of(one, two)) {
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(false);
      }
      try {
        SkewTransaction first = new SkewTransaction(one, 1, 2, history);
        SkewTransaction second = new SkewTransaction(two, 2, 1, history);
        first.read();
        second.read();
        // Under SERIALIZABLE the older one wounds the younger instead of waiting for it.
        first.write();
        first.commit();
        second.write();
        second.commit();
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isEqualTo("40001");
        return false;
      } finally {
        one.rollback();
        two.rollback();
      }
      assertThat(HistoryChecker.check(history, Demand.AS_PROMISED)).isEmpty();
      assertThat(HistoryChecker.check(history, Demand.ALL_SERIALIZABLE))
          .extracting(Anomaly::kind)
          .containsExactly(Anomaly.Kind.G2);
      return true;
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
