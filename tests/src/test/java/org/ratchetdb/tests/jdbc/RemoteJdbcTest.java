package org.ratchetdb.tests.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.pgwire.PgServer;
import org.ratchetdb.pgwire.PgServerOptions;

/** The contract through a server, and what concerns servers only. */
final class RemoteJdbcTest extends JdbcContract {
  private static Instance instance;
  private static PgServer server;

  @BeforeAll
  static void start() {
    instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
    server = new PgServer(instance, PgServerOptions.DEFAULT.withPort(0));
    server.start();
  }

  @AfterAll
  static void stop() {
    server.close();
    instance.close();
  }

  @Override
  String url(String database) {
    if (!instance.hasDatabase(database)) {
      instance.createDatabase(database, Dialect.GOOGLE_STANDARD_SQL);
    }
    return "jdbc:ratchet://127.0.0.1:" + server.port() + "/" + database;
  }

  @Test
  void rowsLeftUnreadDoNotHideWhyTheTransactionFailed() throws SQLException {
    String failsLate = "SELECT DIV(1000, 5000 - x) FROM UNNEST(GENERATE_ARRAY(1, 9000)) AS x";
    try (Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      ResultSet rows = statement.executeQuery(failsLate);
      assertThat(rows.next()).isTrue();
      assertThatThrownBy(rows::close)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"));
      connection.rollback();

      assertThat(statement.executeQuery(failsLate).next()).isTrue();
      connection.rollback(); // ends what would fail
      try (ResultSet next = statement.executeQuery("SELECT 1")) {
        assertThat(next.next()).isTrue();
      }

      ResultSet first = statement.executeQuery(failsLate);
      assertThat(first.next()).isTrue();
      try (Statement other = connection.createStatement()) {
        assertThatThrownBy(() -> other.executeQuery("SELECT 1"))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"));
      }
      connection.rollback();

      connection.setAutoCommit(true);
      try (ResultSet unread = statement.executeQuery(failsLate)) {
        assertThat(unread.next()).isTrue(); // without a transaction there is nothing to be told of
      }
      try (ResultSet next = statement.executeQuery("SELECT 1")) {
        assertThat(next.next()).isTrue();
      }
    }
  }

  @Test
  void aFetchSizeReadsInPieces() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO T (Id) VALUES (?)")) {
      for (int i = 0; i < 1000; i++) {
        insert.setLong(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(1000).containsOnly(1);
    }
    for (boolean autoCommit : new boolean[] {true, false}) {
      connection.setAutoCommit(autoCommit);
      try (PreparedStatement query = connection.prepareStatement("SELECT Id FROM T ORDER BY Id")) {
        query.setFetchSize(7);
        try (ResultSet rows = query.executeQuery()) {
          long expected = 0;
          while (rows.next()) {
            assertThat(rows.getLong(1)).isEqualTo(expected++);
          }
          assertThat(expected).isEqualTo(1000);
        }
        try (ResultSet rows = query.executeQuery()) {
          assertThat(rows.next()).isTrue(); // left unread: the next statement must still work
        }
        try (ResultSet rows = query.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong(1)).isZero();
        }
      }
      if (!autoCommit) {
        connection.commit();
      }
    }
  }

  @Test
  void nobodyListeningIsAConnectionError() {
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:ratchet://127.0.0.1:1/x"))
        .isInstanceOf(SQLNonTransientConnectionException.class)
        .hasMessageContaining("127.0.0.1:1");
  }

  @Test
  void aMissingDatabaseIsReported() {
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    "jdbc:ratchet://127.0.0.1:" + server.port() + "/nowhere"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("nowhere");
  }

  @Test
  void aServerThatStopsEndsTheSession() throws SQLException {
    try (Instance other = EngineProvider.load().openMemory(InstanceOptions.DEFAULT)) {
      other.createDatabase("d", Dialect.GOOGLE_STANDARD_SQL);
      PgServer stopping = new PgServer(other, PgServerOptions.DEFAULT.withPort(0));
      stopping.start();
      try (Connection lost =
              DriverManager.getConnection("jdbc:ratchet://127.0.0.1:" + stopping.port() + "/d");
          Statement statement = lost.createStatement()) {
        stopping.close();
        assertThatThrownBy(() -> statement.executeQuery("SELECT 1"))
            .isInstanceOf(SQLException.class);
        assertThat(lost.isValid(1)).isFalse();
      }
    }
  }
}
