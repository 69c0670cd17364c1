package org.ratchetdb.tests.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Savepoints through JDBC: this driver embedded and remote, and pgjdbc, in both dialects. */
final class SavepointJdbcTest {
  private static Doors doors;

  private final List<Connection> opened = new ArrayList<>();

  @BeforeAll
  static void start() {
    doors = new Doors("savepoints");
  }

  @AfterAll
  static void stop() {
    doors.close();
  }

  @AfterEach
  void close() throws SQLException {
    for (Connection connection : opened) {
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      execute(connection, "DROP TABLE t");
      connection.close();
    }
  }

  private Connection open(Door door) throws SQLException {
    Connection connection = DriverManager.getConnection(doors.url(door), "ratchet", "");
    opened.add(connection);
    execute(
        connection,
        door.isPostgres()
            ? "CREATE TABLE t (id bigint PRIMARY KEY)"
            : "CREATE TABLE t (id INT64 NOT NULL) PRIMARY KEY (id)");
    return connection;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void insert(Connection connection, int id) throws SQLException {
    execute(connection, "INSERT INTO t (id) VALUES (" + id + ")");
  }

  private static List<Long> ids(Connection connection) throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id FROM t ORDER BY id")) {
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
    }
    return ids;
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void undoesWhatCameAfter(Door door) throws SQLException {
    Connection connection = open(door);
    connection.setAutoCommit(false);
    Savepoint empty = connection.setSavepoint(); // nothing ran yet: it begins the transaction
    insert(connection, 1);
    // pgjdbc quotes names as PostgreSQL does, which GoogleSQL reads as a string.
    Savepoint one =
        door == Door.PGJDBC_GOOGLESQL
            ? connection.setSavepoint()
            : connection.setSavepoint("after \"one\"");
    insert(connection, 2);
    connection.rollback(one);
    assertThat(ids(connection)).containsExactly(1L);
    insert(connection, 3);
    connection.releaseSavepoint(one);
    assertThat(ids(connection)).containsExactly(1L, 3L);
    connection.rollback(empty);
    insert(connection, 4);
    connection.commit();
    assertThat(ids(connection)).containsExactly(4L);
    assertThat(connection.getMetaData().supportsSavepoints()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void aTransactionGoesOnAfterAnError(Door door) throws SQLException {
    Connection connection = open(door);
    connection.setAutoCommit(false);
    insert(connection, 1);
    for (int i = 0; i < 3; i++) {
      Savepoint before = connection.setSavepoint();
      assertThatThrownBy(() -> insert(connection, 1)).extracting("SQLState").isEqualTo("23505");
      connection.rollback(before);
      assertThatThrownBy(() -> execute(connection, "SELECT nope FROM t"))
          .isInstanceOf(SQLException.class);
      connection.rollback(before);
      connection.releaseSavepoint(before);
    }
    insert(connection, 2);
    connection.commit();
    assertThat(ids(connection)).containsExactly(1L, 2L);
  }

  @ParameterizedTest
  @EnumSource(
      value = Door.class,
      names = {
        "EMBEDDED_GOOGLESQL",
        "EMBEDDED_POSTGRESQL",
        "REMOTE_GOOGLESQL",
        "REMOTE_POSTGRESQL"
      })
  void whatIsNoSavepointIsRefused(Door door) throws SQLException {
    Connection connection = open(door);
    assertThatThrownBy(connection::setSavepoint).extracting("SQLState").isEqualTo("25P01");
    connection.setAutoCommit(false);
    assertThatThrownBy(() -> connection.setSavepoint("")).extracting("SQLState").isEqualTo("22023");
    Savepoint first = connection.setSavepoint("first");
    assertThat(first.getSavepointName()).isEqualTo("first");
    assertThatThrownBy(first::getSavepointId).isInstanceOf(SQLException.class);
    Savepoint second = connection.setSavepoint();
    assertThat(second.getSavepointId()).isPositive();
    assertThatThrownBy(second::getSavepointName).isInstanceOf(SQLException.class);
    connection.releaseSavepoint(first);
    assertThatThrownBy(() -> connection.rollback(second))
        .hasMessageContaining("does not exist")
        .extracting("SQLState")
        .isEqualTo("3B001");
    connection.rollback();
    insert(connection, 1);
    assertThatThrownBy(() -> connection.rollback(first)).extracting("SQLState").isEqualTo("3B001");
    connection.rollback();
    assertThat(ids(connection)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Door.class,
      names = {
        "EMBEDDED_GOOGLESQL",
        "EMBEDDED_POSTGRESQL",
        "REMOTE_GOOGLESQL",
        "REMOTE_POSTGRESQL"
      })
  void aCancelledWaitForALockIsNoEnd(Door door) throws Exception {
    Connection holder = open(door);
    insert(holder, 1);
    holder.setAutoCommit(false);
    execute(holder, "DELETE FROM t WHERE id = 1");
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Connection waiter = DriverManager.getConnection(doors.url(door), "ratchet", "");
        Statement statement = waiter.createStatement()) {
      waiter.setAutoCommit(false);
      insert(waiter, 2);
      Savepoint before = waiter.setSavepoint();
      Future<?> wait = thread.submit(() -> statement.execute("DELETE FROM t WHERE id = 1"));
      while (!isOver(wait)) {
        statement.cancel(); // without effect while the statement is still on its way
      }
      assertThatThrownBy(wait::get).cause().extracting("SQLState").isEqualTo("57014");
      waiter.rollback(before);
      Future<?> again = thread.submit(() -> statement.executeUpdate("DELETE FROM t WHERE id = 1"));
      assertThat(isOver(again)).as("waits again").isFalse();
      holder.rollback();
      assertThat(again.get(30, TimeUnit.SECONDS)).isEqualTo(1);
      waiter.commit();
      assertThat(ids(holder)).containsExactly(2L);
    } finally {
      thread.shutdownNow();
    }
  }

  private static boolean isOver(Future<?> future) throws InterruptedException {
    try {
      future.get(50, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    }
  }

  /** pgjdbc's own mode for tools that go on after errors: a savepoint before every statement. */
  @ParameterizedTest
  @EnumSource(
      value = Door.class,
      names = {"PGJDBC_GOOGLESQL", "PGJDBC_POSTGRESQL"})
  void autosaveOfPgjdbcWorks(Door door) throws SQLException {
    open(door);
    try (Connection connection =
        DriverManager.getConnection(doors.url(door) + "autosave=always", "ratchet", "")) {
      connection.setAutoCommit(false);
      insert(connection, 1);
      assertThatThrownBy(() -> insert(connection, 1)).extracting("SQLState").isEqualTo("23505");
      insert(connection, 2);
      connection.commit();
      assertThat(ids(connection)).containsExactly(1L, 2L);
    }
  }
}
