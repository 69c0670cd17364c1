package org.ratchetdb.engine.sysview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.common.time.SystemTicker;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.database.RatchetInstance;
import org.ratchetdb.storage.txn.StoreEnvironment;

class SystemTablesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** End of the minute in which the tests do something. */
  private static final String SECOND_HOUR = "TIMESTAMP '2024-01-01 01:01:00+00'";

  /** Nobody lives to see its end. */
  private static final String ENDLESS =
      "SELECT COUNT(*) FROM "
          + IntStream.range(0, 21)
              .mapToObj(i -> "Singers " + (char) ('a' + i))
              .collect(Collectors.joining(", "))
          + ", UNNEST(GENERATE_ARRAY(1, 10000)) AS x, UNNEST(GENERATE_ARRAY(1, 10000)) AS y"
          + " WHERE a.Id + u.Id + x + y < 0";

  /** In PostgreSQL joins have no limit. */
  private static final String ENDLESS_IN_POSTGRES =
      "SELECT COUNT(*) FROM "
          + IntStream.range(0, 40)
              .mapToObj(i -> "Singers " + (char) ('a' + i % 26) + (i < 26 ? "" : "x"))
              .collect(Collectors.joining(", "))
          + " WHERE a.Id + z.Id + nx.Id < 0";

  private final ManualClock clock = new ManualClock();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Instance instance;
  private Database database;
  private Session looker;

  @BeforeEach
  void open(@TempDir Path directory) {
    instance =
        RatchetInstance.openDirectory(
            directory,
            InstanceOptions.DEFAULT.withIdleTransactionTimeout(Duration.ZERO),
            new StoreEnvironment(clock, new SystemTicker(), new ManualScheduler(clock)));
    database = instance.createDatabase("test", Dialect.GOOGLE_STANDARD_SQL);
    looker = session();
    run(
        looker,
        "CREATE TABLE Singers (Id INT64 NOT NULL, Name STRING(MAX), Age INT64) PRIMARY KEY (Id)");
    run(
        looker,
        "CREATE TABLE Songs (Id INT64 NOT NULL, Album INT64 NOT NULL, Track INT64 NOT NULL,"
            + " Title STRING(MAX)) PRIMARY KEY (Id, Album, Track DESC),"
            + " INTERLEAVE IN PARENT Singers ON DELETE CASCADE");
    run(looker, "INSERT INTO Singers (Id, Name, Age) VALUES (1, 'a', 10), (2, 'b', 20)");
    run(
        looker,
        "INSERT INTO Songs (Id, Album, Track, Title) VALUES (2, 1, 5, 't'), (2, 1, 9, 'u')");
    clock.advance(Duration.ofHours(1));
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    instance.close();
  }

  private Session session() {
    return database.openSession(SessionOptions.DEFAULT);
  }

  private static void run(Session session, String sql) {
    session.execute(sql).close();
  }

  private static List<String> rows(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (StatementResult result = session.execute(sql)) {
      ResultCursor cursor = result.cursor();
      while (cursor != null && cursor.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < cursor.columns().size(); i++) {
          Value value = cursor.getValue(i);
          cells.add(
              value.isNull() ? "NULL" : Values.format(value, session.dialect(), ZoneOffset.UTC));
        }
        rows.add(String.join(" | ", cells));
      }
    }
    return rows;
  }

  private static void await(BooleanSupplier condition) {
    Ticker ticker = new SystemTicker();
    long deadline = ticker.nanos() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(ticker.nanos() - deadline).as("waited too long").isNegative();
      Thread.onSpinWait();
    }
  }

  private void awaitWaiter(long count) {
    await(
        () ->
            rows(
                    looker,
                    "SELECT COUNT(DISTINCT TRANSACTION_ID) FROM RATCHET_SYS.LOCKS"
                        + " WHERE NOT GRANTED")
                .equals(List.of(Long.toString(count))));
  }

  @Test
  void locksShowWhoWaitsForWhom() throws Exception {
    Session older = session();
    Session younger = session();
    older.begin(TransactionMode.READ_WRITE);
    run(older, "UPDATE Singers SET Name = CONCAT(Name, 'x') WHERE Id = 2");
    CompletableFuture<Void> update =
        CompletableFuture.runAsync(
            () -> run(younger, "UPDATE Singers SET Name = CONCAT(Name, 'y') WHERE Id = 2"),
            threads);
    awaitWaiter(1);

    assertThat(
            rows(
                looker,
                "SELECT w.TABLE_NAME, w.LOCK_KEY, w.INDEX_NAME, w.SESSION_ID, h.SESSION_ID,"
                    + " h.GRANTED, w.WAITING_SINCE IS NOT NULL"
                    + " FROM RATCHET_SYS.LOCKS w JOIN RATCHET_SYS.LOCKS h"
                    + " ON h.TRANSACTION_ID = w.BLOCKED_BY_TRANSACTION_ID"
                    + " WHERE NOT w.GRANTED AND w.LOCK_MODE = 'Exclusive'"
                    + " AND h.LOCK_MODE = 'Exclusive'"))
        .containsExactly(
            "Singers | Singers(2) | NULL | "
                + younger.id()
                + " | "
                + older.id()
                + " | true | true");
    assertThat(
            rows(
                looker,
                "SELECT SESSION_ID, STATE FROM RATCHET_SYS.TRANSACTIONS ORDER BY TRANSACTION_ID"))
        .containsExactly(older.id() + " | IDLE", younger.id() + " | WAITING");
    assertThat(
            rows(
                looker, "SELECT TEXT FROM RATCHET_SYS.SESSIONS WHERE SESSION_ID = " + younger.id()))
        .containsExactly("UPDATE Singers SET Name = CONCAT(Name, 'y') WHERE Id = 2");

    older.commit();
    update.get(60, TimeUnit.SECONDS);
    assertThat(rows(looker, "SELECT * FROM RATCHET_SYS.LOCKS")).isEmpty();
  }

  @Test
  void lockStatisticsNameTheRowAndWhatWasAskedFor() throws Exception {
    Session older = session();
    Session younger = session();
    older.begin(TransactionMode.READ_WRITE);
    // Title is not read, so this one would let others write it as well.
    run(older, "UPDATE Songs SET Title = 'x' WHERE Id = 2 AND Album = 1 AND Track = 5");
    assertThat(
            rows(
                looker,
                "SELECT LOCK_MODE FROM RATCHET_SYS.LOCKS WHERE LOCK_MODE != 'ReaderShared'"))
        .containsExactly("WriterShared");
    CompletableFuture<Void> update =
        CompletableFuture.runAsync(
            () ->
                run(
                    younger,
                    "UPDATE Songs SET Title = CONCAT(Title, 'y')"
                        + " WHERE Id = 2 AND Album = 1 AND Track = 5"),
            threads);
    awaitWaiter(1);
    older.commit();
    update.get(60, TimeUnit.SECONDS);
    assertThat(rows(looker, "SELECT * FROM SPANNER_SYS.LOCK_STATS_TOP_MINUTE")).isEmpty();

    clock.advance(MINUTE);

    assertThat(
            rows(
                looker,
                "SELECT CAST(ROW_RANGE_START_KEY AS STRING), LOCK_WAIT_SECONDS > 0,"
                    + " SAMPLE_LOCK_REQUESTS_JSON_STRING LIKE"
                    + " '%{\"column\":\"Songs.Title\",\"lock_mode\":\"Exclusive\","
                    + "\"transaction_tag\":\"\"}%',"
                    + " INTERVAL_END FROM SPANNER_SYS.LOCK_STATS_TOP_MINUTE"))
        .containsExactly("Songs(2,1,5) | true | true | 2024-01-01 01:01:00+00");
    assertThat(
            rows(
                looker,
                "SELECT TOTAL_LOCK_WAIT_SECONDS > 0 FROM SPANNER_SYS.LOCK_STATS_TOTAL_MINUTE"))
        .containsExactly("true");
    clock.advance(Duration.ofMinutes(60));
    assertThat(rows(looker, "SELECT INTERVAL_END FROM SPANNER_SYS.LOCK_STATS_TOTAL_10MINUTE"))
        .containsExactly("2024-01-01 01:10:00+00");
    assertThat(rows(looker, "SELECT INTERVAL_END FROM SPANNER_SYS.LOCK_STATS_TOTAL_HOUR"))
        .containsExactly("2024-01-01 02:00:00+00");
  }

  @Test
  void lockedRangeIsNamedByItsStart() throws Exception {
    Session reader = session();
    reader.begin(TransactionMode.READ_WRITE);
    rows(reader, "SELECT Title FROM Songs WHERE Id = 2 AND Album = 1");

    assertThat(rows(looker, "SELECT LOCK_KEY, LOCK_MODE FROM RATCHET_SYS.LOCKS"))
        .containsExactly("Songs(2,1+) | ReaderShared");
    reader.rollback();
  }

  @Test
  void queryStatisticsCountExecutionsRowsAndFailures() {
    Session session = session();
    for (int id = 1; id <= 3; id++) {
      rows(session, "SELECT Name FROM Singers WHERE Id = " + id);
    }
    run(session, "UPDATE Singers SET Age = Age + 1 WHERE Id > 0");
    assertThatThrownBy(() -> rows(session, "SELECT 1 / (Age - Age) FROM Singers"))
        .isInstanceOf(DbException.class);
    clock.advance(MINUTE);

    String columns = " EXECUTION_COUNT, AVG_ROWS, AVG_ROWS_WRITTEN, ALL_FAILED_EXECUTION_COUNT,";
    String source = " FROM SPANNER_SYS.QUERY_STATS_TOP_MINUTE WHERE TEXT LIKE ";
    assertThat(
            rows(
                looker,
                "SELECT TEXT,"
                    + columns
                    + " RUN_IN_RW_TRANSACTION_EXECUTION_COUNT"
                    + source
                    + "'SELECT Name%'"))
        .containsExactly(
            "SELECT Name FROM Singers WHERE Id = $1 | 3 | 0.6666666666666666 | 0 | 0 | 0");
    assertThat(
            rows(
                looker,
                "SELECT"
                    + columns
                    + " RUN_IN_RW_TRANSACTION_EXECUTION_COUNT, AVG_BYTES_WRITTEN > 0"
                    + source
                    + "'UPDATE%'"))
        .containsExactly("1 | 0 | 2 | 0 | 1 | true");
    assertThat(rows(looker, "SELECT" + columns + " AVG_LATENCY_SECONDS" + source + "'SELECT 1%'"))
        .containsExactly("0 | NULL | NULL | 1 | NULL");
    assertThat(
            rows(
                looker,
                "SELECT EXECUTION_COUNT, ALL_FAILED_EXECUTION_COUNT, AVG_LATENCY_SECONDS > 0"
                    + " FROM SPANNER_SYS.QUERY_STATS_TOTAL_MINUTE"
                    + " WHERE INTERVAL_END = "
                    + SECOND_HOUR))
        .containsExactly("4 | 1 | true");
  }

  @Test
  void transactionStatisticsAreByColumnsAndCountEveryAttempt() {
    Session session = session();
    run(session, "UPDATE Singers SET Age = 1 WHERE Id = 1");
    run(session, "UPDATE Singers SET Age = 2 WHERE Id = 2");
    session.begin(TransactionMode.READ_WRITE);
    run(session, "INSERT INTO Singers (Id, Name) VALUES (7, 'g')");
    run(session, "DELETE FROM Singers WHERE Id = 1");
    session.commit();
    session.begin(TransactionMode.READ_WRITE);
    run(session, "DELETE FROM Singers WHERE Id = 2");
    session.rollback();
    session.begin(TransactionMode.READ_WRITE);
    session.commit();
    clock.advance(MINUTE);

    assertThat(
            rows(
                looker,
                "SELECT WRITE_CONSTRUCTIVE_COLUMNS, WRITE_DELETE_TABLES, COMMIT_ATTEMPT_COUNT,"
                    + " ATTEMPT_COUNT, COMMIT_ABORT_COUNT, SERIALIZABLE_PESSIMISTIC_TXN_COUNT,"
                    + " AVG_BYTES > 0, AVG_COMMIT_LATENCY_SECONDS <= AVG_TOTAL_LATENCY_SECONDS"
                    + " FROM SPANNER_SYS.TXN_STATS_TOP_MINUTE WHERE INTERVAL_END = "
                    + SECOND_HOUR
                    + " ORDER BY COMMIT_ATTEMPT_COUNT DESC"))
        .containsExactly(
            "[Singers.Age] | [] | 2 | 2 | 0 | 2 | true | true",
            "[Singers.Id, Singers.Name, Singers._exists] | [Singers] | 1 | 1 | 0 | 1 | true | true",
            "[] | [Singers] | 0 | 1 | 0 | 1 | NULL | NULL");
    assertThat(
            rows(
                looker,
                "SELECT COMMIT_ATTEMPT_COUNT, ATTEMPT_COUNT"
                    + " FROM SPANNER_SYS.TXN_STATS_TOTAL_MINUTE WHERE INTERVAL_END = "
                    + SECOND_HOUR))
        .containsExactly("3 | 4");
  }

  @Test
  void abortedAttemptsAreCounted() {
    Session older = session();
    Session younger = session();
    older.begin(TransactionMode.READ_WRITE);
    rows(older, "SELECT Age FROM Singers WHERE Id = 1");
    younger.begin(TransactionMode.READ_WRITE);
    run(younger, "UPDATE Singers SET Age = 3 WHERE Id = 2");
    run(older, "UPDATE Singers SET Age = Age + 1 WHERE Id = 2");
    older.commit();
    assertThatThrownBy(younger::commit)
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED));
    younger.begin(TransactionMode.READ_WRITE);
    run(younger, "UPDATE Singers SET Age = 3 WHERE Id = 2");
    younger.commit();
    clock.advance(MINUTE);

    assertThat(
            rows(
                looker,
                "SELECT COMMIT_ATTEMPT_COUNT, COMMIT_ABORT_COUNT, COMMIT_RETRY_COUNT"
                    + " FROM SPANNER_SYS.TXN_STATS_TOTAL_MINUTE WHERE INTERVAL_END = "
                    + SECOND_HOUR))
        .containsExactly("3 | 1 | 1");
  }

  @Test
  void activeQueriesAreThoseThatAreBeingRead() {
    Session reader = session();
    try (StatementResult open = reader.execute("SELECT Id FROM Singers ORDER BY Id")) {
      assertThat(open.cursor()).isNotNull();
      clock.advance(Duration.ofSeconds(11));

      assertThat(
              rows(
                  looker,
                  "SELECT TEXT, SESSION_ID FROM SPANNER_SYS.OLDEST_ACTIVE_QUERIES"
                      + " ORDER BY START_TIME LIMIT 1"))
          .containsExactly("SELECT Id FROM Singers ORDER BY Id | " + reader.id());
      assertThat(
              rows(
                  looker,
                  "SELECT ACTIVE_COUNT, COUNT_OLDER_THAN_1S, COUNT_OLDER_THAN_10S,"
                      + " COUNT_OLDER_THAN_100S, OLDEST_START_TIME"
                      + " FROM SPANNER_SYS.ACTIVE_QUERIES_SUMMARY"))
          .containsExactly("2 | 1 | 1 | 0 | 2024-01-01 01:00:00+00");
    }
    assertThat(rows(looker, "SELECT ACTIVE_COUNT FROM SPANNER_SYS.ACTIVE_QUERIES_SUMMARY"))
        .containsExactly("1");
  }

  @Test
  void keptPlanShowsWhatIsNow() {
    String sql = "SELECT COUNT(*) FROM RATCHET_SYS.SESSIONS";
    assertThat(rows(looker, sql)).containsExactly("1");
    try (Session other = session()) {
      assertThat(other.isOpen()).isTrue();
      assertThat(rows(looker, sql)).containsExactly("2");
    }
    assertThat(rows(looker, sql)).containsExactly("1");
  }

  @Test
  void readWriteTransactionReadsOurTablesButNotSpanners() {
    looker.begin(TransactionMode.READ_WRITE);
    assertThat(rows(looker, "SELECT STATE FROM RATCHET_SYS.TRANSACTIONS"))
        .containsExactly("RUNNING");
    assertThatThrownBy(() -> rows(looker, "SELECT * FROM SPANNER_SYS.OLDEST_ACTIVE_QUERIES"))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
              assertThat(e.message())
                  .isEqualTo("Unsupported concurrency mode in query using SPANNER_SYS.");
            });
    looker.rollback();
    looker.begin(TransactionMode.READ_ONLY);
    assertThat(rows(looker, "SELECT TEXT_TRUNCATED FROM SPANNER_SYS.OLDEST_ACTIVE_QUERIES"))
        .containsExactly("false");
    looker.commit();
  }

  @Test
  void queryIsCancelledByTheIdThatTheTablesShow() throws Exception {
    Session worker = session();
    // Planned before, so that it is the execution that is cancelled and counted.
    PreparedQuery prepared = worker.prepare(ENDLESS, List.of());
    CompletableFuture<Void> endless =
        CompletableFuture.runAsync(
            () -> {
              try (StatementResult result = prepared.execute(List.of())) {
                Objects.requireNonNull(result.cursor()).next();
              }
            },
            threads);
    String find =
        "SELECT QUERY_ID FROM SPANNER_SYS.OLDEST_ACTIVE_QUERIES WHERE SESSION_ID = '"
            + worker.id()
            + "'";
    await(() -> !rows(looker, find).isEmpty());

    run(looker, "CALL cancel_query('" + rows(looker, find).get(0) + "')");

    assertFails(endless, ErrorCode.CANCELLED);
    assertThat(worker.isOpen()).isTrue();
    assertThatThrownBy(() -> run(looker, "CALL cancel_query('123')"))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OBJECT_NOT_FOUND));
    clock.advance(MINUTE);
    assertThat(
            rows(
                looker,
                "SELECT CANCELLED_OR_DISCONNECTED_EXECUTION_COUNT"
                    + " FROM SPANNER_SYS.QUERY_STATS_TOP_MINUTE WHERE TEXT LIKE '%a.Id + %'"))
        .containsExactly("1");
  }

  @Test
  void postgresCancelsAndTerminatesByNumber() throws Exception {
    Database postgres = instance.createDatabase("pg", Dialect.POSTGRESQL);
    Session boss = postgres.openSession(SessionOptions.DEFAULT);
    run(boss, "CREATE TABLE singers (id bigint PRIMARY KEY)");
    run(boss, "INSERT INTO singers (id) SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3");
    Session worker = postgres.openSession(SessionOptions.DEFAULT);
    String running = "SELECT count(*) FROM ratchet_sys.sessions WHERE state = 'RUNNING'";
    CompletableFuture<Void> first =
        CompletableFuture.runAsync(() -> rows(worker, ENDLESS_IN_POSTGRES), threads);
    await(() -> rows(boss, running).equals(List.of("2")));

    assertThat(rows(boss, "SELECT pg_cancel_backend(" + worker.id() + ")")).containsExactly("true");
    assertFails(first, ErrorCode.CANCELLED);
    assertThat(rows(worker, "SELECT 1")).containsExactly("1");

    CompletableFuture<Void> second =
        CompletableFuture.runAsync(() -> rows(worker, ENDLESS_IN_POSTGRES), threads);
    await(() -> rows(boss, running).equals(List.of("2")));
    assertThat(rows(boss, "SELECT pg_terminate_backend(" + worker.id() + ")"))
        .containsExactly("true");
    assertFails(second, ErrorCode.UNAVAILABLE);
    assertThat(worker.isOpen()).isFalse();
    assertThat(rows(boss, "SELECT pg_cancel_backend(9999), pg_terminate_backend(9999)"))
        .containsExactly("false | false");
  }

  private static void assertFails(CompletableFuture<Void> work, ErrorCode code) {
    assertThatThrownBy(() -> work.get(60, TimeUnit.SECONDS))
        .cause()
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
