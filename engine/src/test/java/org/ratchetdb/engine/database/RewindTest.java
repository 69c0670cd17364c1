package org.ratchetdb.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.ReadBound;

/** Databases as they were at a timestamp, from a live one and from a backup. */
class RewindTest {
  private static final String ROWS = "SELECT k, v FROM T ORDER BY k";

  @TempDir private Path root;
  private RatchetInstance instance;
  private Session session;

  @BeforeEach
  void open() {
    instance = RatchetInstance.openDirectory(root.resolve("data"), InstanceOptions.DEFAULT);
    session =
        instance
            .createDatabase("d", Dialect.GOOGLE_STANDARD_SQL)
            .openSession(SessionOptions.DEFAULT);
    run("CREATE TABLE T (k INT64 NOT NULL, v STRING(MAX)) PRIMARY KEY (k)");
    run("CREATE INDEX ByV ON T (v)");
  }

  @AfterEach
  void close() {
    instance.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  /** A timestamp that every commit so far is at or before, and every later one is after. */
  private CommitTimestamp now() {
    KvStore store = ((RatchetDatabase) instance.database("d")).context().store();
    CommitTimestamp applied = store.appliedTimestamp();
    store.readAt(new ReadBound.Exact(applied)).close();
    return applied;
  }

  private void rewind(String name, CommitTimestamp at) {
    instance.rewindDatabase(name, "d", at, ProgressListener.NONE);
  }

  private List<String> rows(String database, String sql) {
    try (Session other = instance.database(database).openSession(SessionOptions.DEFAULT)) {
      return TestRows.of(other, sql);
    }
  }

  private void runIn(String database, String sql) {
    try (Session other = instance.database(database).openSession(SessionOptions.DEFAULT)) {
      other.execute(sql).close();
    }
  }

  private void assertClean(String database) {
    assertThat(
            instance.database(database).check(ProgressListener.NONE).findings().stream()
                .filter(finding -> finding.severity() != CheckFinding.Severity.INFO))
        .isEmpty();
  }

  @Test
  void everyTimestampGivesTheRowsOfThatTime() {
    Random random = new Random(99);
    Map<CommitTimestamp, List<String>> states = new TreeMap<>();
    for (int i = 0; i < 60; i++) {
      int k = random.nextInt(12);
      switch (random.nextInt(3)) {
        case 0 -> run("INSERT OR UPDATE INTO T (k, v) VALUES (" + k + ", 'i" + i + "')");
        case 1 -> run("UPDATE T SET v = 'u" + i + "' WHERE k >= " + k);
        default -> run("DELETE FROM T WHERE k = " + k);
      }
      if (i % 10 == 0) {
        states.put(now(), rows("d", ROWS));
      }
    }
    instance.backupDatabase("d", root.resolve("b"), false, ProgressListener.NONE);
    int n = 0;
    for (Map.Entry<CommitTimestamp, List<String>> state : states.entrySet()) {
      String live = "live" + n;
      String saved = "saved" + n++;
      rewind(live, state.getKey());
      instance.restoreBackup(saved, root.resolve("b"), 0, state.getKey(), ProgressListener.NONE);
      for (String name : List.of(live, saved)) {
        assertThat(rows(name, ROWS)).isEqualTo(state.getValue());
        assertThat(rows(name, "SELECT k, v FROM T@{FORCE_INDEX=ByV} ORDER BY k"))
            .isEqualTo(state.getValue());
        assertClean(name);
      }
    }
  }

  @Test
  void rewoundDatabaseGoesOnAndStillKnowsItsOlderHistory() {
    run("INSERT INTO T (k, v) VALUES (1, 'a')");
    final CommitTimestamp first = now();
    run("UPDATE T SET v = 'b' WHERE k = 1");
    final CommitTimestamp second = now();
    run("UPDATE T SET v = 'c' WHERE k = 1");

    rewind("r", second);
    runIn("r", "INSERT INTO T (k, v) VALUES (2, 'x')");
    instance.rewindDatabase("rr", "r", first, ProgressListener.NONE);

    assertThat(rows("r", ROWS)).containsExactly("1 | b", "2 | x");
    assertThat(rows("rr", ROWS)).containsExactly("1 | a");
    assertThat(rows("d", ROWS)).containsExactly("1 | c");
    instance.close();
    instance = RatchetInstance.openDirectory(root.resolve("data"), InstanceOptions.DEFAULT);
    assertThat(rows("r", ROWS)).containsExactly("1 | b", "2 | x");
    assertClean("r");
  }

  @Test
  void droppedObjectsLiveAgainAndNewOnesAreGone() {
    run(
        "CREATE TABLE C (k INT64 NOT NULL, n INT64 NOT NULL) PRIMARY KEY (k, n),"
            + " INTERLEAVE IN PARENT T");
    run("INSERT INTO T (k, v) VALUES (1, 'a'), (2, 'b')");
    run("INSERT INTO C (k, n) VALUES (1, 1), (2, 2)");
    CommitTimestamp at = now();
    run("DROP TABLE C");
    run("DROP INDEX ByV");
    run("UPDATE T SET v = 'z' WHERE TRUE");
    run("ALTER TABLE T ADD COLUMN w INT64");
    run("CREATE TABLE Later (id INT64) PRIMARY KEY (id)");
    run("INSERT INTO Later (id) VALUES (5)");
    run("CREATE INDEX ByW ON T (w)");
    run("INSERT INTO T (k, v, w) VALUES (3, 'new', 9)");

    rewind("r", at);

    assertClean("r");
    assertThat(rows("r", "SELECT k, n FROM C ORDER BY k")).containsExactly("1 | 1", "2 | 2");
    assertThat(rows("r", "SELECT k, v FROM T@{FORCE_INDEX=ByV} ORDER BY k"))
        .containsExactly("1 | a", "2 | b");
    assertThatThrownBy(() -> rows("r", "SELECT w FROM T")).isInstanceOf(DbException.class);
    assertThatThrownBy(() -> rows("r", "SELECT * FROM Later")).isInstanceOf(DbException.class);
    runIn("r", "CREATE TABLE Other (id INT64) PRIMARY KEY (id)");
    assertThat(rows("r", "SELECT * FROM Other")).isEmpty();
    runIn("r", "DELETE FROM C WHERE TRUE");
    runIn("r", "DROP TABLE C");
    assertClean("r");
  }

  @Test
  void columnThatWasFilledLaterIsGone() {
    run("INSERT INTO T (k, v) VALUES (1, 'a')");
    CommitTimestamp at = now();
    run("ALTER TABLE T ADD COLUMN up STRING(MAX) AS (UPPER(v)) STORED");

    rewind("r", at);

    assertThat(rows("r", "SELECT * FROM T")).containsExactly("1 | a");
    runIn("r", "ALTER TABLE T ADD COLUMN low STRING(MAX) AS (LOWER(v)) STORED");
    assertThat(rows("r", "SELECT * FROM T")).containsExactly("1 | a | a");
    assertClean("r");
  }

  @Test
  void sequenceThatWasDroppedOrRestartedRepeatsNothing() {
    run("CREATE SEQUENCE S OPTIONS (sequence_kind = 'bit_reversed_positive')");
    run(
        "CREATE TABLE N (id INT64 NOT NULL DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE S)), x INT64)"
            + " PRIMARY KEY (id)");
    for (int i = 0; i < 20; i++) {
      run("INSERT INTO N (x) VALUES (" + i + ")");
    }
    final CommitTimestamp before = now();
    run("ALTER SEQUENCE S SET OPTIONS (start_with_counter = 1)");
    final CommitTimestamp restarted = now();
    run("DROP TABLE N");
    run("DROP SEQUENCE S");

    int n = 0;
    for (CommitTimestamp at : List.of(before, restarted)) {
      String name = "r" + n++;
      rewind(name, at);
      for (int i = 0; i < 20; i++) {
        runIn(name, "INSERT INTO N (x) VALUES (" + i + ")");
      }
      assertThat(rows(name, "SELECT id FROM N")).hasSize(40).doesNotHaveDuplicates();
      assertClean(name);
    }
  }

  @Test
  void timestampsOutsideTheHistoryAreRefused() {
    run("INSERT INTO T (k) VALUES (1)");
    CommitTimestamp now = now();

    assertThatThrownBy(() -> rewind("r", new CommitTimestamp(now.micros() - 7_200_000_000L)))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION))
        .hasMessageContaining("the oldest possible timestamp is 20");
    assertThatThrownBy(() -> rewind("r", new CommitTimestamp(now.micros() + 3_600_000_000L)))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));

    BackupInfo backup =
        instance.backupDatabase("d", root.resolve("b"), false, ProgressListener.NONE);
    long end = backup.timestamp().micros();
    for (long micros : List.of(end + 1, backup.oldest().micros() - 1)) {
      assertThatThrownBy(
              () ->
                  instance.restoreBackup(
                      "r",
                      root.resolve("b"),
                      1,
                      new CommitTimestamp(micros),
                      ProgressListener.NONE))
          .isInstanceOfSatisfying(
              DbException.class,
              e ->
                  assertThat(e.code())
                      .isEqualTo(
                          micros > end
                              ? ErrorCode.INVALID_ARGUMENT
                              : ErrorCode.FAILED_PRECONDITION));
    }
    assertThat(instance.databaseNames()).containsExactly("d");
  }

  @Test
  void statementRewindsInBothDialects() {
    run("INSERT INTO T (k, v) VALUES (1, 'a')");
    String at = Instant.EPOCH.plus(now().micros(), ChronoUnit.MICROS).toString();
    run("DELETE FROM T WHERE TRUE");
    run("RESTORE DATABASE r FROM DATABASE d AT TIMESTAMP '" + at + "'");
    instance.createDatabase("p", Dialect.POSTGRESQL);
    runIn("p", "RESTORE DATABASE r2 FROM DATABASE d AT TIMESTAMP '" + at + "'");

    assertThat(rows("r", ROWS)).containsExactly("1 | a");
    assertThat(rows("r2", ROWS)).containsExactly("1 | a");
  }

  @Test
  void databaseInMemoryIsRewoundAsWell() {
    try (RatchetInstance memory = RatchetInstance.openMemory(InstanceOptions.DEFAULT);
        Session own =
            memory.createDatabase("m", Dialect.POSTGRESQL).openSession(SessionOptions.DEFAULT)) {
      own.execute("CREATE TABLE t (k bigint PRIMARY KEY)").close();
      own.execute("INSERT INTO t VALUES (1)").close();
      CommitTimestamp at =
          ((RatchetDatabase) memory.database("m")).context().store().appliedTimestamp();
      own.execute("DELETE FROM t").close();

      memory.rewindDatabase("r", "m", at, ProgressListener.NONE);

      try (Session other = memory.database("r").openSession(SessionOptions.DEFAULT)) {
        assertThat(TestRows.of(other, "SELECT k FROM t")).containsExactly("1");
      }
    }
  }

  private static boolean isComplete(RatchetInstance of, String database) {
    DatabaseContext context = ((RatchetDatabase) of.database(database)).context();
    return context.schemas().current().indexes().stream()
        .allMatch(index -> index.state() == IndexState.READ_WRITE);
  }

  @Test
  void momentInTheMiddleOfABackfillIsTheTableWithoutOrWithAllOfTheIndex() {
    StepHook hook = new StepHook();
    try (RatchetInstance own =
        RatchetInstance.openDirectory(root.resolve("own"), InstanceOptions.DEFAULT, hook)) {
      List<CommitTimestamp> moments = new ArrayList<>();
      try (Session other =
          own.createDatabase("d", Dialect.GOOGLE_STANDARD_SQL)
              .openSession(SessionOptions.DEFAULT)) {
        other.execute("CREATE TABLE T (k INT64 NOT NULL, v STRING(MAX)) PRIMARY KEY (k)").close();
        other
            .execute(
                "INSERT INTO T (k, v) SELECT x, CONCAT('v', CAST(x AS STRING))"
                    + " FROM UNNEST(GENERATE_ARRAY(1, 1800)) x")
            .close();
        KvStore store = ((RatchetDatabase) own.database("d")).context().store();
        hook.at("ddl.chunk-done", () -> moments.add(store.appliedTimestamp()));
        other.execute("CREATE INDEX ByV ON T (v)").close();
        hook.at("", () -> {});
        other.execute("DELETE FROM T WHERE k <= 900").close();
      }
      assertThat(moments).hasSizeGreaterThanOrEqualTo(3);
      own.rewindDatabase("past", "d", moments.get(1), ProgressListener.NONE);
      try (Session past = own.database("past").openSession(SessionOptions.DEFAULT)) {
        assertThat(TestRows.of(past, "SELECT COUNT(*) FROM T")).containsExactly("1800");
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!isComplete(own, "past")) {
          assertThat(System.nanoTime() - end).as("the backfill goes on").isNegative();
          Thread.onSpinWait();
        }
        assertThat(TestRows.of(past, "SELECT k FROM T@{FORCE_INDEX=ByV} WHERE v = 'v17'"))
            .containsExactly("17");
        assertThat(TestRows.of(past, "CHECK DATABASE"))
            .singleElement()
            .asString()
            .contains("1800 rows and 1 indexes with 1800 entries");
      }
    }
  }
}
