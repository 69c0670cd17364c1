package org.ratchetdb.tests.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.jdbc.api.RatchetSession;

/** Reads at timestamps and the settings of Spanner's drivers, through every JDBC door. */
final class StaleReadsJdbcTest {
  private static Doors doors;
  private static int tables;

  /** Runs a test through each door of this project's driver. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PGJDBC_GOOGLESQL", "PGJDBC_POSTGRESQL"})
  private @interface ThroughOwnDriver {}

  private final List<Connection> opened = new ArrayList<>();

  @BeforeAll
  static void start() {
    doors = new Doors("stalereads");
  }

  @AfterAll
  static void stop() {
    doors.close();
  }

  @AfterEach
  void close() throws SQLException {
    for (Connection connection : opened) {
      connection.close();
    }
  }

  private Connection connect(String url) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    opened.add(connection);
    return connection;
  }

  private static String createTable(Door door, Connection connection) throws SQLException {
    String name = "stale" + ++tables;
    execute(
        connection,
        door.isPostgres()
            ? "CREATE TABLE " + name + " (id bigint PRIMARY KEY, s varchar(10))"
            : "CREATE TABLE " + name + " (id INT64, s STRING(10)) PRIMARY KEY (id)");
    return name;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }

  @ThroughOwnDriver
  void aReadAtACommitTimestampSeesThatCommit(Door door) throws SQLException {
    Connection connection = connect(doors.url(door));
    RatchetSession session = connection.unwrap(RatchetSession.class);
    assertThat(connection.isWrapperFor(RatchetSession.class)).isTrue();
    assertThat(session.getReadTimestamp()).isNull();
    assertThat(session.getReadOnlyStaleness()).isEqualTo("STRONG");
    String table = createTable(door, connection);
    execute(connection, "INSERT INTO " + table + " (id, s) VALUES (1, 'a')");
    Instant first = Objects.requireNonNull(session.getCommitTimestamp());
    execute(connection, "UPDATE " + table + " SET s = 'b' WHERE id = 1");
    Instant second = Objects.requireNonNull(session.getCommitTimestamp());
    assertThat(second).isAfter(first);

    String query = "SELECT s FROM " + table;
    session.setReadOnlyStaleness("READ_TIMESTAMP " + first);
    assertThat(rows(connection, query)).containsExactly("a");
    assertThat(session.getReadTimestamp()).isEqualTo(first);
    session.setReadOnlyStaleness("MIN_READ_TIMESTAMP " + first);
    assertThat(rows(connection, query)).containsExactly("b");
    assertThat(session.getReadTimestamp()).isAfterOrEqualTo(second);
    session.setReadOnlyStaleness("STRONG");
    assertThat(rows(connection, query)).containsExactly("b");
  }

  @ThroughOwnDriver
  void readOnlyTransactionsUseTheStaleness(Door door) throws SQLException {
    Connection connection = connect(doors.url(door));
    RatchetSession session = connection.unwrap(RatchetSession.class);
    String table = createTable(door, connection);
    execute(connection, "INSERT INTO " + table + " (id, s) VALUES (1, 'a')");
    Instant first = session.getCommitTimestamp();
    execute(connection, "DELETE FROM " + table + (door.isPostgres() ? "" : " WHERE TRUE"));

    String query = "SELECT s FROM " + table;
    connection.setReadOnly(true);
    connection.setAutoCommit(false);
    session.setReadOnlyStaleness("READ_TIMESTAMP " + first);
    assertThat(rows(connection, query)).containsExactly("a");
    assertThat(rows(connection, query)).containsExactly("a");
    connection.commit();
    session.setReadOnlyStaleness("STRONG");
    assertThat(rows(connection, query)).isEmpty();
    connection.commit();
    session.setReadOnlyStaleness("MAX_STALENESS 10s");
    assertThatThrownBy(() -> rows(connection, query))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
    connection.rollback();
    connection.setReadOnly(false);
    execute(connection, "INSERT INTO " + table + " (id, s) VALUES (2, 'c')");
    connection.commit();
  }

  @ThroughOwnDriver
  void propertiesBeginASession(Door door) throws SQLException {
    String url =
        doors.url(door)
            + "readOnlyStaleness=EXACT_STALENESS%2015s&rpcPriority=low&readLockMode=optimistic"
            + "&transactionTag=app&maxCommitDelay=3ms&returnCommitStats=true"
            + "&transactionTimeout=30s&defaultTransactionIsolation=repeatable-read";
    Connection connection = connect(url);
    RatchetSession session = connection.unwrap(RatchetSession.class);
    assertThat(session.getReadOnlyStaleness()).isEqualTo("EXACT_STALENESS 15s");
    assertThat(session.getRpcPriority()).isEqualTo("LOW");
    assertThat(session.getReadLockMode()).isEqualTo("OPTIMISTIC");
    assertThat(session.getTransactionTag()).isEqualTo("app");
    assertThat(session.isReturnCommitStats()).isTrue();
    assertThat(connection.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
    assertThat(rows(connection, "SHOW VARIABLE default_transaction_isolation"))
        .containsExactly("repeatable read");
    assertThat(rows(connection, "SHOW VARIABLE transaction_timeout")).containsExactly("30s");
    String table = createTable(door, connection);
    execute(connection, "INSERT INTO " + table + " (id, s) VALUES (1, 'a')");
    assertThat(session.getTransactionTag()).isEqualTo("app");
    assertThatThrownBy(() -> connect(doors.url(door) + "readOnlyStaleness=SOMETIMES"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
  }

  @ThroughOwnDriver
  void commitsAnswerWhatWasAskedOfThem(Door door) throws SQLException {
    Connection connection = connect(doors.url(door));
    RatchetSession session = connection.unwrap(RatchetSession.class);
    assertThat(session.getCommitResponse()).isNull();
    String table = createTable(door, connection);
    session.setTransactionTag("job");
    session.setStatementTag("write");
    session.setRpcPriority("HIGH");
    session.setReadLockMode("PESSIMISTIC");
    session.setMaxCommitDelay(Duration.ofMillis(2));
    execute(connection, "INSERT INTO " + table + " (id, s) VALUES (1, 'a')");
    assertThat(session.getTransactionTag()).isEmpty();
    assertThat(session.getStatementTag()).isEmpty();
    RatchetSession.CommitResponse plain = Objects.requireNonNull(session.getCommitResponse());
    assertThat(plain.mutationCount()).isNull();
    assertThat(plain.commitTimestamp()).isEqualTo(session.getCommitTimestamp());

    session.setReturnCommitStats(true);
    connection.setAutoCommit(false);
    execute(connection, "INSERT INTO " + table + " (id, s) VALUES (2, 'a')");
    assertThatThrownBy(() -> session.setTransactionTag("late")).isInstanceOf(SQLException.class);
    connection.rollback();
    execute(connection, "INSERT INTO " + table + " (id, s) VALUES (2, 'a')");
    connection.commit();
    RatchetSession.CommitResponse counted = Objects.requireNonNull(session.getCommitResponse());
    assertThat(counted.mutationCount()).isNotNull().isPositive();
    assertThat(counted.commitTimestamp()).isAfter(plain.commitTimestamp());
    assertThatThrownBy(() -> session.setMaxCommitDelay(Duration.ofSeconds(1)))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> session.setRpcPriority("URGENT")).isInstanceOf(SQLException.class);
    connection.rollback();
  }

  @ThroughOwnDriver
  void weakerLevelsRunAsTheNextStrongerOne(Door door) throws SQLException {
    Connection connection = connect(doors.url(door));
    String table = createTable(door, connection);
    connection.setAutoCommit(false);
    int[][] levels = {
      {Connection.TRANSACTION_READ_UNCOMMITTED, Connection.TRANSACTION_SERIALIZABLE},
      {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_SERIALIZABLE},
      {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_REPEATABLE_READ},
      {Connection.TRANSACTION_SERIALIZABLE, Connection.TRANSACTION_SERIALIZABLE},
    };
    for (int[] level : levels) {
      connection.setTransactionIsolation(level[0]);
      assertThat(connection.getTransactionIsolation()).isEqualTo(level[1]);
      assertThat(rows(connection, "SELECT s FROM " + table)).isEmpty();
      assertThat(rows(connection, "SHOW VARIABLE transaction_isolation"))
          .containsExactly(
              level[1] == Connection.TRANSACTION_SERIALIZABLE ? "serializable" : "repeatable read");
      connection.commit();
    }
  }

  @ThroughOwnDriver
  void strongReadSeesWhatAnotherConnectionWasToldIsCommitted(Door door) throws SQLException {
    Connection writer = connect(doors.url(door));
    Connection reader = connect(doors.url(door));
    String table = createTable(door, writer);
    for (int i = 0; i < 20; i++) {
      execute(writer, "INSERT INTO " + table + " (id, s) VALUES (" + i + ", 'x')");
      assertThat(rows(reader, "SELECT COUNT(*) FROM " + table))
          .containsExactly(Integer.toString(i + 1));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PGJDBC_GOOGLESQL", "PGJDBC_POSTGRESQL"})
  void pgjdbcSetsTheSameBySql(Door door) throws SQLException {
    Connection connection = connect(doors.url(door));
    String table = createTable(door, connection);
    execute(connection, "INSERT INTO " + table + " (id, s) VALUES (1, 'a')");
    String first = rows(connection, "SHOW spanner.commit_timestamp").get(0);
    execute(connection, "UPDATE " + table + " SET s = 'b' WHERE id = 1");
    execute(connection, "SET spanner.read_only_staleness = 'READ_TIMESTAMP " + first + "'");
    connection.setReadOnly(true);
    connection.setAutoCommit(false);
    assertThat(rows(connection, "SELECT s FROM " + table)).containsExactly("a");
    assertThat(rows(connection, "SHOW transaction_read_only")).containsExactly("on");
    connection.commit();
    assertThat(rows(connection, "SHOW spanner.read_timestamp")).containsExactly(first);
    connection.rollback();
    connection.setReadOnly(false);
  }
}
