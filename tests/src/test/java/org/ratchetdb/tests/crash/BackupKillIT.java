package org.ratchetdb.tests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.jdbc.api.RatchetSession;
import org.ratchetdb.tests.process.ServerProcess;
import org.ratchetdb.tests.process.ServerSpec;

/**
 * A server that gets {@code kill -9} as soon as it tells that a backup or a restore is under way.
 * Whatever it managed to do before it died: each is there whole or not at all.
 */
@Timeout(300)
final class BackupKillIT {
  private static final int STATEMENTS = 4;

  @TempDir private Path root;

  private Path backups() {
    return root.resolve("backups");
  }

  private ServerProcess start() throws IOException, InterruptedException {
    return ServerProcess.start(root.resolve("data"), ServerSpec.DEFAULT);
  }

  private static Connection connect(ServerProcess server, String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:ratchet://127.0.0.1:" + server.port() + "/" + database);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> column(Connection connection, String sql, int column)
      throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(column));
      }
    }
    return values;
  }

  private static void fill(Connection connection) throws SQLException {
    execute(connection, "CREATE TABLE t (id bigint PRIMARY KEY, v varchar)");
    execute(connection, "CREATE INDEX by_v ON t (v)");
    for (int i = 0; i < STATEMENTS; i++) {
      execute(
          connection,
          "INSERT INTO t SELECT x, md5(x::varchar) || md5((-x)::varchar)"
              + " FROM generate_series("
              + i * 10_000
              + ", "
              + (i * 10_000 + 9_999)
              + ") AS x");
    }
  }

  /** Runs a statement and kills the server at the first report that begins so. */
  private static void kill(ServerProcess server, String sql, String phase) throws Exception {
    AtomicBoolean killed = new AtomicBoolean();
    try (Connection connection = connect(server, "pg")) {
      connection
          .unwrap(RatchetSession.class)
          .setNoticeListener(
              warning -> {
                if (String.valueOf(warning.getMessage()).startsWith(phase)
                    && killed.compareAndSet(false, true)) {
                  try {
                    server.kill();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                }
              });
      execute(connection, "SET client_min_messages = log");
      execute(connection, sql);
    } catch (SQLException e) {
      // It has no server any more; else it came to its end before that.
      assertThat(killed).as("%s", e).isTrue();
    }
    assertThat(killed).isTrue();
    assertThat(server.isAlive()).isFalse();
  }

  private static void assertWhole(Connection connection) throws SQLException {
    assertThat(column(connection, "SELECT count(*) FROM t", 1))
        .containsExactly(Integer.toString(STATEMENTS * 10_000));
    assertThat(column(connection, "CHECK DATABASE", 1)).containsExactly("INFO");
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void killedBackupIsWholeOrNoneAndTheNextWorks() throws Exception {
    String backup = "BACKUP DATABASE TO '" + backups() + "'";
    try (ServerProcess server = start()) {
      try (Connection connection = connect(server, "pg")) {
        fill(connection);
      }
      kill(server, backup, "backup: ");
    }
    try (ServerProcess server = start();
        Connection connection = connect(server, "pg")) {
      assertWhole(connection);
      assertThat(names(root.resolve("data/databases"))).containsExactly("gsql", "pg");
      execute(connection, backup);
      String verify = "VERIFY BACKUP IN '" + backups() + "'";
      assertThat(column(connection, verify, 1)).isNotEmpty().containsOnly("INFO");
      List<String> ids = column(connection, "SHOW BACKUPS IN '" + backups() + "'", 1);
      for (String file : names(backups().resolve("files"))) {
        assertThat(ids).as(file).contains("" + Long.parseLong(file.substring(0, 6)));
      }
      execute(connection, "RESTORE DATABASE r FROM '" + backups() + "'");
      try (Connection restored = connect(server, "r")) {
        assertWhole(restored);
      }
    }
  }

  @Test
  void killedRestoreIsWholeOrNoneAndTheNextWorks() throws Exception {
    String restore = "RESTORE DATABASE r FROM '" + backups() + "'";
    try (ServerProcess server = start()) {
      try (Connection connection = connect(server, "pg")) {
        fill(connection);
        execute(connection, "BACKUP DATABASE TO '" + backups() + "'");
      }
      kill(server, restore, "restore: ");
    }
    try (ServerProcess server = start();
        Connection connection = connect(server, "pg")) {
      assertWhole(connection);
      List<String> databases = column(connection, "SHOW DATABASES", 1);
      assertThat(names(root.resolve("data/databases"))).isEqualTo(databases);
      if (databases.contains("r")) {
        try (Connection restored = connect(server, "r")) {
          assertWhole(restored);
        }
        execute(connection, "DROP DATABASE r");
      }
      execute(connection, restore);
      try (Connection restored = connect(server, "r")) {
        assertWhole(restored);
      }
    }
  }
}
