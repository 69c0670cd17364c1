package org.ratchetdb.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.CommitStatistics;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TransactionMode;

/** What counts as a mutation, and what a transaction may not exceed. */
class TransactionLimitsTest {
  private Instance instance;
  private Session session;

  @BeforeEach
  void open() {
    instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
    session =
        instance
            .createDatabase("g", Dialect.GOOGLE_STANDARD_SQL)
            .openSession(SessionOptions.DEFAULT);
    run("CREATE TABLE T (Id INT64 NOT NULL, A INT64, B STRING(MAX)) PRIMARY KEY (Id)");
    run(
        "CREATE TABLE C (Id INT64 NOT NULL, N INT64 NOT NULL) PRIMARY KEY (Id, N),"
            + " INTERLEAVE IN PARENT T ON DELETE CASCADE");
  }

  @AfterEach
  void close() {
    instance.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private long mutationsOf(String sql) {
    run(sql);
    CommitStatistics statistics = Objects.requireNonNull(session.lastCommit());
    assertThat(statistics.timestamp()).isEqualTo(session.commitTimestamp());
    return statistics.mutationCount();
  }

  private long only(String sql) {
    try (StatementResult result = session.execute(sql)) {
      ResultCursor cursor = Objects.requireNonNull(result.cursor());
      assertThat(cursor.next()).isTrue();
      return cursor.getLong(0);
    }
  }

  private void assertRefused(String sql, String words) {
    assertThatThrownBy(() -> run(sql))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code().status()).isEqualTo(CanonicalStatus.INVALID_ARGUMENT);
              assertThat(e.message()).contains(words);
            });
  }

  private static String numbers(int from, int to) {
    return "UNNEST(GENERATE_ARRAY(" + from + ", " + to + ")) AS n";
  }

  @Test
  void columnsKeysAndIndexEntriesCount() {
    assertThat(mutationsOf("INSERT INTO T (Id, A) VALUES (1, 1)")).isEqualTo(2);
    assertThat(mutationsOf("INSERT INTO T (Id, A, B) VALUES (2, 1, 'b'), (3, 1, 'c')"))
        .isEqualTo(6);
    assertThat(mutationsOf("UPDATE T SET A = 2 WHERE Id = 1")).isEqualTo(2);
    assertThat(mutationsOf("DELETE FROM T WHERE Id > 1")).isEqualTo(2);
    run("CREATE INDEX TByA ON T (A) STORING (B)");
    assertThat(mutationsOf("INSERT INTO T (Id, A) VALUES (4, 1)")).as("2 and 3").isEqualTo(5);
    assertThat(mutationsOf("UPDATE T SET A = 5 WHERE Id = 4")).as("2, 1 and 3").isEqualTo(6);
    assertThat(mutationsOf("UPDATE T SET B = 'x' WHERE Id = 4")).as("2 and 3").isEqualTo(5);
    assertThat(mutationsOf("INSERT INTO C (Id, N) VALUES (4, 1), (4, 2)")).isEqualTo(4);
    assertThat(mutationsOf("DELETE FROM T WHERE Id = 4")).as("children are free").isEqualTo(2);
  }

  @Test
  void statementWithTooManyMutationsFailsAlone() {
    session.begin(TransactionMode.READ_WRITE);
    run("INSERT INTO T (Id) VALUES (-1)");
    assertRefused(
        "INSERT INTO T (Id, A) SELECT n, n FROM " + numbers(1, 40_001),
        "The transaction contains too many mutations.");
    session.commit();
    assertThat(only("SELECT COUNT(*) FROM T")).isEqualTo(1);
    assertThat(mutationsOf("INSERT INTO T (Id, A) SELECT n, n FROM " + numbers(1, 40_000)))
        .isEqualTo(80_000);
  }

  @Test
  void transactionWithTooManyMutationsFailsAtCommitAndWhatWasRolledBackDoesNotCount() {
    session.begin(TransactionMode.READ_WRITE);
    run("INSERT INTO T (Id) SELECT n FROM " + numbers(1, 50_000));
    run("SAVEPOINT s");
    run("INSERT INTO T (Id) SELECT n FROM " + numbers(50_001, 90_000));
    run("ROLLBACK TO s");
    session.commit();
    assertThat(Objects.requireNonNull(session.lastCommit()).mutationCount()).isEqualTo(50_000);

    session.begin(TransactionMode.READ_WRITE);
    run("DELETE FROM T WHERE Id <= 50000");
    run("INSERT INTO T (Id) SELECT n FROM " + numbers(50_001, 90_000));
    assertThatThrownBy(session::commit)
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code().status()).isEqualTo(CanonicalStatus.INVALID_ARGUMENT);
              assertThat(e.message()).contains("too many mutations").contains("80000");
            });
    assertThat(only("SELECT COUNT(*) FROM T")).isEqualTo(50000);
  }

  @Test
  void transactionThatIsTooLargeIsRefused() {
    session.begin(TransactionMode.READ_WRITE);
    String row = "INSERT INTO T (Id, B) SELECT n, REPEAT('x', 1000000) FROM ";
    run(row + numbers(1, 50));
    run(row + numbers(51, 100));
    assertRefused(row + numbers(101, 105), "The transaction exceeds the maximum total bytes-size");
    session.commit();
    assertThat(only("SELECT COUNT(*) FROM T")).isEqualTo(100);
  }

  @Test
  void keysAndCellsHaveLimits() {
    run("CREATE TABLE K (S STRING(MAX) NOT NULL, B BYTES(MAX)) PRIMARY KEY (S)");
    run("INSERT INTO K (S) SELECT REPEAT('x', 8192)");
    assertRefused(
        "INSERT INTO K (S) SELECT REPEAT('x', 8193)", "which exceeds the maximum of 8192.");
    assertThatThrownBy(() -> run("INSERT INTO T (Id, B) SELECT 1, REPEAT('x', 2621441)"))
        .hasMessageContaining("size: 2621441, limit: 2621440");
    run("INSERT INTO T (Id, B) SELECT 1, REPEAT('x', 1048576)");
  }

  @Test
  void schemaChangesAreNotHeldToTheLimits() {
    run("INSERT INTO T (Id, A) SELECT n, n FROM " + numbers(1, 40_000));
    run("INSERT INTO T (Id, A) SELECT n, n FROM " + numbers(40_001, 80_000));
    run("CREATE INDEX TByA ON T (A)");
    assertThat(only("SELECT COUNT(*) FROM T@{FORCE_INDEX=TByA} WHERE A > 0")).isEqualTo(80000);
  }
}
