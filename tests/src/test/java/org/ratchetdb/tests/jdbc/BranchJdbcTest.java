package org.ratchetdb.tests.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots, branches and restores through JDBC, in memory and in a directory. */
final class BranchJdbcTest {
  @TempDir Path directory;

  private String url(String kind) {
    return kind.equals("mem") ? "jdbc:ratchet:mem:branches" : "jdbc:ratchet:file:" + directory;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM T")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void fill(Connection connection) throws SQLException {
    execute(connection, "CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id)");
    execute(connection, "INSERT INTO T (Id) VALUES (1), (2)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mem", "file"})
  void branchIsAnotherDatabaseOfTheSameUrl(String kind) throws SQLException {
    try (Connection origin = DriverManager.getConnection(url(kind))) {
      fill(origin);
      execute(origin, "CREATE SNAPSHOT base");
      execute(origin, "CREATE DATABASE branch FROM SNAPSHOT base");
      try (Connection branch = DriverManager.getConnection(url(kind) + "?database=branch")) {
        execute(branch, "INSERT INTO T (Id) VALUES (3)");
        assertThat(count(branch)).isEqualTo(3);
        assertThat(count(origin)).isEqualTo(2);
        assertThatThrownBy(() -> execute(origin, "DROP DATABASE branch"))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55006"));
      }
      execute(origin, "DROP DATABASE branch");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mem", "file"})
  void rewindingKeepsConnectionsAndPreparedStatements(String kind) throws SQLException {
    try (Connection first = DriverManager.getConnection(url(kind));
        Connection second = DriverManager.getConnection(url(kind))) {
      fill(first);
      execute(first, "CREATE SNAPSHOT base");
      try (PreparedStatement insert = second.prepareStatement("INSERT INTO T (Id) VALUES (?)")) {
        for (int round = 0; round < 5; round++) {
          insert.setLong(1, 10 + round % 2);
          insert.executeUpdate();
          assertThat(count(first)).isEqualTo(3);
          execute(first, "RESTORE DATABASE spanner FROM SNAPSHOT base");
          assertThat(count(second)).isEqualTo(2);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mem", "file"})
  void openTransactionIsLostToARestoreWithARetryableError(String kind) throws SQLException {
    try (Connection first = DriverManager.getConnection(url(kind));
        Connection second = DriverManager.getConnection(url(kind))) {
      fill(first);
      execute(first, "CREATE SNAPSHOT base");
      second.setAutoCommit(false);
      execute(second, "INSERT INTO T (Id) VALUES (3)");
      execute(first, "RESTORE DATABASE spanner FROM SNAPSHOT base");
      assertThatThrownBy(() -> count(second))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("40001");
                assertThat(e.getMessage()).contains("The database was restored");
              });
      second.rollback();
      assertThat(count(second)).isEqualTo(2);
      execute(second, "INSERT INTO T (Id) VALUES (3)");
      second.commit();
      assertThat(count(first)).isEqualTo(3);
    }
  }
}
