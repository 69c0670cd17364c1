package org.ratchetdb.tests.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.storage.api.StoreStatistics;

/**
 * 64 clients, each with rows of its own, between those of the others: nobody is ever aborted, and
 * no statement is run twice behind anyone's back.
 */
class DisjointClientsIT {
  private static final int CLIENTS = 64;
  private static final int ROUNDS = 15;

  /** What one client does in one round, with the connection in a transaction. */
  @FunctionalInterface
  private interface Round {
    void run(Statements sql, long client, int round) throws SQLException;
  }

  /** Runs statements with numbers for parameters. */
  private record Statements(Connection connection) {
    int update(String sql, Object... parameters) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        bind(statement, parameters);
        return statement.executeUpdate();
      }
    }

    long count(String sql, Object... parameters) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        bind(statement, parameters);
        try (ResultSet rows = statement.executeQuery()) {
          long count = 0;
          while (rows.next()) {
            count++;
          }
          return count;
        }
      }
    }

    private static void bind(PreparedStatement statement, Object... parameters)
        throws SQLException {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
    }
  }

  @Test
  void rowsBetweenThoseOfOthers() throws Exception {
    StoreStatistics statistics =
        run(
            List.of("CREATE TABLE T (K INT64 NOT NULL, V INT64, Note STRING(MAX)) PRIMARY KEY (K)"),
            (sql, client, round) -> {
              long key = (long) round * CLIENTS + client;
              assertThat(sql.update("INSERT INTO T (K, V, Note) VALUES (?, ?, ?)", key, 0L, "n"))
                  .isEqualTo(1);
              assertThat(sql.update("UPDATE T SET V = V + 1 WHERE K = ?", key)).isEqualTo(1);
              assertThat(sql.count("SELECT V FROM T WHERE K = ?", key)).isEqualTo(1);
              if (round > 0) {
                assertThat(sql.update("DELETE FROM T WHERE K = ?", key - CLIENTS)).isEqualTo(1);
              }
            });
    assertNobodyWasAborted(statistics);
  }

  @Test
  void rowsBehindSecondaryIndexes() throws Exception {
    StoreStatistics statistics =
        run(
            List.of(
                "CREATE TABLE T (K INT64 NOT NULL, V INT64, Code INT64) PRIMARY KEY (K)",
                "CREATE INDEX ByV ON T (V)",
                "CREATE UNIQUE INDEX ByCode ON T (Code)"),
            (sql, client, round) -> {
              long key = client * 1_000_000 + round;
              long code = (long) round * CLIENTS + client;
              assertThat(sql.update("INSERT INTO T (K, V, Code) VALUES (?, ?, ?)", key, 7L, code))
                  .isEqualTo(1);
              assertThat(sql.update("UPDATE T SET V = ?, Code = ? WHERE K = ?", 8L, -code, key))
                  .isEqualTo(1);
              assertThat(sql.count("SELECT K FROM T@{FORCE_INDEX=ByCode} WHERE Code = ?", -code))
                  .isEqualTo(1);
              if (round > 0) {
                assertThat(sql.update("DELETE FROM T WHERE K = ?", key - 1)).isEqualTo(1);
              }
            });
    assertNobodyWasAborted(statistics);
  }

  @Test
  void rangesOfOwnKeys() throws Exception {
    StoreStatistics statistics =
        run(
            List.of(
                "CREATE TABLE T (Owner INT64 NOT NULL, K INT64 NOT NULL, V INT64)"
                    + " PRIMARY KEY (Owner, K)",
                "CREATE INDEX ByOwner ON T (Owner, V)"),
            (sql, client, round) -> {
              sql.update(
                  "INSERT INTO T (Owner, K, V) SELECT CAST(? AS INT64),"
                      + " COALESCE(MAX(K), 0) + 1, 5 FROM T WHERE Owner = ?",
                  client,
                  client);
              assertThat(sql.count("SELECT K FROM T WHERE Owner = ? ORDER BY K DESC", client))
                  .isEqualTo(round + 1L);
              assertThat(
                      sql.count(
                          "SELECT V FROM T@{FORCE_INDEX=ByOwner} WHERE Owner = ? AND V = 5",
                          client))
                  .isEqualTo(1);
              assertThat(sql.update("UPDATE T SET V = 6 WHERE Owner = ? AND V = 5", client))
                  .isEqualTo(1);
            });
    assertNobodyWasAborted(statistics);
  }

  @Test
  void childrenOfOwnParents() throws Exception {
    StoreStatistics statistics =
        run(
            List.of(
                "CREATE TABLE P (Id INT64 NOT NULL, Total INT64) PRIMARY KEY (Id)",
                "CREATE TABLE C (Id INT64 NOT NULL, Line INT64 NOT NULL, Amount INT64)"
                    + " PRIMARY KEY (Id, Line), INTERLEAVE IN PARENT P ON DELETE CASCADE",
                "CREATE INDEX ByAmount ON C (Amount)"),
            (sql, client, round) -> {
              long id = (long) round * CLIENTS + client;
              sql.update("INSERT INTO P (Id, Total) VALUES (?, 0)", id);
              for (long line = 1; line <= 3; line++) {
                sql.update("INSERT INTO C (Id, Line, Amount) VALUES (?, ?, 10)", id, line);
              }
              sql.update(
                  "UPDATE P SET Total = (SELECT SUM(Amount) FROM C WHERE C.Id = P.Id)"
                      + " WHERE Id = ?",
                  id);
              assertThat(sql.count("SELECT Line FROM C WHERE Id = ?", id)).isEqualTo(3);
              if (round > 0) {
                assertThat(sql.update("DELETE FROM P WHERE Id = ?", id - CLIENTS)).isEqualTo(1);
              }
            });
    assertNobodyWasAborted(statistics);
  }

  private static void assertNobodyWasAborted(StoreStatistics statistics) {
    assertThat(statistics.commits()).isGreaterThanOrEqualTo(CLIENTS * ROUNDS);
    assertThat(statistics.wounds()).as("wounds").isZero();
    assertThat(statistics.conflicts()).as("conflicts").isZero();
    assertThat(statistics.idleRollbacks()).as("idle rollbacks").isZero();
    assertThat(statistics.openTransactions()).as("left open").isZero();
  }

  /** Every error, an abort above all, fails the test. */
  private static StoreStatistics run(List<String> schema, Round round) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
    try (ServedInstance served = new ServedInstance(InstanceOptions.DEFAULT)) {
      served.execute(schema.toArray(String[]::new));
      CountDownLatch ready = new CountDownLatch(CLIENTS);
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        long client = i;
        clients.add(
            pool.submit(
                () -> {
                  try (Connection connection = served.connect()) {
                    connection.setAutoCommit(false);
                    ready.countDown();
                    ready.await();
                    Statements sql = new Statements(connection);
                    for (int n = 0; n < ROUNDS; n++) {
                      round.run(sql, client, n);
                      connection.commit();
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> client : clients) {
        client.get(120, TimeUnit.SECONDS);
      }
      return served.statistics();
    } finally {
      pool.shutdownNow();
    }
  }
}
