package org.ratchetdb.tests.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.type.Dialect;

/** Cells, statements and commits as large as they may be. */
class WriteLimitsRunTest {
  private static LimitsDatabase withTable(Dialect dialect) {
    LimitsDatabase database = new LimitsDatabase(dialect);
    database.run(
        database.postgres
            ? "CREATE TABLE t (k bigint PRIMARY KEY, s text, b bytea, n bigint)"
            : "CREATE TABLE t (k INT64, s STRING(MAX), b BYTES(MAX), n INT64) PRIMARY KEY (k)");
    return database;
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void cells(Dialect dialect) {
    try (LimitsDatabase database = withTable(dialect)) {
      database.run("INSERT INTO t (k, s) SELECT 1, repeat('x', 2621440)");
      String tooLong = database.postgres ? "size" : "size: 2621441, limit: 2621440";
      database.assertRefused(
          "INSERT INTO t (k, s) SELECT 2, repeat('x', 2621441)",
          CanonicalStatus.FAILED_PRECONDITION,
          "22001",
          database.postgres ? "value too long for type character varying(2621440)" : tooLong);
      // Characters are counted, not bytes.
      database.run("UPDATE t SET s = repeat('\u20ac', 2621440) WHERE k = 1");
      assertThat(database.number("SELECT length(s) FROM t WHERE k = 1")).isEqualTo(2_621_440);
      String bytes = database.postgres ? "repeat('x', #)::bytea" : "REPEAT(b'x', #)";
      database.run("INSERT INTO t (k, b) SELECT 3, " + bytes.replace("#", "10485760"));
      database.assertRefused(
          "INSERT INTO t (k, b) SELECT 4, " + bytes.replace("#", "10485761"),
          CanonicalStatus.FAILED_PRECONDITION,
          "22001",
          "size: 10485761, limit: 10485760");
      database.assertRefused(
          "UPDATE t SET b = " + bytes.replace("#", "10485761") + " WHERE k = 3",
          CanonicalStatus.FAILED_PRECONDITION,
          "22001",
          "size: 10485761, limit: 10485760");
      assertThat(database.number("SELECT length(b) FROM t WHERE k = 3")).isEqualTo(10_485_760);
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void mutationsOfStatement(Dialect dialect) {
    try (LimitsDatabase database = withTable(dialect)) {
      database.createTable("numbers", 1);
      String numbers = LimitsDatabase.numbered(1, 201, "(#)", ", ");
      database.run("INSERT INTO numbers (c0) VALUES " + numbers);
      String rows = "SELECT a.c0 * 1000 + b.c0, 1 FROM numbers AS a CROSS JOIN numbers AS b";
      assertThat(database.number("SELECT COUNT(*) FROM (" + rows + ") AS r")).isEqualTo(40_000);
      database.run("INSERT INTO t (k, n) " + rows);
      assertThat(database.number("SELECT COUNT(*) FROM t")).isEqualTo(40_000);
      database.run("INSERT INTO numbers (c0) VALUES (201)");
      database.assertRefused(
          "INSERT INTO t (k, n) SELECT a.c0 * 1000 + b.c0 + 1000000, 1 FROM numbers AS a CROSS"
              + " JOIN numbers AS b",
          CanonicalStatus.INVALID_ARGUMENT,
          "54000",
          "The transaction contains too many mutations.");
      database.run("UPDATE t SET n = 2 WHERE k > 0");
      database.run("DELETE FROM t WHERE k > 0");
    }
  }

  @Test
  void parametersAndMutationsOfJdbc() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:ratchet:mem:limits")) {
      boolean created = createTable(connection);
      assertThat(created).isTrue();
      String marks = "(?)" + ", (?)".repeat(949);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO T (K) VALUES " + marks)) {
        for (int i = 1; i <= 950; i++) {
          insert.setLong(i, i);
        }
        assertThat(insert.executeUpdate()).isEqualTo(950);
      }
      SQLException refusal =
          catchThrowableOfType(
              SQLException.class,
              () -> {
                try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO T (K) VALUES " + marks + ", (?)")) {
                  for (int i = 1; i <= 951; i++) {
                    insert.setLong(i, 1_000L + i);
                  }
                  insert.executeUpdate();
                }
              });
      assertThat((Throwable) refusal)
          .hasMessageContaining("Number of parameters in query exceeds the maximum allowed limit");
      assertThat(refusal.getSQLState()).isEqualTo("54001");

      // A batch is as many statements, and one commit.
      connection.setAutoCommit(false);
      insertBatch(connection, 10_000, 40_000);
      connection.commit();
      assertThat(count(connection)).isEqualTo(40_950);
      insertBatch(connection, 100_000, 40_001);
      SQLException tooMany = catchThrowableOfType(SQLException.class, connection::commit);
      assertThat((Throwable) tooMany)
          .hasMessageContaining("The transaction contains too many mutations.");
      assertThat(tooMany.getSQLState()).isEqualTo("54000");
      connection.rollback();
      assertThat(count(connection)).isEqualTo(40_950);
    }
  }

  private static boolean createTable(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return !statement.execute("CREATE TABLE T (K INT64, N INT64) PRIMARY KEY (K)");
    }
  }

  private static void insertBatch(Connection connection, int first, int count) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO T (K, N) VALUES (?, ?)")) {
      for (int i = 0; i < count; i++) {
        insert.setLong(1, first + i);
        insert.setLong(2, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(count);
    }
  }

  private static long count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM T")) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }
}
