package org.ratchetdb.tests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ratchetdb.tests.process.ServerProcess;

/**
 * Kills the server under load many times in a row. Each transaction writes an order with three
 * lines and is acknowledged or not; after each restart no order is there in part, the index holds
 * exactly the orders of the table, and {@code CHECK DATABASE} finds nothing. Of the acknowledged
 * orders all are there when commits wait for the disk; else those that are missing were all
 * committed after those that are there.
 */
class KillUnderLoadIT {
  private static final int WRITERS = 8;
  private static final int LINES = 3;
  private static final int ACKNOWLEDGED_PER_ROUND = 400;

  private final AtomicLong ids = new AtomicLong();

  /** In place of a commit timestamp that the writer was killed before it could ask for. */
  private static final long UNKNOWN = Long.MAX_VALUE;

  /** Orders acknowledged in this round, with their commit timestamps. */
  private final Map<Long, Long> acknowledged = new ConcurrentHashMap<>();

  @ParameterizedTest
  @CsvSource({"on,20", "off,8"})
  void transactionsSurviveWholeOrLeaveNothing(
      String synchronousCommit, int rounds, @TempDir Path directory) throws Exception {
    Path data = directory.resolve("data");
    ServerProcess server = ServerProcess.start(data);
    try (Connection connection = connect(server)) {
      createTables(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "ALTER DATABASE spanner SET OPTIONS (synchronous_commit = '"
                + synchronousCommit
                + "')");
      }
    }
    Map<Long, Long> settled = new HashMap<>();
    int seen = 0;
    for (int round = 0; round < rounds; round++) {
      loadAndKill(server);
      seen += acknowledged.size();
      server = ServerProcess.start(data);
      try (Connection connection = connect(server)) {
        Map<Long, Long> present = verifyWhole(connection, round);
        assertThat(present).as("round %d: found before", round).containsAllEntriesOf(settled);
        if (synchronousCommit.equals("on")) {
          assertThat(present.keySet()).as("round %d", round).containsAll(acknowledged.keySet());
        }
        verifySuffix(present, round);
        settled = present;
      }
      acknowledged.clear();
    }
    assertThat(seen).isGreaterThanOrEqualTo(rounds * ACKNOWLEDGED_PER_ROUND);
    assertThat(server.stop()).as("exit status after SIGTERM").isIn(0, 143);
  }

  private static void createTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE CrashOrder (Id INT64 NOT NULL, Tag STRING(40) NOT NULL, Made TIMESTAMP"
              + " OPTIONS (allow_commit_timestamp = true)) PRIMARY KEY (Id)");
      statement.execute(
          "CREATE TABLE CrashLine (Id INT64 NOT NULL, Line INT64 NOT NULL, Note STRING(100))"
              + " PRIMARY KEY (Id, Line), INTERLEAVE IN PARENT CrashOrder ON DELETE CASCADE");
      statement.execute("CREATE UNIQUE INDEX CrashOrderByTag ON CrashOrder (Tag)");
    }
  }

  private void loadAndKill(ServerProcess server) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
    CountDownLatch enough = new CountDownLatch(ACKNOWLEDGED_PER_ROUND);
    List<Future<?>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(pool.submit(() -> write(server, enough)));
    }
    assertThat(enough.await(60, TimeUnit.SECONDS)).as("writers make progress").isTrue();
    server.kill();
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    for (Future<?> writer : writers) {
      writer.get();
    }
  }

  /** Writes orders until the connection breaks. */
  private void write(ServerProcess server, CountDownLatch enough) {
    try (Connection connection = connect(server);
        PreparedStatement order =
            connection.prepareStatement(
                "INSERT INTO CrashOrder (Id, Tag, Made)"
                    + " VALUES (?, ?, PENDING_COMMIT_TIMESTAMP())");
        Statement show = connection.createStatement();
        PreparedStatement line =
            connection.prepareStatement(
                "INSERT INTO CrashLine (Id, Line, Note) VALUES (?, ?, ?)")) {
      connection.setAutoCommit(false);
      while (true) {
        long id = scatter(ids.incrementAndGet());
        order.setLong(1, id);
        order.setString(2, tag(id));
        order.executeUpdate();
        for (int n = 0; n < LINES; n++) {
          line.setLong(1, id);
          line.setLong(2, n);
          line.setString(3, "line " + n + " of " + id);
          line.addBatch();
        }
        line.executeBatch();
        connection.commit();
        acknowledged.put(id, UNKNOWN);
        acknowledged.put(id, micros(value(show, "SHOW VARIABLE COMMIT_TIMESTAMP")));
        connection.commit(); // SHOW has begun a transaction
        enough.countDown();
      }
    } catch (SQLException e) {
      // The server is gone, which is what this test is about; anything else would be a fault.
      assertThat(e.getSQLState()).as("writer failed with %s", e).startsWith("08");
    }
  }

  /** Returns the orders with their commit timestamps. */
  private static Map<Long, Long> verifyWhole(Connection connection, int round) throws SQLException {
    Map<Long, Integer> lines = new HashMap<>();
    Map<Long, Long> orders = new HashMap<>();
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows =
          statement.executeQuery("SELECT Id, Tag, UNIX_MICROS(Made) FROM CrashOrder")) {
        while (rows.next()) {
          orders.put(rows.getLong(1), rows.getLong(3));
          assertThat(rows.getString(2)).isEqualTo(tag(rows.getLong(1)));
        }
      }
      try (ResultSet rows =
          statement.executeQuery("SELECT Id, COUNT(*) FROM CrashLine GROUP BY Id")) {
        while (rows.next()) {
          lines.put(rows.getLong(1), rows.getInt(2));
        }
      }
      Set<Long> indexed = new HashSet<>();
      try (ResultSet rows =
          statement.executeQuery("SELECT Id FROM CrashOrder@{FORCE_INDEX=CrashOrderByTag}")) {
        while (rows.next()) {
          indexed.add(rows.getLong(1));
        }
      }
      assertThat(indexed).as("round %d: index and table agree", round).isEqualTo(orders.keySet());
      assertThat(value(statement, "CHECK DATABASE"))
          .as("round %d: severity", round)
          .isEqualTo("INFO");
    }
    assertThat(lines.keySet()).as("round %d: orders with lines", round).isEqualTo(orders.keySet());
    assertThat(lines.values()).as("round %d: lines of an order", round).containsOnly(LINES);
    return orders;
  }

  /** What was lost, if anything, was committed last; what is there says when it was committed. */
  private void verifySuffix(Map<Long, Long> present, int round) {
    long newest = present.values().stream().max(Long::compare).orElse(0L);
    acknowledged.forEach(
        (id, made) -> {
          Long found = present.get(id);
          if (found == null) {
            assertThat(made).as("round %d: order %d is lost", round, id).isGreaterThan(newest);
          } else if (made != UNKNOWN) {
            assertThat(found).as("round %d: order %d", round, id).isEqualTo(made);
          }
        });
  }

  private static long micros(String timestamp) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(timestamp));
  }

  private static String value(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).as(sql).isTrue();
      return rows.getString(1);
    }
  }

  private static Connection connect(ServerProcess server) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + server.port() + "/spanner?user=ratchet");
  }

  private static String tag(long id) {
    return "tag-" + Long.toHexString(id);
  }

  /** Spreads consecutive numbers over the key space, each one only once. */
  private static long scatter(long n) {
    return n * 0x9e3779b97f4a7c15L;
  }
}
