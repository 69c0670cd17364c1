package org.ratchetdb.tests.pgwire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** pgjdbc in its modes against both dialects. */
@Timeout(120)
class PgJdbcTest {
  private static final String SIMPLE = "preferQueryMode=simple";
  private static final String EXTENDED = "prepareThreshold=5";
  private static final String BINARY = "prepareThreshold=-1&binaryTransfer=true";

  private static final ServerFixture SERVER = new ServerFixture();

  @BeforeAll
  static void createTables() throws SQLException {
    try (Connection connection = SERVER.connect("pg", "");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table v (id bigint primary key, s varchar, t timestamptz, n numeric, b bool,"
              + " f float8, r real, d date, u uuid, y bytea)");
      statement.execute("create table k (id bigint primary key, s varchar)");
    }
    try (Connection connection = SERVER.connect("gsql", "");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE v (id INT64 NOT NULL, s STRING(MAX), t TIMESTAMP, n NUMERIC, b BOOL,"
              + " f FLOAT64, r FLOAT32, d DATE, u UUID, y BYTES(MAX)) PRIMARY KEY (id)");
      statement.execute("CREATE TABLE k (id INT64 NOT NULL, s STRING(MAX)) PRIMARY KEY (id)");
    }
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pg", "gsql"})
  void valuesOfAllTypesComeBack(String database) throws SQLException {
    String insert =
        "INSERT INTO v (id, s, t, n, b, f, r, d, u, y) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    OffsetDateTime time = OffsetDateTime.of(2024, 2, 29, 1, 2, 3, 456_789_000, ZoneOffset.UTC);
    UUID uuid = UUID.fromString("0188cadb-6cdb-7a3a-8b1f-1d4b0a1b2c3d");
    int id = 0;
    for (String mode : new String[] {EXTENDED, BINARY}) {
      try (Connection connection = SERVER.connect(database, mode)) {
        for (int i = 0; i < 7; i++) {
          try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setLong(1, ++id);
            statement.setString(2, "é😀 " + id);
            statement.setObject(3, time);
            statement.setBigDecimal(4, new BigDecimal("123.456"));
            statement.setBoolean(5, true);
            statement.setDouble(6, 0.1);
            statement.setFloat(7, 1.5f);
            statement.setObject(8, LocalDate.of(2024, 2, 29));
            statement.setObject(9, uuid);
            statement.setBytes(10, new byte[] {0, 1, -1});
            assertThat(statement.executeUpdate()).isEqualTo(1);
          }
          try (PreparedStatement statement =
              connection.prepareStatement("SELECT * FROM v WHERE id = ?")) {
            statement.setLong(1, id);
            try (ResultSet row = statement.executeQuery()) {
              assertThat(row.next()).isTrue();
              assertThat(row.getLong("id")).isEqualTo(id);
              assertThat(row.getString("s")).isEqualTo("é😀 " + id);
              assertThat(row.getObject("t", OffsetDateTime.class).toInstant())
                  .isEqualTo(time.toInstant());
              assertThat(row.getBigDecimal("n")).isEqualByComparingTo("123.456");
              assertThat(row.getBoolean("b")).isTrue();
              assertThat(row.getDouble("f")).isEqualTo(0.1);
              assertThat(row.getFloat("r")).isEqualTo(1.5f);
              assertThat(row.getObject("d", LocalDate.class)).isEqualTo(LocalDate.of(2024, 2, 29));
              assertThat(row.getObject("u")).isEqualTo(uuid);
              assertThat(row.getBytes("y")).isEqualTo(new byte[] {0, 1, -1});
              assertThat(row.next()).isFalse();
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SIMPLE, EXTENDED, BINARY})
  void queryModesAgree(String mode) throws SQLException {
    try (Connection connection = SERVER.connect("pg", mode);
        PreparedStatement statement =
            connection.prepareStatement("select 2 + ?, 'x', null::bigint, 1.50, true")) {
      statement.setLong(1, 40);
      for (int i = 0; i < 8; i++) {
        try (ResultSet row = statement.executeQuery()) {
          assertThat(row.next()).isTrue();
          assertThat(row.getLong(1)).isEqualTo(42);
          assertThat(row.getString(2)).isEqualTo("x");
          assertThat(row.getLong(3)).isZero();
          assertThat(row.wasNull()).isTrue();
          assertThat(row.getString(4)).isEqualTo("1.50");
          assertThat(row.getBoolean(5)).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pg", "gsql"})
  void transactionsCommitAndRollBack(String database) throws SQLException {
    try (Connection connection = SERVER.connect(database, "")) {
      connection.setAutoCommit(false);
      insert(connection, 1);
      connection.rollback();
      insert(connection, 2);
      connection.commit();
      assertThatThrownBy(() -> insert(connection, 2))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
      assertThatThrownBy(() -> insert(connection, 3))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25P02"));
      connection.rollback();
      assertThat(count(connection, "id < 100")).isEqualTo(1);
      connection.commit();
    }
  }

  @Test
  void failedBatchLeavesNothing() throws SQLException {
    try (Connection connection = SERVER.connect("pg", "");
        PreparedStatement statement =
            connection.prepareStatement("insert into k (id) values (?)")) {
      for (long id : new long[] {200, 201, 200}) {
        statement.setLong(1, id);
        statement.addBatch();
      }
      assertThatThrownBy(statement::executeBatch).isInstanceOf(BatchUpdateException.class);
      assertThat(count(connection, "id >= 200 and id < 300")).isZero();
    }
  }

  @Test
  void bigBatchAndFetchSize() throws SQLException {
    try (Connection connection = SERVER.connect("pg", "")) {
      connection.setAutoCommit(false);
      try (PreparedStatement statement =
          connection.prepareStatement("insert into k (id, s) values (?, ?)")) {
        for (long id = 1000; id < 3000; id++) {
          statement.setLong(1, id);
          statement.setString(2, "row " + id);
          statement.addBatch();
        }
        assertThat(statement.executeBatch()).hasSize(2000).containsOnly(1);
      }
      connection.commit();
      try (PreparedStatement statement =
          connection.prepareStatement("select id, s from k where id >= 1000 order by id")) {
        statement.setFetchSize(100);
        try (ResultSet rows = statement.executeQuery()) {
          long expected = 1000;
          while (rows.next()) {
            assertThat(rows.getLong(1)).isEqualTo(expected);
            assertThat(rows.getString(2)).isEqualTo("row " + expected);
            expected++;
          }
          assertThat(expected).isEqualTo(3000);
        }
      }
      connection.commit();
    }
  }

  @Test
  void portalsOfATransactionKeepTheirPlacesWhileOthersAreReadAndRowsChange() throws SQLException {
    int portals = 40;
    int rows = 60;
    try (Connection connection = SERVER.connect("pg", "");
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM k");
      statement.execute(
          "INSERT INTO k SELECT g, 'r' || g FROM generate_series(1, " + (portals + rows) + ") g");
      connection.setAutoCommit(false);
      List<ResultSet> open = new ArrayList<>();
      for (int i = 0; i < portals; i++) {
        PreparedStatement query =
            connection.prepareStatement("SELECT id FROM k WHERE id > ? ORDER BY id");
        query.setLong(1, i);
        query.setFetchSize(3);
        open.add(query.executeQuery());
      }
      for (int row = 1; row <= rows; row++) {
        for (int i = 0; i < portals; i++) {
          assertThat(open.get(i).next()).isTrue();
          assertThat(open.get(i).getLong(1)).as("row %s of portal %s", row, i).isEqualTo(i + row);
        }
        statement.executeUpdate("DELETE FROM k WHERE id = " + (portals + row));
      }
      connection.rollback();
      assertThatThrownBy(
              () -> {
                while (open.get(0).next()) {
                  assertThat(open.get(0).getLong(1)).isPositive();
                }
              })
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("34000"));
      connection.rollback();
    }
  }

  @Test
  void warningsComeAsSqlWarningsUnlessTheyAreNotWanted() throws SQLException {
    try (Connection connection = SERVER.connect("pg", "");
        Statement statement = connection.createStatement()) {
      statement.execute("COMMIT");
      assertThat((Throwable) statement.getWarnings())
          .hasMessage("there is no transaction in progress");
      assertThat(statement.getWarnings().getSQLState()).isEqualTo("25P01");
      statement.execute("SET client_min_messages = error");
      statement.execute("COMMIT");
      assertThat((Throwable) statement.getWarnings()).isNull();
    }
  }

  @Test
  void sessionThatWasTerminatedSaysGoodbyeAsPostgresDoes() throws SQLException {
    try (Connection connection = SERVER.connect("pg", "");
        Statement statement = connection.createStatement();
        Connection victim = SERVER.connect("pg", "");
        Statement last = victim.createStatement()) {
      int process = victim.unwrap(PGConnection.class).getBackendPID();
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT pg_terminate_backend(session_id) FROM ratchet_sys.sessions"
                  + " WHERE session_id = "
                  + process)) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getBoolean(1)).isTrue();
      }
      assertThatThrownBy(() -> last.execute("SELECT 1"))
          .hasMessageContaining("terminating connection due to administrator command")
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57P01"));
      assertThat(victim.isClosed()).isTrue();
    }
  }

  @Test
  void errorsCarryStatePositionAndNames() throws SQLException {
    try (Connection connection = SERVER.connect("pg", "");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("select nope from k"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42703"))
          .hasMessageContaining("Position: 8");
      assertThatThrownBy(() -> statement.executeQuery("select 'abc'::bigint"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22P02"));
    }
  }

  @Test
  void lockWaitCanBeCancelled() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Connection holder = SERVER.connect("pg", "");
        Connection waiter = SERVER.connect("pg", "");
        Statement waiting = waiter.createStatement()) {
      insert(holder, 500);
      holder.setAutoCommit(false);
      try (Statement statement = holder.createStatement()) {
        // Two that only write one cell would not wait for one another.
        statement.execute("select s from k where id = 500 for update");
      }
      Future<?> update =
          other.submit(() -> waiting.executeUpdate("update k set s = 'late' where id = 500"));
      String state = null;
      while (state == null) {
        // Without effect while the statement has not reached the server. Statement.cancel() would
        // give up after its first attempt, so the request goes out by the connection.
        waiter.unwrap(PGConnection.class).cancelQuery();
        state = stateOfFailure(update);
      }
      assertThat(state).isEqualTo("57014");
      holder.rollback();
      assertThat(waiter.isValid(5)).isTrue();
    } finally {
      other.shutdownNow();
    }
  }

  /** SQLSTATE when it failed, empty when it succeeded, null when it still runs. */
  private static @Nullable String stateOfFailure(Future<?> future) throws InterruptedException {
    try {
      future.get(50, TimeUnit.MILLISECONDS);
      return "";
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      return e.getCause() instanceof SQLException failure ? failure.getSQLState() : e.toString();
    }
  }

  private static void insert(Connection connection, long id) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO k (id, s) VALUES (?, 'x')")) {
      statement.setLong(1, id);
      statement.executeUpdate();
    }
  }

  private static long count(Connection connection, String condition) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM k WHERE " + condition)) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }
}
