package org.ratchetdb.tests.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ratchetdb.tests.process.HaltingThreads;
import org.ratchetdb.tests.process.ServerProcess;
import org.ratchetdb.tests.process.ServerSpec;

/**
 * A server that ends in the middle of making a snapshot, a branch or a restore leaves nothing of it
 * or all of it, and everything else as it was.
 */
@Timeout(300)
final class BranchCrashIT {
  private static final Duration END_MAX = Duration.ofSeconds(60);

  @TempDir static Path prepared;
  @TempDir Path data;

  private static Connection connect(ServerProcess server, String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + database + "?user=tester");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> column(Connection connection, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  /**
   * The database {@code pg} with row 1 in the snapshot {@code base} and row 2 since, and an index.
   */
  @BeforeAll
  static void prepare() throws Exception {
    try (ServerProcess server = ServerProcess.start(prepared, ServerSpec.DEFAULT)) {
      try (Connection connection = connect(server, "pg")) {
        execute(connection, "CREATE TABLE t (id bigint PRIMARY KEY, v varchar)");
        execute(connection, "CREATE INDEX by_v ON t (v)");
        execute(connection, "INSERT INTO t VALUES (1, 'one')");
        execute(connection, "CREATE SNAPSHOT base");
        execute(connection, "INSERT INTO t VALUES (2, 'two')");
      }
      server.kill();
    }
  }

  @BeforeEach
  void copy() throws IOException {
    try (Stream<Path> paths = Files.walk(prepared)) {
      for (Path path : paths.toList()) {
        Path target = data.resolve(prepared.relativize(path));
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }

  private void crash(String point, int hit, String statement) throws Exception {
    try (ServerProcess server =
        ServerProcess.start(data, ServerSpec.DEFAULT.withHalt(point, hit))) {
      try (Connection connection = connect(server, "pg")) {
        assertThatThrownBy(() -> execute(connection, statement)).isInstanceOf(SQLException.class);
      }
      assertThat(server.awaitEnd(END_MAX)).isEqualTo(HaltingThreads.EXIT_STATUS);
    }
  }

  private static void assertHolds(ServerProcess server, String database, String... ids)
      throws SQLException {
    try (Connection connection = connect(server, database)) {
      assertThat(column(connection, "SELECT id FROM t ORDER BY id")).containsExactly(ids);
      assertThat(column(connection, "CHECK DATABASE")).doesNotContain("ERROR", "WARNING");
      execute(connection, "INSERT INTO t VALUES (9, 'nine')");
      execute(connection, "DELETE FROM t WHERE id = 9");
    }
  }

  @ParameterizedTest
  @CsvSource({"snapshot.checkpoint, false", "snapshot.copied, false", "snapshot.marked, true"})
  void snapshotIsThereWholeOrNotAtAll(String point, boolean there) throws Exception {
    crash(point, 1, "CREATE SNAPSHOT later");
    try (ServerProcess server = ServerProcess.start(data, ServerSpec.DEFAULT)) {
      try (Connection connection = connect(server, "pg")) {
        assertThat(column(connection, "SHOW SNAPSHOTS").contains("later")).isEqualTo(there);
        if (!there) {
          execute(connection, "CREATE SNAPSHOT later");
        }
        execute(connection, "CREATE DATABASE a FROM SNAPSHOT base");
        execute(connection, "CREATE DATABASE b FROM SNAPSHOT later");
      }
      assertHolds(server, "a", "1");
      assertHolds(server, "b", "1", "2");
      assertHolds(server, "pg", "1", "2");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "branch.link, 1, FROM SNAPSHOT base, false",
    "branch.link, 3, FROM SNAPSHOT base, false",
    "branch.copied, 1, FROM SNAPSHOT base, false",
    "branch.marked, 1, FROM SNAPSHOT base, true",
    "branch.checkpoint, 1, FROM DATABASE pg, false",
    "branch.copied, 1, FROM DATABASE pg, false",
    "branch.marked, 1, FROM DATABASE pg, true",
  })
  void branchIsThereWholeOrNotAtAll(String point, int hit, String source, boolean there)
      throws Exception {
    crash(point, hit, "CREATE DATABASE b " + source);
    try (ServerProcess server = ServerProcess.start(data, ServerSpec.DEFAULT)) {
      try (Connection connection = connect(server, "pg")) {
        assertThat(column(connection, "SHOW DATABASES").contains("b")).isEqualTo(there);
        if (!there) {
          execute(connection, "CREATE DATABASE b " + source);
        }
      }
      String[] expected = source.endsWith("pg") ? new String[] {"1", "2"} : new String[] {"1"};
      assertHolds(server, "b", expected);
      assertHolds(server, "pg", "1", "2");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "branch.link, false",
    "branch.copied, false",
    "branch.marked, false",
    "branch.moved, true",
    "branch.replaced, true"
  })
  void restoreHasHappenedOrNot(String point, boolean happened) throws Exception {
    crash(point, 1, "RESTORE DATABASE pg FROM SNAPSHOT base");
    try (ServerProcess server = ServerProcess.start(data, ServerSpec.DEFAULT)) {
      assertHolds(server, "pg", happened ? new String[] {"1"} : new String[] {"1", "2"});
      try (Connection connection = connect(server, "pg")) {
        execute(connection, "RESTORE DATABASE pg FROM SNAPSHOT base");
      }
      assertHolds(server, "pg", "1");
    }
  }
}
