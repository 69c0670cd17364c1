package org.ratchetdb.tests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.tests.process.ServerProcess;

/**
 * Kills the server under load twenty times in a row. Each transaction writes an order with three
 * lines and is acknowledged or not; after each restart every acknowledged order is there with all
 * its lines, no order is there in part, and the index holds exactly the orders of the table.
 */
class KillUnderLoadIT {
  private static final int ROUNDS = 20;
  private static final int WRITERS = 8;
  private static final int LINES = 3;
  private static final int ACKNOWLEDGED_PER_ROUND = 400;

  private final AtomicLong ids = new AtomicLong();
  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();

  @Test
  void acknowledgedTransactionsSurviveWholeAndOthersLeaveNothing(@TempDir Path directory)
      throws Exception {
    Path data = directory.resolve("data");
    ServerProcess server = ServerProcess.start(data);
    try (Connection connection = connect(server)) {
      createTables(connection);
    }
    for (int round = 0; round < ROUNDS; round++) {
      loadAndKill(server);
      server = ServerProcess.start(data);
      try (Connection connection = connect(server)) {
        verify(connection, round);
      }
    }
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ROUNDS * ACKNOWLEDGED_PER_ROUND);
    assertThat(server.stop()).as("exit status after SIGTERM").isIn(0, 143);
  }

  private static void createTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE CrashOrder (Id INT64 NOT NULL, Tag STRING(40) NOT NULL) PRIMARY KEY (Id)");
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
            connection.prepareStatement("INSERT INTO CrashOrder (Id, Tag) VALUES (?, ?)");
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
        acknowledged.add(id);
        enough.countDown();
      }
    } catch (SQLException e) {
      // The server is gone, which is what this test is about; anything else would be a fault.
      assertThat(e.getSQLState()).as("writer failed with %s", e).startsWith("08");
    }
  }

  private void verify(Connection connection, int round) throws SQLException {
    Map<Long, Integer> lines = new HashMap<>();
    Set<Long> orders = new HashSet<>();
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("SELECT Id, Tag FROM CrashOrder")) {
        while (rows.next()) {
          orders.add(rows.getLong(1));
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
      assertThat(indexed).as("round %d: index and table agree", round).isEqualTo(orders);
    }
    assertThat(orders).as("round %d: acknowledged orders", round).containsAll(acknowledged);
    assertThat(lines.keySet()).as("round %d: orders with lines", round).isEqualTo(orders);
    assertThat(lines.values()).as("round %d: lines of an order", round).containsOnly(LINES);
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
