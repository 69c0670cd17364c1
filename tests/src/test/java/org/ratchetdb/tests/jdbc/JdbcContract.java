package org.ratchetdb.tests.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.jdbc.TransactionRunner;
import org.ratchetdb.jdbc.api.RatchetSession;
import org.ratchetdb.jdbc.backend.ErrorDetails;

/** What a program may rely on, whatever is behind the connection. A GoogleSQL database. */
abstract class JdbcContract {
  private static int databases;

  String url;
  Connection connection;

  /** URL of a database of that name, which is made if it is not there. */
  abstract String url(String database);

  @BeforeEach
  void open() throws SQLException {
    url = url("db" + ++databases);
    connection = DriverManager.getConnection(url);
    execute("CREATE TABLE T (Id INT64 NOT NULL, Name STRING(100)) PRIMARY KEY (Id)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  final void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  final long number(Connection from, String sql) throws SQLException {
    try (Statement statement = from.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  private long count() throws SQLException {
    return number(connection, "SELECT COUNT(*) FROM T");
  }

  @Test
  void everyTypeGoesInAndComesOut() throws SQLException {
    execute(
        "CREATE TABLE V (Id INT64, B BOOL, F FLOAT64, G FLOAT32, N NUMERIC, S STRING(MAX), Y"
            + " BYTES(MAX), D DATE, T TIMESTAMP, U UUID, J JSON, A ARRAY<STRING(MAX)>) PRIMARY KEY"
            + " (Id)");
    UUID uuid = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
    Instant instant = Instant.parse("2024-02-29T12:34:56.123456Z");
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO V (Id, B, F, G, N, S, Y, D, T, U, J, A) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      insert.setLong(1, Long.MAX_VALUE);
      insert.setBoolean(2, true);
      insert.setDouble(3, -0.1);
      insert.setFloat(4, 1.5f);
      insert.setBigDecimal(5, new BigDecimal("-12345678901234567890.123456789"));
      insert.setString(6, "äß€𝄞'\"");
      insert.setBytes(7, new byte[] {0, -1, 127});
      insert.setObject(8, LocalDate.of(1, 1, 1));
      insert.setObject(9, instant);
      insert.setObject(10, uuid);
      insert.setString(11, "{\"a\": [1, null]}");
      insert.setArray(12, connection.createArrayOf("STRING", new Object[] {"x,y", null, ""}));
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    try (Statement statement = connection.createStatement();
        ResultSet r = statement.executeQuery("SELECT * FROM V")) {
      assertThat(r.next()).isTrue();
      assertThat(r.getLong("id")).isEqualTo(Long.MAX_VALUE);
      assertThat(r.getBoolean("B")).isTrue();
      assertThat(r.getDouble("F")).isEqualTo(-0.1);
      assertThat(r.getFloat("G")).isEqualTo(1.5f);
      assertThat(r.getBigDecimal("N")).isEqualByComparingTo("-12345678901234567890.123456789");
      assertThat(r.getString("S")).isEqualTo("äß€𝄞'\"");
      assertThat(r.getBytes("Y")).containsExactly(0, -1, 127);
      assertThat(r.getObject("D", LocalDate.class)).isEqualTo(LocalDate.of(1, 1, 1));
      assertThat(r.getObject("T", Instant.class)).isEqualTo(instant);
      assertThat(r.getObject("T", OffsetDateTime.class))
          .isEqualTo(instant.atOffset(ZoneOffset.UTC));
      assertThat(r.getTimestamp("T")).isEqualTo(Timestamp.from(instant));
      assertThat(r.getObject("U")).isEqualTo(uuid);
      assertThat(r.getString("J")).isEqualTo("{\"a\":[1,null]}");
      Array array = r.getArray("A");
      assertThat((Object[]) array.getArray()).containsExactly("x,y", null, "");
      assertThat(array.getBaseType()).isEqualTo(Types.VARCHAR);
    }
  }

  @Test
  void nullsComeOutAsNulls() throws SQLException {
    execute("INSERT INTO T (Id) VALUES (1)");
    try (PreparedStatement query = connection.prepareStatement("SELECT Name FROM T WHERE Id = ?")) {
      query.setInt(1, 1);
      try (ResultSet r = query.executeQuery()) {
        assertThat(r.next()).isTrue();
        assertThat(r.getString(1)).isNull();
        assertThat(r.wasNull()).isTrue();
        assertThat(r.getLong(1)).isZero();
        assertThat(r.getObject(1)).isNull();
      }
    }
  }

  @Test
  void metaDataTellsTypes() throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT Id, Name, CAST(1 AS NUMERIC) AS n, DATE '2024-01-01' AS d, 1.5 AS f, TRUE AS b"
                + " FROM T WHERE Name = ?")) {
      ResultSetMetaData m = query.getMetaData();
      assertThat(m.getColumnCount()).isEqualTo(6);
      assertThat(m.getColumnLabel(2)).isEqualTo("Name");
      int[] types = {
        Types.BIGINT, Types.VARCHAR, Types.NUMERIC, Types.DATE, Types.DOUBLE, Types.BOOLEAN
      };
      for (int i = 0; i < types.length; i++) {
        assertThat(m.getColumnType(i + 1)).isEqualTo(types[i]);
      }
      assertThat(query.getParameterMetaData().getParameterCount()).isEqualTo(1);
      assertThat(query.getParameterMetaData().getParameterType(1)).isEqualTo(Types.VARCHAR);
    }
  }

  @Test
  void preparedStatementsRunAgainAndAgain() throws SQLException {
    try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO T (Id, Name) VALUES (?, ?)");
        PreparedStatement query = connection.prepareStatement("SELECT Name FROM T WHERE Id = ?")) {
      for (int i = 0; i < 20; i++) {
        insert.setInt(1, i);
        insert.setString(2, "n" + i);
        assertThat(insert.executeUpdate()).isEqualTo(1);
        query.setLong(1, i);
        try (ResultSet r = query.executeQuery()) {
          assertThat(r.next()).isTrue();
          assertThat(r.getString(1)).isEqualTo("n" + i);
          assertThat(r.next()).isFalse();
        }
      }
    }
  }

  @Test
  void aPreparedStatementOutlivesASchemaChange() throws SQLException {
    execute("INSERT INTO T (Id, Name) VALUES (1, 'a')");
    try (PreparedStatement query = connection.prepareStatement("SELECT * FROM T WHERE Id = ?")) {
      query.setLong(1, 1);
      try (ResultSet r = query.executeQuery()) {
        assertThat(r.getMetaData().getColumnCount()).isEqualTo(2);
      }
      execute("ALTER TABLE T ADD COLUMN Extra INT64");
      try (ResultSet r = query.executeQuery()) {
        assertThat(r.next()).isTrue();
        assertThat(r.getString(2)).isEqualTo("a");
      }
    }
  }

  @Test
  void textsBecomeTheTypeOfTheirParameter() throws SQLException {
    execute("CREATE TABLE D (Id INT64, Day DATE) PRIMARY KEY (Id)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO D (Id, Day) VALUES (?, ?)")) {
      insert.setString(1, "7");
      insert.setString(2, "2024-03-01");
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    try (Statement statement = connection.createStatement();
        ResultSet r = statement.executeQuery("SELECT Day FROM D WHERE Id = 7")) {
      assertThat(r.next()).isTrue();
      assertThat(r.getDate(1)).isEqualTo(Date.valueOf("2024-03-01"));
    }
  }

  @Test
  void aFractionDoesNotEqualAWholeNumber() throws SQLException {
    execute("INSERT INTO T (Id) VALUES (1), (2)");
    try (PreparedStatement query =
        connection.prepareStatement("SELECT COUNT(*) FROM T WHERE Id < ?")) {
      query.setBigDecimal(1, new BigDecimal("1.5"));
      try (ResultSet r = query.executeQuery()) {
        r.next();
        assertThat(r.getInt(1)).isEqualTo(1);
      }
      query.setLong(1, 3);
      try (ResultSet r = query.executeQuery()) {
        r.next();
        assertThat(r.getInt(1)).isEqualTo(2);
      }
    }
  }

  @Test
  void severalResultsMayBeOpen() throws SQLException {
    execute("INSERT INTO T (Id) VALUES (1), (2), (3)");
    try (Statement outer = connection.createStatement();
        Statement inner = connection.createStatement();
        ResultSet all = outer.executeQuery("SELECT Id FROM T ORDER BY Id")) {
      int seen = 0;
      while (all.next()) {
        seen++;
        assertThat(all.getLong(1)).isEqualTo(seen);
        assertThat(inner.executeUpdate("UPDATE T SET Name = 'x' WHERE Id = " + seen)).isEqualTo(1);
        assertThat(all.getLong(1)).isEqualTo(seen);
      }
      assertThat(seen).isEqualTo(3);
    }
  }

  @Test
  void oneTextMayHoldSeveralStatements() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(
              statement.execute(
                  "INSERT INTO T (Id) VALUES (1); SELECT Id FROM T; -- done;\n"
                      + "DELETE FROM T WHERE TRUE;"))
          .isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(1);
      assertThat(statement.getMoreResults()).isTrue();
      try (ResultSet r = statement.getResultSet()) {
        assertThat(r.next()).isTrue();
        assertThat(r.getLong(1)).isEqualTo(1);
      }
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(1);
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
    }
  }

  @Test
  void commitKeepsAndRollbackDrops() throws SQLException {
    connection.setAutoCommit(false);
    execute("INSERT INTO T (Id) VALUES (1)");
    connection.rollback();
    assertThat(count()).isZero();
    execute("INSERT INTO T (Id) VALUES (1)");
    connection.commit();
    assertThat(count()).isEqualTo(1);
    connection.rollback();
    connection.commit();
    connection.setAutoCommit(true);
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void schemaChangesNeedNoAutoCommit() throws SQLException {
    connection.setAutoCommit(false);
    execute("CREATE TABLE Other (Id INT64) PRIMARY KEY (Id)");
    execute("INSERT INTO Other (Id) VALUES (1)");
    connection.commit();
    assertThat(number(connection, "SELECT COUNT(*) FROM Other")).isEqualTo(1);
    connection.commit();
  }

  @Test
  void closingRollsBack() throws SQLException {
    try (Connection other = DriverManager.getConnection(url)) {
      other.setAutoCommit(false);
      try (Statement statement = other.createStatement()) {
        statement.executeUpdate("INSERT INTO T (Id) VALUES (1)");
      }
    }
    assertThat(count()).isZero();
  }

  @Test
  void aConflictIsATransactionRollback() throws SQLException {
    execute("INSERT INTO T (Id, Name) VALUES (1, '0')");
    try (Connection other = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false);
      other.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      assertThat(number(connection, "SELECT COUNT(*) FROM T")).isEqualTo(1);
      try (Statement statement = other.createStatement()) {
        statement.executeUpdate("UPDATE T SET Name = '1' WHERE Id = 1");
      }
      other.commit();
      assertThatThrownBy(
              () -> {
                execute("UPDATE T SET Name = '2' WHERE Id = 1");
                connection.commit();
              })
          .isInstanceOf(SQLTransactionRollbackException.class)
          .extracting("SQLState", "errorCode")
          .containsExactly("40001", 10);
      connection.rollback();
    }
  }

  @Test
  void theRunnerTriesAgain() throws Exception {
    execute("INSERT INTO T (Id, Name) VALUES (1, '0')");
    int clients = 4;
    int rounds = 20;
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      CompletableFuture<?>[] all = new CompletableFuture<?>[clients];
      for (int i = 0; i < clients; i++) {
        all[i] = CompletableFuture.runAsync(() -> increment(rounds), threads);
      }
      CompletableFuture.allOf(all).get(60, TimeUnit.SECONDS);
    } finally {
      threads.shutdownNow();
    }
    assertThat(number(connection, "SELECT CAST(Name AS INT64) FROM T"))
        .isEqualTo((long) clients * rounds);
  }

  private void increment(int rounds) {
    try (Connection own = DriverManager.getConnection(url)) {
      TransactionRunner runner = new TransactionRunner(1000, 1_000_000);
      for (int i = 0; i < rounds; i++) {
        int unused =
            runner.run(
                own,
                c -> {
                  long before = number(c, "SELECT CAST(Name AS INT64) FROM T WHERE Id = 1");
                  try (PreparedStatement update =
                      c.prepareStatement("UPDATE T SET Name = ? WHERE Id = 1")) {
                    update.setString(1, Long.toString(before + 1));
                    return update.executeUpdate();
                  }
                });
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aReadOnlyConnectionDoesNotWrite() throws SQLException {
    connection.setReadOnly(true);
    assertThatThrownBy(() -> execute("INSERT INTO T (Id) VALUES (1)"))
        .extracting("SQLState")
        .isEqualTo("25006");
    connection.setAutoCommit(false);
    assertThat(count()).isZero();
    assertThatThrownBy(() -> execute("INSERT INTO T (Id) VALUES (1)"))
        .extracting("SQLState")
        .isEqualTo("25006");
    connection.rollback();
  }

  @Test
  void explainAnalyzeRunsTheStatement() throws SQLException {
    String insert = "EXPLAIN ANALYZE INSERT INTO T (Id) VALUES (1)";
    try (Statement statement = connection.createStatement();
        ResultSet lines = statement.executeQuery(insert)) {
      assertThat(lines.next()).isTrue();
      assertThat(lines.getString(1)).startsWith("Apply Mutations").contains("rows: 1");
    }
    assertThat(count()).isOne();
    try (PreparedStatement query =
        connection.prepareStatement("EXPLAIN ANALYZE SELECT Id FROM T WHERE Id > ?")) {
      query.setLong(1, 5);
      try (ResultSet lines = query.executeQuery()) {
        assertThat(lines.next()).isTrue();
        assertThat(lines.getString(1)).contains("[rows: 0, executions: 1, ");
      }
    }
    connection.setReadOnly(true);
    String delete = "EXPLAIN ANALYZE DELETE FROM T WHERE Id = 1";
    try (PreparedStatement prepared = connection.prepareStatement(delete)) {
      assertThatThrownBy(prepared::executeQuery).extracting("SQLState").isEqualTo("25006");
    }
    assertThatThrownBy(() -> execute(delete)).extracting("SQLState").isEqualTo("25006");
    assertThat(count()).isOne();
  }

  @Test
  void batchesWriteAllOrNone() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO T (Id, Name) VALUES (?, ?)")) {
      for (int i = 0; i < 600; i++) {
        insert.setLong(1, i);
        insert.setString(2, "n");
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(600).containsOnly(1);
      assertThat(insert.executeBatch()).isEmpty();
      insert.setLong(1, 1000);
      insert.addBatch();
      insert.setLong(1, 1);
      insert.addBatch();
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .extracting("SQLState")
          .isEqualTo("23505");
    }
    assertThat(count()).isEqualTo(600);
  }

  @Test
  void batchOfManyRowsFillsDefaultsAndNamesTheFirstRowThatFails() throws SQLException {
    execute(
        "CREATE TABLE B (Id INT64, Name STRING(5) NOT NULL, N INT64 DEFAULT (7),"
            + " Twice INT64 AS (N * 2) STORED) PRIMARY KEY (Id)");
    execute("CREATE UNIQUE INDEX BName ON B (Name)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO B (Id, Name) VALUES (?, ?)")) {
      for (int i = 0; i < 2500; i++) {
        insert.setLong(1, i);
        insert.setString(2, "n" + i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(2500).containsOnly(1);

      // The duplicate comes first, though NULL and length could be seen without reading.
      List<String> names = Arrays.asList("new", "n7", "toolong", null);
      for (int i = 0; i < names.size(); i++) {
        insert.setLong(1, 3000 + i);
        insert.setString(2, names.get(i));
        insert.addBatch();
      }
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("n7")
          .extracting("SQLState")
          .isEqualTo("23505");
    }
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE B SET Name = ? WHERE Id = ?")) {
      for (int i = 2498; i < 2502; i++) {
        update.setString(1, "u" + i);
        update.setLong(2, i);
        update.addBatch();
      }
      assertThat(update.executeBatch()).containsExactly(1, 1, 0, 0);
    }
    assertThat(number(connection, "SELECT COUNT(*) FROM B")).isEqualTo(2500);
    assertThat(number(connection, "SELECT SUM(Twice) FROM B")).isEqualTo(35_000);
  }

  @Test
  void generatedKeysComeBack() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO T (Id, Name) VALUES (?, ?)", new String[] {"Id"})) {
      insert.setLong(1, 5);
      insert.setString(2, "five");
      assertThat(insert.executeUpdate()).isEqualTo(1);
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getLong(1)).isEqualTo(5);
        assertThat(keys.next()).isFalse();
      }
    }
    try (Statement statement = connection.createStatement()) {
      int written =
          statement.executeUpdate(
              "INSERT INTO T (Id) VALUES (6), (7) -- two", Statement.RETURN_GENERATED_KEYS);
      assertThat(written).isEqualTo(2);
      try (ResultSet keys = statement.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.next()).isTrue();
        assertThat(keys.next()).isFalse();
      }
    }
  }

  @Test
  void howFarALongStatementIsBecomesWarnings() throws SQLException {
    execute("INSERT INTO T (Id) VALUES (1)");
    List<String> heard = new ArrayList<>();
    connection
        .unwrap(RatchetSession.class)
        .setNoticeListener(warning -> heard.add(warning.getMessage()));
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET client_min_messages = 'log'");
      assertThat((Object) statement.getWarnings()).isNull();
      statement.execute("CHECK DATABASE");
      assertThat(heard).anyMatch(text -> text.startsWith("rows: 100 %"));
      List<String> warnings = new ArrayList<>();
      for (SQLWarning at = statement.getWarnings(); at != null; at = at.getNextWarning()) {
        assertThat(at.getSQLState()).isEqualTo("00000");
        warnings.add(at.getMessage());
      }
      assertThat(warnings).isEqualTo(heard);
      statement.clearWarnings();
      assertThat((Object) statement.getWarnings()).isNull();
      statement.execute("CHECK DATABASE");
      assertThat((Object) statement.getWarnings()).isNotNull();
      statement.execute("SELECT 1");
      assertThat((Object) statement.getWarnings()).isNull();
      assertThat((Object) connection.getWarnings()).isNull();
    }
  }

  @Test
  void errorsAreOfTheirClassAndSayWhere() throws SQLException {
    assertThatThrownBy(() -> execute("SELECT *\nFROM Nowhere"))
        .isInstanceOf(SQLSyntaxErrorException.class)
        .hasMessageContaining("Nowhere")
        .hasMessageContaining("[at 2:6]")
        .satisfies(
            e ->
                assertThat(ErrorDetails.of((SQLException) e).orElseThrow().position())
                    .isEqualTo(14));
    assertThatThrownBy(() -> execute("SELECT FROM FROM"))
        .isInstanceOf(SQLSyntaxErrorException.class)
        .extracting("SQLState", "errorCode")
        .containsExactly("42601", 3);
    execute("INSERT INTO T (Id) VALUES (1)");
    assertThatThrownBy(() -> execute("INSERT INTO T (Id) VALUES (1)"))
        .isInstanceOf(SQLIntegrityConstraintViolationException.class)
        .extracting("SQLState")
        .isEqualTo("23505");
    assertThat(count()).as("the session goes on").isEqualTo(1);
  }

  @Test
  void aFailedCommitIsNoSuccess() throws SQLException {
    connection.setAutoCommit(false);
    execute("INSERT INTO T (Id) VALUES (1)");
    connection.commit();
    assertThat(count()).isEqualTo(1);
    connection.commit();
    connection.setAutoCommit(true);
  }

  /** Runs for hours if nothing stops it. */
  private static final String ENDLESS =
      "SELECT COUNT(*) FROM UNNEST(GENERATE_ARRAY(1, 10000)) a, UNNEST(GENERATE_ARRAY(1, 10000)) b,"
          + " UNNEST(GENERATE_ARRAY(1, 10000)) c WHERE a + b + c < 0";

  @Test
  void aTimeoutEndsTheStatement() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> drain(statement.executeQuery(ENDLESS)))
          .isInstanceOf(SQLTimeoutException.class)
          .extracting("SQLState", "errorCode")
          .containsExactly("57014", 4);
    }
    assertThat(count()).as("without a timeout, the session goes on").isZero();
    try (Statement statement = connection.createStatement();
        ResultSet setting = statement.executeQuery("SHOW statement_timeout")) {
      assertThat(setting.next()).isTrue();
      assertThat(setting.getString(1)).isEqualTo("0");
    }
  }

  private static void drain(ResultSet rows) throws SQLException {
    while (rows.next()) {
      assertThat(rows.getRow()).isPositive();
    }
  }

  @Test
  void anotherThreadCancels() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Statement statement = connection.createStatement()) {
      CompletableFuture<Void> query =
          CompletableFuture.runAsync(
              () -> {
                try {
                  drain(statement.executeQuery(ENDLESS));
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              },
              thread);
      // A cancel that comes before the statement runs is lost, as JDBC allows: ask again.
      while (!query.isDone()) {
        statement.cancel();
        CompletableFuture.anyOf(
                query.handle((done, failure) -> null),
                new CompletableFuture<Void>().completeOnTimeout(null, 50, TimeUnit.MILLISECONDS))
            .get(60, TimeUnit.SECONDS);
      }
      assertThatThrownBy(query::join)
          .cause()
          .cause()
          .extracting("SQLState", "errorCode")
          .containsExactly("57014", 1);
    } finally {
      thread.shutdownNow();
    }
    assertThat(count()).as("the session goes on").isZero();
  }

  @Test
  void maxRowsCutsTheResult() throws SQLException {
    execute("INSERT INTO T (Id) VALUES (1), (2), (3)");
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(2);
      try (ResultSet r = statement.executeQuery("SELECT Id FROM T")) {
        assertThat(r.next()).isTrue();
        assertThat(r.next()).isTrue();
        assertThat(r.next()).isFalse();
      }
    }
    assertThat(count()).isEqualTo(3);
  }

  @Test
  void executeQueryWantsRowsAndExecuteUpdateWantsNone() throws SQLException {
    try (Statement statement = connection.createStatement();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO T (Id) VALUES (?)")) {
      assertThatThrownBy(() -> statement.executeUpdate("SELECT 1"))
          .hasMessageContaining("executeQuery");
      insert.setLong(1, 1);
      assertThatThrownBy(insert::executeQuery).hasMessageContaining("executeUpdate");
      assertThat(count()).isZero();
    }
  }

  @Test
  void aMissingParameterIsNamed() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO T (Id, Name) VALUES (?, ?)")) {
      insert.setLong(1, 1);
      assertThatThrownBy(insert::executeUpdate).hasMessageContaining("parameter 2");
    }
  }

  @Test
  void connectionsKnowWhetherTheyAreValid() throws SQLException {
    assertThat(connection.isValid(1)).isTrue();
    Connection other = DriverManager.getConnection(url);
    other.close();
    other.close();
    assertThat(other.isValid(1)).isFalse();
    assertThat(other.isClosed()).isTrue();
    assertThatThrownBy(other::createStatement).extracting("SQLState").isEqualTo("08003");
  }

  @Test
  void identityIsTruthful() throws SQLException {
    var m = connection.getMetaData();
    assertThat(m.getDatabaseProductName()).isEqualTo("Ratchet");
    assertThat(m.getDatabaseMajorVersion()).isZero();
    assertThat(m.getIdentifierQuoteString()).isEqualTo("`");
    assertThat(m.getURL()).startsWith("jdbc:ratchet:");
    assertThat(m.supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE)).isTrue();
    assertThat(m.supportsSavepoints()).isTrue();
    assertThatThrownBy(connection::setSavepoint).extracting("SQLState").isEqualTo("25P01");
  }
}
