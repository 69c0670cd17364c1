package org.ratchetdb.jdbc.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.jdbc.TransactionRunner;
import org.ratchetdb.jdbc.backend.SqlErrors;

final class ConnectionTest {
  private final FakeBackend backend = new FakeBackend();
  private final Connection connection = new RatchetConnection(backend, ConnectionDefaults.STANDARD);

  private static SQLException aborted() {
    return SqlErrors.of(ErrorCode.TRANSACTION_ABORTED, "again, please");
  }

  @Test
  void aTransactionBeginsWithTheFirstStatementThatNeedsOne() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t");
      assertThat(backend.calls).containsExactly("CREATE TABLE t");
      statement.execute("INSERT INTO t");
      statement.execute("UPDATE t");
      connection.commit();
      connection.commit();
    }
    assertThat(backend.calls)
        .containsExactly(
            "CREATE TABLE t", "BEGIN", "INSERT INTO t", "UPDATE t", "COMMIT", "COMMIT");
  }

  @Test
  void modeAndIsolationGoIntoBegin() throws SQLException {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setReadOnly(true);
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT 1");
      assertThat(backend.calls).containsExactly("BEGIN READ ONLY REPEATABLE READ", "SELECT 1");
      assertThatThrownBy(() -> connection.setReadOnly(false))
          .extracting("SQLState")
          .isEqualTo("25001");
    }
    connection.rollback();
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
  }

  @Test
  void turningAutoCommitOnCommits() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO t");
    }
    connection.setAutoCommit(true);
    assertThat(backend.calls).endsWith("COMMIT");
    assertThatThrownBy(connection::commit).extracting("SQLState").isEqualTo("25P01");
  }

  @Test
  void aResultMovesToMemoryWhenAnotherStatementRuns() throws SQLException {
    try (Statement first = connection.createStatement();
        Statement second = connection.createStatement();
        ResultSet rows = first.executeQuery("SELECT a")) {
      assertThat(rows.next()).isTrue();
      second.executeUpdate("INSERT INTO t");
      assertThat(rows.getLong(1)).isEqualTo(1);
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong("N")).isEqualTo(2);
      assertThat(rows.next()).isTrue();
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void commitKeepsOpenResultsAndRollbackEndsThem() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery("SELECT a");
      rows.next();
      connection.commit();
      assertThat(rows.getLong(1)).isEqualTo(1);
      assertThat(rows.next()).isTrue();
      ResultSet lost = statement.executeQuery("SELECT b");
      lost.next();
      connection.rollback();
      assertThatThrownBy(lost::next).hasMessageContaining("rolled back");
      assertThatThrownBy(() -> lost.getLong(1)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void aNewExecutionClosesTheOldResult() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      ResultSet old = statement.executeQuery("SELECT a");
      statement.executeQuery("SELECT b");
      assertThat(old.isClosed()).isTrue();
      assertThatThrownBy(old::next).hasMessageContaining("closed");
    }
  }

  @Test
  void placesInAResultAreKnown() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT a")) {
      assertThat(rows.isBeforeFirst()).isTrue();
      assertThatThrownBy(() -> rows.getLong(1)).hasMessageContaining("next()");
      rows.next();
      assertThat(rows.isFirst()).isTrue();
      assertThat(rows.getRow()).isEqualTo(1);
      assertThatThrownBy(() -> rows.getLong(2)).hasMessageContaining("no column 2");
      assertThatThrownBy(() -> rows.getLong("x")).extracting("SQLState").isEqualTo("42703");
      assertThatThrownBy(rows::previous).extracting("SQLState").isEqualTo("0A000");
      while (rows.next()) {
        assertThat(rows.isAfterLast()).isFalse();
      }
      assertThat(rows.isAfterLast()).isTrue();
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void maxRowsAndCloseOnCompletionEndAResult() throws SQLException {
    Statement statement = connection.createStatement();
    statement.setMaxRows(2);
    statement.closeOnCompletion();
    ResultSet rows = statement.executeQuery("SELECT a");
    assertThat(rows.next()).isTrue();
    assertThat(rows.next()).isTrue();
    assertThat(rows.next()).isFalse();
    assertThat(statement.isClosed()).isTrue();
  }

  @Test
  void aPreparedStatementIsPreparedOnce() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT n WHERE k = ?")) {
      assertThat(backend.calls).isEmpty();
      query.setLong(1, 1);
      query.executeQuery().close();
      query.setInt(1, 2);
      query.executeQuery().close();
      query.setBigDecimal(1, new BigDecimal("3.0"));
      query.executeQuery().close();
    }
    assertThat(backend.calls)
        .containsExactly(
            "prepare SELECT n WHERE k = ?",
            "execute SELECT n WHERE k = ? [Int64[value=1]]",
            "execute SELECT n WHERE k = ? [Int64[value=2]]",
            "execute SELECT n WHERE k = ? [Int64[value=3]]",
            "unprepare");
  }

  @Test
  void typesAreDeclaredWhereTheDatabaseFindsNone() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT ?")) {
      query.setString(1, "x");
      query.executeQuery().close();
    }
    assertThat(backend.calls).contains("prepare SELECT ? [STRING]");
  }

  @Test
  void aFractionForAWholeNumberDeclaresItsType() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT n WHERE k < ?")) {
      query.setDouble(1, 1.5);
      query.executeQuery().close();
    }
    assertThat(backend.calls)
        .contains(
            "prepare SELECT n WHERE k < ? [FLOAT64]",
            "execute SELECT n WHERE k < ? [Float64[value=1.5]]");
  }

  @Test
  void valuesBecomeTheParametersType() throws SQLException {
    backend.parameterType = SqlType.STRING;
    try (PreparedStatement query = connection.prepareStatement("SELECT n WHERE s = ?")) {
      query.setLong(1, 7);
      query.executeQuery().close();
      assertThat(backend.calls).last().asString().endsWith("[Str[value=7]]");
    }
  }

  @Test
  void wrongNumbersOfParametersAreReported() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT n WHERE k = ?")) {
      assertThatThrownBy(query::executeQuery).hasMessageContaining("parameter 1");
      assertThatThrownBy(() -> query.setLong(0, 1)).hasMessageContaining("no parameter 0");
      query.setLong(1, 1);
      query.setLong(2, 1);
      assertThatThrownBy(query::executeQuery).hasMessageContaining("parameter 2");
    }
  }

  @Test
  void batchesGoInOneCallAndFailAsBatches() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
      for (int i = 0; i < 5; i++) {
        insert.setLong(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(5).containsOnly(1);
      assertThat(backend.calls).last().isEqualTo("batch 5");
      insert.addBatch();
      backend.failure = aborted();
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .hasCauseInstanceOf(SQLTransactionRollbackException.class)
          .extracting("SQLState")
          .isEqualTo("40001");
    }
  }

  @Test
  void aBatchOfTextsStopsAtTheFirstFailure() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.addBatch("INSERT INTO t");
      statement.addBatch("SELECT 1");
      statement.addBatch("DELETE FROM t");
      assertThatThrownBy(statement::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class, e -> assertThat(e.getUpdateCounts()).containsExactly(1));
      assertThat(backend.calls).doesNotContain("DELETE FROM t");
    }
  }

  @Test
  void generatedKeysAreAskedForAndKept() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int count = statement.executeUpdate("INSERT INTO t", Statement.RETURN_GENERATED_KEYS);
      assertThat(count).isEqualTo(1);
      assertThat(backend.calls).containsExactly("INSERT INTO t\nTHEN RETURN *");
      try (ResultSet keys = statement.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getLong("n")).isEqualTo(1);
      }
      statement.executeUpdate("INSERT INTO t");
      try (ResultSet keys = statement.getGeneratedKeys()) {
        assertThat(keys.next()).isFalse();
      }
    }
  }

  @Test
  void aTimeoutIsSetAndTakenBack() throws SQLException {
    try (Statement limited = connection.createStatement();
        Statement free = connection.createStatement()) {
      limited.setQueryTimeout(2);
      limited.execute("INSERT INTO t");
      limited.execute("INSERT INTO t");
      free.execute("INSERT INTO t");
      free.execute("INSERT INTO t");
    }
    assertThat(backend.calls)
        .containsExactly(
            "SET statement_timeout=2000",
            "INSERT INTO t",
            "INSERT INTO t",
            "SET statement_timeout=30s",
            "INSERT INTO t",
            "INSERT INTO t");
  }

  @Test
  void cancelReachesOnlyTheStatementThatRuns() throws SQLException {
    try (Statement one = connection.createStatement();
        Statement other = connection.createStatement()) {
      one.cancel();
      assertThat(backend.calls).isEmpty();
      ResultSet rows = one.executeQuery("SELECT a");
      other.cancel();
      assertThat(backend.calls).doesNotContain("cancel");
      one.cancel();
      assertThat(backend.calls).contains("cancel");
      rows.close();
    }
  }

  @Test
  void aClosedConnectionSaysSo() throws SQLException {
    Statement statement = connection.createStatement();
    connection.close();
    connection.close();
    assertThat(backend.calls).containsExactly("close");
    assertThat(statement.isClosed()).isTrue();
    assertThatThrownBy(() -> statement.execute("SELECT 1"))
        .extracting("SQLState")
        .isEqualTo("08003");
    assertThat(connection.isValid(0)).isFalse();
  }

  @Test
  void abortInterruptsAndCloses() throws SQLException {
    connection.abort(Runnable::run);
    assertThat(connection.isClosed()).isTrue();
    assertThat(backend.calls).containsExactly("interrupt", "close");
  }

  @Test
  void theRunnerRetriesAbortedWorkOnly() throws SQLException {
    TransactionRunner runner = new TransactionRunner(3, 0);
    AtomicInteger attempts = new AtomicInteger();
    String result =
        runner.run(
            connection,
            c -> {
              if (attempts.incrementAndGet() < 3) {
                throw aborted();
              }
              return "done";
            });
    assertThat(result).isEqualTo("done");
    assertThat(connection.getAutoCommit()).isTrue();
    attempts.set(-10);
    assertThatThrownBy(
            () ->
                runner.run(
                    connection,
                    c -> {
                      attempts.incrementAndGet();
                      throw aborted();
                    }))
        .isInstanceOf(SQLTransactionRollbackException.class);
    assertThat(attempts).hasValue(-7);
    assertThatThrownBy(
            () ->
                runner.run(
                    connection,
                    c -> {
                      attempts.set(0);
                      throw SqlErrors.of(ErrorCode.UNIQUE_VIOLATION, "no");
                    }))
        .hasMessage("no");
    assertThat(attempts).hasValue(0);
  }
}
