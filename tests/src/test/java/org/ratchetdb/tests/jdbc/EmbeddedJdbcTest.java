package org.ratchetdb.tests.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract in this process, and what concerns embedded databases only. */
final class EmbeddedJdbcTest extends JdbcContract {
  @Override
  String url(String database) {
    return "jdbc:ratchet:mem:" + database;
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

  @Test
  void memoryEndsWithItsLastConnection() throws SQLException {
    String url = "jdbc:ratchet:mem:ends";
    try (Connection first = DriverManager.getConnection(url)) {
      execute(first, "CREATE TABLE T (Id INT64) PRIMARY KEY (Id)");
      try (Connection second = DriverManager.getConnection(url)) {
        assertThat(count(second)).isZero();
      }
      assertThat(count(first)).isZero();
    }
    try (Connection third = DriverManager.getConnection(url)) {
      assertThatThrownBy(() -> count(third)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void keepOpenOutlivesTheLastConnection() throws SQLException {
    String url = "jdbc:ratchet:mem:kept?keepOpen=true";
    try (Connection first = DriverManager.getConnection(url)) {
      execute(first, "CREATE TABLE T (Id INT64) PRIMARY KEY (Id)");
    }
    try (Connection second = DriverManager.getConnection(url)) {
      assertThat(count(second)).isZero();
    }
  }

  @Test
  void namelessMemoryIsPrivate() throws SQLException {
    try (Connection first = DriverManager.getConnection("jdbc:ratchet:mem:");
        Connection second = DriverManager.getConnection("jdbc:ratchet:mem:")) {
      execute(first, "CREATE TABLE T (Id INT64) PRIMARY KEY (Id)");
      assertThatThrownBy(() -> count(second)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void aDirectoryKeepsItsRows(@TempDir Path directory) throws SQLException {
    String url = "jdbc:ratchet:file:" + directory;
    try (Connection connection = DriverManager.getConnection(url)) {
      execute(connection, "CREATE TABLE T (Id INT64) PRIMARY KEY (Id)");
      execute(connection, "INSERT INTO T (Id) VALUES (1)");
    }
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(count(connection)).isEqualTo(1);
    }
  }

  @Test
  void aDirectoryHasADatabaseOfEachDialect(@TempDir Path directory) throws SQLException {
    String url = "jdbc:ratchet:file:" + directory;
    try (Connection google = DriverManager.getConnection(url);
        Connection postgres = DriverManager.getConnection(url + "?dialect=postgresql")) {
      assertThat(google.getCatalog()).isEqualTo("spanner");
      assertThat(postgres.getCatalog()).isEqualTo("postgres");
      execute(postgres, "CREATE TABLE t (id bigint PRIMARY KEY)");
    }
  }

  @Test
  void aMissingDatabaseOfADirectoryIsMadeOnRequestOnly(@TempDir Path directory)
      throws SQLException {
    String url = "jdbc:ratchet:file:" + directory + ";database=orders";
    assertThatThrownBy(() -> DriverManager.getConnection(url))
        .hasMessageContaining("create=true")
        .extracting("SQLState")
        .isEqualTo("3D000");
    try (Connection connection = DriverManager.getConnection(url + ";create=true")) {
      assertThat(connection.getCatalog()).isEqualTo("orders");
    }
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(connection.getCatalog()).isEqualTo("orders");
    }
  }

  @Test
  void anotherDialectThanTheDatabasesIsRefused() throws SQLException {
    try (Connection first = DriverManager.getConnection("jdbc:ratchet:mem:mixed?database=a")) {
      assertThat(first.isValid(1)).isTrue();
      assertThatThrownBy(
              () ->
                  DriverManager.getConnection(
                      "jdbc:ratchet:mem:mixed?database=a&dialect=postgresql"))
          .hasMessageContaining("GOOGLE_STANDARD_SQL");
    }
  }
}
