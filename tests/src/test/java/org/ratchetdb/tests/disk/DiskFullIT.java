package org.ratchetdb.tests.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.util.PSQLException;
import org.ratchetdb.tests.process.ServerProcess;
import org.ratchetdb.tests.process.ServerSpec;

/** A server whose disk has no room left, and what it has when there is room again. */
class DiskFullIT {
  private static final String DISK_FULL = "53100";
  private static final String IO_ERROR = "58030";
  private static final String ABORTED = "40001";
  private static final Duration RETRY = Duration.ofMillis(100);
  private static final Duration RECOVERY_MAX = Duration.ofMinutes(2);
  private static final String NOTE = "n".repeat(8_000);
  private static final int ROWS_MAX = 100_000;

  @Test
  void fullDiskIsToldAndNothingAcknowledgedIsLost(@TempDir Path directory) throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 48)) {
      Path data = disk.root().resolve("data");
      int acknowledged;
      try (ServerProcess server = ServerProcess.start(data, ServerSpec.DEFAULT);
          Connection connection = connect(server)) {
        createTable(connection);
        disk.fill(2 << 20);
        SQLException refused = new SQLException("nothing was refused");
        acknowledged = 0;
        try {
          while (acknowledged < ROWS_MAX) {
            insert(connection, acknowledged);
            acknowledged++;
          }
        } catch (SQLException e) {
          refused = e;
        }
        System.out.println(acknowledged + " rows, then: " + text(refused));
        assertThat(refused.getSQLState()).isEqualTo(DISK_FULL);
        assertThat(text(refused)).contains("disk is full", "Hint: Make room");
        // Reads go on, and see what was acknowledged.
        assertThat(count(connection)).isEqualTo(acknowledged);
        assertThatThrownBy(() -> insert(connection, ROWS_MAX + 1))
            .isInstanceOf(SQLException.class)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo(DISK_FULL));
        assertThat(count(connection)).isEqualTo(acknowledged);
        server.kill();
      }
      disk.makeRoom();
      checkAfterwards(data, acknowledged);
    }
  }

  @Test
  void writesGoOnWithoutARestartOnceThereIsRoom(@TempDir Path directory) throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 48)) {
      Path data = disk.root().resolve("data");
      int acknowledged = 0;
      try (ServerProcess server = ServerProcess.start(data, ServerSpec.DEFAULT);
          Connection connection = connect(server)) {
        createTable(connection);
        disk.fill(2 << 20);
        String refused = "";
        while (refused.isEmpty() && acknowledged < ROWS_MAX) {
          refused = tryInsert(connection, acknowledged);
          acknowledged += refused.isEmpty() ? 1 : 0;
        }
        assertThat(refused).isEqualTo(DISK_FULL);
        assertThat(tryInsert(connection, ROWS_MAX + 1)).isEqualTo(DISK_FULL);
        assertThat(count(connection)).isEqualTo(acknowledged);

        disk.makeRoom();
        long end = System.nanoTime() + RECOVERY_MAX.toNanos();
        refused = tryInsert(connection, ROWS_MAX + 3);
        while (!refused.isEmpty()) {
          assertThat(refused).isIn(DISK_FULL, ABORTED);
          assertThat(System.nanoTime() - end).as("it takes writes again").isNegative();
          LockSupport.parkNanos(this, RETRY.toNanos());
          refused = tryInsert(connection, ROWS_MAX + 3);
        }
        acknowledged++;
        // The ones that were refused may have reached the disk.
        assertThat(count(connection)).isBetween(acknowledged, acknowledged + 2);
        server.kill();
      }
      checkAfterwards(data, acknowledged);
    }
  }

  private static String tryInsert(Connection connection, int id) {
    try {
      insert(connection, id);
      return "";
    } catch (SQLException e) {
      return String.valueOf(e.getSQLState());
    }
  }

  @Test
  void serverThatCannotStartOnAFullDiskSaysWhyAndLosesNothing(@TempDir Path directory)
      throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 48)) {
      Path data = disk.root().resolve("data");
      try (ServerProcess server = ServerProcess.start(data, ServerSpec.DEFAULT);
          Connection connection = connect(server)) {
        createTable(connection);
        for (int i = 0; i < 100; i++) {
          insert(connection, i);
        }
        server.kill();
      }
      disk.fill(0);
      assertThatThrownBy(() -> ServerProcess.start(data, ServerSpec.DEFAULT).close())
          .isInstanceOf(IOException.class)
          .hasMessageMatching("(?s).*(disk is full|No space left on device).*");
      disk.makeRoom();
      checkAfterwards(data, 100);
    }
  }

  /** Works without a mount: no file may grow beyond the limit. */
  @Test
  void failedWritesAreToldAndNothingAcknowledgedIsLost(@TempDir Path directory) throws Exception {
    Path data = directory.resolve("data");
    int acknowledged = 0;
    try (ServerProcess server =
            ServerProcess.start(data, ServerSpec.DEFAULT.withFileKibibytesMax(2_048));
        Connection connection = connect(server)) {
      createTable(connection);
      SQLException refused = new SQLException("nothing was refused");
      try {
        while (acknowledged < ROWS_MAX) {
          insert(connection, acknowledged);
          acknowledged++;
        }
      } catch (SQLException e) {
        refused = e;
      }
      System.out.println(acknowledged + " rows, then: " + text(refused));
      assertThat(refused.getSQLState()).isEqualTo(IO_ERROR);
      assertThat(text(refused)).contains("could not be written", "File too large", "Hint: ");
      assertThat(count(connection)).isEqualTo(acknowledged);
      server.kill();
    }
    checkAfterwards(data, acknowledged);
  }

  /** Starts again, finds every row, writes, and checks. */
  private static void checkAfterwards(Path data, int acknowledged) throws Exception {
    try (ServerProcess server = ServerProcess.start(data, ServerSpec.DEFAULT);
        Connection connection = connect(server)) {
      // The one that was refused may have reached the disk, as its client was told.
      assertThat(count(connection)).isBetween(acknowledged, acknowledged + 2);
      insert(connection, ROWS_MAX + 2);
      try (Statement statement = connection.createStatement();
          ResultSet findings = statement.executeQuery("CHECK DATABASE")) {
        while (findings.next()) {
          assertThat(findings.getString(1)).as(findings.getString(4)).isEqualTo("INFO");
        }
      }
      assertThat(server.stop()).isIn(0, 143);
    }
  }

  private static String text(SQLException e) {
    return e instanceof PSQLException psql && psql.getServerErrorMessage() != null
        ? psql.getServerErrorMessage().toString()
        : e.toString();
  }

  private static void createTable(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE T (Id INT64 NOT NULL, Note STRING(MAX)) PRIMARY KEY (Id)");
      statement.execute("CREATE INDEX ByNote ON T (Note)");
    }
  }

  private static void insert(Connection connection, int id) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO T (Id, Note) VALUES (?, ?)")) {
      insert.setLong(1, id);
      insert.setString(2, id + NOTE);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }

  private static int count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM T")) {
      assertThat(row.next()).isTrue();
      return row.getInt(1);
    }
  }

  private static Connection connect(ServerProcess server) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + server.port() + "/gsql?user=tester");
  }
}
