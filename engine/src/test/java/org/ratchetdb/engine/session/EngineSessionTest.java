package org.ratchetdb.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.api.TransactionState;

class EngineSessionTest {
  private static final String ENDLESS =
      "SELECT COUNT(*) FROM T a, T b, T c, T d, T e, T f, T g WHERE a.id + g.id < 0";

  private Instance instance;
  private Session google;
  private Session postgres;

  @BeforeEach
  void open() {
    instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
    google =
        instance
            .createDatabase("g", Dialect.GOOGLE_STANDARD_SQL)
            .openSession(SessionOptions.DEFAULT);
    google.execute("CREATE TABLE T (id INT64 NOT NULL, s STRING(10)) PRIMARY KEY (id)").close();
    postgres = instance.createDatabase("p", Dialect.POSTGRESQL).openSession(SessionOptions.DEFAULT);
    postgres.execute("CREATE TABLE t (id bigint PRIMARY KEY, s varchar(10))").close();
    for (Session session : List.of(google, postgres)) {
      for (int id = 0; id < 100; id++) {
        session.execute("INSERT INTO t (id, s) VALUES (" + id + ", 's" + id + "')").close();
      }
    }
  }

  @AfterEach
  void close() {
    instance.close();
  }

  @Test
  void failedStatementLeavesGoogleSqlTransactionUsable() {
    google.begin(TransactionMode.READ_WRITE);
    google.execute("INSERT INTO T (id) VALUES (1000)").close();
    assertThatThrownBy(() -> google.execute("INSERT INTO T (id) VALUES (1001), (1)"))
        .isInstanceOf(DbException.class);
    assertThat(google.transactionState()).isEqualTo(TransactionState.ACTIVE);
    google.commit();

    assertThat(rows(google, "SELECT id FROM T WHERE id >= 1000")).containsExactly("1000");
  }

  @Test
  void failedStatementFailsPostgresTransactionUntilItEnds() {
    postgres.begin(TransactionMode.READ_WRITE);
    postgres.execute("INSERT INTO t (id) VALUES (1000)").close();
    assertThatThrownBy(() -> postgres.execute("INSERT INTO t (id) VALUES (1)"))
        .isInstanceOf(DbException.class);
    assertThat(postgres.transactionState()).isEqualTo(TransactionState.FAILED);
    assertThatThrownBy(() -> postgres.execute("SELECT 1"))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.IN_FAILED_TRANSACTION));
    assertThat(postgres.execute("COMMIT").commandTag()).isEqualTo("ROLLBACK");

    assertThat(postgres.transactionState()).isEqualTo(TransactionState.IDLE);
    assertThat(rows(postgres, "SELECT id FROM t WHERE id >= 1000")).isEmpty();
  }

  @Test
  void ddlIsRefusedInsideTransaction() {
    google.begin(TransactionMode.READ_WRITE);
    assertThatThrownBy(() -> google.execute("CREATE TABLE U (id INT64) PRIMARY KEY (id)"))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.ACTIVE_TRANSACTION));
    google.rollback();
  }

  @Test
  void readOnlyTransactionSeesOneSnapshotAndRefusesWrites() {
    google.begin(TransactionMode.READ_ONLY);
    assertThat(rows(google, "SELECT COUNT(*) FROM T")).containsExactly("100");
    try (Session other = google.database().openSession(SessionOptions.DEFAULT)) {
      other.execute("DELETE FROM T WHERE id < 50").close();
    }
    assertThat(rows(google, "SELECT COUNT(*) FROM T")).containsExactly("100");
    assertThatThrownBy(() -> google.execute("DELETE FROM T WHERE id = 1"))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.READ_ONLY_TRANSACTION));
    google.commit();
    assertThat(rows(google, "SELECT COUNT(*) FROM T")).containsExactly("50");
  }

  @Test
  void cursorKeepsItsRowsWhileOtherStatementsRunAndTheTransactionCommits() {
    google.begin(TransactionMode.READ_WRITE);
    StatementResult open = google.execute("SELECT id FROM T ORDER BY id");
    ResultCursor cursor = Objects.requireNonNull(open.cursor());
    assertThat(cursor.next()).isTrue();
    google.execute("DELETE FROM T WHERE id > 1").close();
    assertThat(cursor.getLong(0)).isZero();
    google.commit();
    long read = 1;
    while (cursor.next()) {
      read++;
    }
    assertThat(read).isEqualTo(100);
  }

  @Test
  void rollbackEndsTransactionWithAnOpenCursor() {
    google.begin(TransactionMode.READ_WRITE);
    StatementResult open = google.execute("SELECT id FROM T ORDER BY id");
    assertThat(Objects.requireNonNull(open.cursor()).next()).isTrue();
    google.rollback();
    assertThat(google.transactionState()).isEqualTo(TransactionState.IDLE);
    google.execute("UPDATE T SET s = 'x' WHERE id = 5").close();
    assertThat(rows(google, "SELECT s FROM T WHERE id = 5")).containsExactly("x");
  }

  @Test
  void sessionThatIsSentAwayFreesItsLocksAtOnce() {
    Session gone = postgres.database().openSession(SessionOptions.DEFAULT);
    gone.begin(TransactionMode.READ_WRITE);
    gone.execute("SAVEPOINT a").close();
    assertThat(rows(gone, "SELECT id FROM t WHERE id = 1 FOR UPDATE")).containsExactly("1");
    gone.execute("UPDATE t SET s = 'gone' WHERE id = 1").close();
    StatementResult open = gone.execute("SELECT id FROM t WHERE id > 1 ORDER BY id");
    ResultCursor cursor = Objects.requireNonNull(open.cursor());
    assertThat(cursor.next()).isTrue();
    assertThat(rows(postgres, "SELECT pg_terminate_backend(" + gone.id() + ")"))
        .containsExactly("1");
    // No time passes and nobody makes a call for the other.
    postgres.set("lock_timeout", "1ms");
    assertThat(rows(postgres, "SELECT id FROM t WHERE id = 1 FOR UPDATE")).containsExactly("1");
    postgres.execute("UPDATE t SET s = 'here' WHERE id = 1").close();

    assertThatThrownBy(() -> gone.execute("SELECT 1"))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.UNAVAILABLE));
    assertThatThrownBy(gone::commit)
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.UNAVAILABLE));
    gone.close();
    assertThat(rows(postgres, "SELECT COUNT(*) FROM ratchet_sys.sessions")).containsExactly("1");
    assertThat(rows(postgres, "SELECT s FROM t WHERE id = 1")).containsExactly("here");
  }

  @Test
  void cancelStopsRunningStatement() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      CompletableFuture<DbException> failure =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  rows(google, ENDLESS);
                  throw new AssertionError("the query ended");
                } catch (DbException e) {
                  return e;
                }
              },
              pool);
      while (!failure.isDone()) {
        google.cancel();
        Thread.onSpinWait();
      }
      assertThat(failure.get(30, TimeUnit.SECONDS).code()).isEqualTo(ErrorCode.CANCELLED);
    } finally {
      pool.shutdownNow();
    }
    assertThat(rows(google, "SELECT COUNT(*) FROM T")).containsExactly("100");
  }

  @Test
  void statementTimeoutStopsStatement() {
    google.set("statement_timeout", "100ms");
    assertThatThrownBy(() -> rows(google, ENDLESS))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
    google.set("statement_timeout", "0");
    assertThat(rows(google, "SELECT 1")).containsExactly("1");
  }

  @Test
  void preparedStatementFollowsSchemaChanges() {
    PreparedQuery query = google.prepare("SELECT id FROM T WHERE s = ?", List.of());
    assertThat(rows(query, new Value.Str("s7"))).containsExactly("7");
    google.execute("CREATE INDEX ByS ON T (s)").close();
    assertThat(rows(query, new Value.Str("s8"))).containsExactly("8");
    google.execute("DROP INDEX ByS").close();
    assertThat(rows(query, new Value.Str("s9"))).containsExactly("9");
    google.execute("DROP TABLE T").close();
    assertThatThrownBy(() -> rows(query, new Value.Str("s9"))).isInstanceOf(DbException.class);
  }

  @Test
  void textsThatDifferInLiteralsAnswerEachForItself() {
    for (int id = 0; id < 20; id++) {
      assertThat(rows(google, "SELECT s FROM T WHERE id = " + id)).containsExactly("s" + id);
      assertThat(rows(google, "SELECT id FROM T WHERE s = 's" + id + "' LIMIT 1"))
          .containsExactly(Integer.toString(id));
      assertThat(rows(google, "SELECT COUNT(*) FROM T WHERE id BETWEEN 10 AND " + (10 + id)))
          .containsExactly(Integer.toString(id + 1));
    }
    assertThat(rows(google, "SELECT s FROM T WHERE id = 1 LIMIT 0")).isEmpty();
  }

  @Test
  void literalOfWrongTypeIsRefusedWithItsPlaceAlsoWhenTheShapeIsKnown() {
    assertThat(rows(google, "SELECT s FROM T WHERE id = 1")).containsExactly("s1");
    assertThatThrownBy(() -> rows(google, "SELECT s FROM T WHERE id = 'x'"))
        .satisfies(e -> assertThat(((DbException) e).position()).isPresent());
    assertThatThrownBy(() -> rows(google, "SELECT s FROM T WHERE s = 1"))
        .satisfies(e -> assertThat(((DbException) e).position()).isPresent());
    assertThatThrownBy(() -> rows(postgres, "SELECT s FROM t WHERE id = 'x'"))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.INVALID_TEXT_REPRESENTATION));
  }

  @Test
  void settingsAreShownSetAndReset() {
    assertThat(rows(postgres, "SHOW statement_timeout")).containsExactly("0");
    postgres.execute("SET statement_timeout = '5s'").close();
    assertThat(rows(postgres, "SHOW statement_timeout")).containsExactly("5s");
    postgres.execute("RESET ALL").close();
    assertThat(rows(postgres, "SHOW statement_timeout")).containsExactly("0");
    assertThatThrownBy(() -> postgres.execute("SET no_such_setting = 1"))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.UNKNOWN_SETTING));
    assertThatThrownBy(() -> postgres.execute("SET TIME ZONE 'Nowhere/Land'"))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.INVALID_SETTING));
  }

  @Test
  void dateStylesThatAreNotReadAreRefused() {
    postgres.execute("SET datestyle = 'ISO, MDY'").close();
    assertThatThrownBy(() -> postgres.execute("SET datestyle = 'ISO, DMY'"))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.INVALID_SETTING));
  }

  @Test
  void batchTakesEffectWholeOrNotAtAll() {
    PreparedQuery insert = google.prepare("INSERT INTO T (id, s) VALUES (?, ?)", List.of());
    assertThatThrownBy(
            () ->
                insert.executeBatch(
                    List.of(
                        List.of(new Value.Int64(500), new Value.Str("a")),
                        List.of(new Value.Int64(1), new Value.Str("b")))))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.PRIMARY_KEY_VIOLATION));
    assertThat(rows(google, "SELECT id FROM T WHERE id = 500")).isEmpty();
    assertThat(insert.executeBatch(List.of(List.of(new Value.Int64(500), new Value.Str("a")))))
        .containsExactly(1);
  }

  private static ErrorCode code(Throwable failure) {
    return ((DbException) failure).code();
  }

  private static List<String> rows(Session session, String sql) {
    try (StatementResult result = session.execute(sql)) {
      return drain(result);
    }
  }

  private static List<String> rows(PreparedQuery query, Value... parameters) {
    try (StatementResult result = query.execute(List.of(parameters))) {
      return drain(result);
    }
  }

  private static List<String> drain(StatementResult result) {
    List<String> rows = new ArrayList<>();
    ResultCursor cursor = Objects.requireNonNull(result.cursor());
    while (cursor.next()) {
      Value value = cursor.getValue(0);
      rows.add(value instanceof Value.Str text ? text.value() : Long.toString(cursor.getLong(0)));
    }
    return rows;
  }
}
