package org.ratchetdb.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that is told to end says why, ends in time, and starts again with all there was. */
class ServerEndIT {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** Runs what follows with SIGHUP ignored, as nohup does. */
  private static final List<String> IGNORING_HANGUPS =
      List.of("bash", "-c", "trap '' HUP; exec \"$@\"", "bash");

  @TempDir Path directory;

  private static Connection connect(ServerProcess server) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:ratchet://127.0.0.1:" + server.port() + "/postgres?connectTimeout=60");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
  void signalEndsItCleanlyWhileClientsWork(String signal, int status) throws Exception {
    try (ServerProcess server = ServerProcess.start(directory);
        Connection idle = connect(server);
        Connection open = connect(server);
        Connection busy = connect(server);
        Statement endless = busy.createStatement()) {
      execute(idle, "CREATE TABLE t (k bigint PRIMARY KEY)");
      execute(idle, "INSERT INTO t VALUES (1), (2)");
      open.setAutoCommit(false);
      execute(open, "INSERT INTO t VALUES (3)");
      CompletableFuture<Void> running =
          CompletableFuture.runAsync(
              () ->
                  assertThatThrownBy(
                          () ->
                              endless.executeQuery(
                                  "SELECT count(*) FROM generate_series(1, 100000) a,"
                                      + " generate_series(1, 100000) b WHERE a + b < 0"))
                      .isInstanceOf(SQLException.class));
      awaitRunning(idle);

      server.signal(signal);

      assertThat(server.awaitEnd(LONGEST)).isEqualTo(status);
      running.get(60, TimeUnit.SECONDS);
      assertThat(server.output()).contains("SIG" + signal).contains("ratchet: stopped");
    }
    try (ServerProcess again = ServerProcess.start(directory);
        Connection connection = connect(again)) {
      assertThat(count(connection)).isEqualTo(2);
    }
  }

  /** Waits until the endless statement has begun. */
  private static void awaitRunning(Connection looker) throws SQLException {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    try (Statement statement = looker.createStatement()) {
      while (true) {
        try (ResultSet rows =
            statement.executeQuery(
                "SELECT count(*) FROM ratchet_sys.sessions"
                    + " WHERE state = 'RUNNING' AND text LIKE '%a + b < 0%'"
                    + " AND text NOT LIKE '%ratchet_sys%'")) {
          rows.next();
          if (rows.getLong(1) == 1) {
            return;
          }
        }
        assertThat(System.nanoTime()).isLessThan(deadline);
      }
    }
  }

  @Test
  void hangupThatIsIgnoredFromTheStartDoesNotEndIt() throws Exception {
    try (ServerProcess server = ServerProcess.startBehind(IGNORING_HANGUPS, directory)) {
      server.signal("HUP");
      try (Connection connection = connect(server)) {
        execute(connection, "CREATE TABLE t (k bigint PRIMARY KEY)");
        assertThat(count(connection)).isZero();
      }
      server.signal("TERM");
      assertThat(server.awaitEnd(LONGEST)).isEqualTo(143);
      assertThat(server.output()).doesNotContain("SIGHUP").contains("SIGTERM");
    }
  }
}
