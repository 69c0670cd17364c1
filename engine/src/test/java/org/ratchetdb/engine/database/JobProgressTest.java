package org.ratchetdb.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.Notice;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;

/** Long statements tell how far they are: to their client, to others, and they can be stopped. */
class JobProgressTest {
  private static final String JOBS =
      "SELECT JOB_TYPE, DATABASE_NAME, PHASE, UNIT, DONE <= TOTAL, START_TIME IS NOT NULL,"
          + " PROGRESS <= 1 FROM RATCHET_SYS.JOBS";

  @TempDir private Path root;
  private final StepHook hook = new StepHook();
  private RatchetInstance instance;
  private Session session;
  private Session observer;
  private Path backups;

  @BeforeEach
  void open() {
    instance = RatchetInstance.openDirectory(root.resolve("data"), InstanceOptions.DEFAULT, hook);
    instance.createDatabase("d", Dialect.GOOGLE_STANDARD_SQL);
    instance.createDatabase("o", Dialect.GOOGLE_STANDARD_SQL);
    session = instance.database("d").openSession(SessionOptions.DEFAULT);
    observer = instance.database("o").openSession(SessionOptions.DEFAULT);
    backups = root.resolve("backups");
    run("CREATE TABLE T (Id INT64 NOT NULL, V STRING(MAX)) PRIMARY KEY (Id)");
    run("INSERT INTO T (Id, V) VALUES (1, 'a'), (2, 'b')");
    run("UPDATE T SET V = 'c' WHERE true");
    run("SET client_min_messages = 'log'");
  }

  @AfterEach
  void close() {
    instance.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private String backup() {
    return "BACKUP DATABASE TO '" + backups + "'";
  }

  /** What the observer finds in JOBS at the first report of a statement. */
  private List<String> jobsDuring(String sql) {
    List<String> seen = new ArrayList<>();
    session.setNoticeListener(
        notice -> {
          if (seen.isEmpty()) {
            seen.addAll(TestRows.of(observer, JOBS));
          }
        });
    run(sql);
    assertThat(TestRows.of(observer, JOBS)).isEmpty();
    return seen;
  }

  @Test
  void jobsListWhatRunsInTheInstance() {
    assertThat(jobsDuring(backup()))
        .containsExactly("BACKUP | d | backup | bytes | true | true | true");
    assertThat(jobsDuring("VERIFY BACKUP IN '" + backups + "'"))
        .containsExactly("VERIFY_BACKUP | " + backups + " | verify | bytes | true | true | true");
    assertThat(jobsDuring("RESTORE DATABASE r FROM '" + backups + "'"))
        .containsExactly("RESTORE | r | verify | bytes | true | true | true");
    assertThat(jobsDuring("CHECK DATABASE")).hasSize(1).first().asString().startsWith("CHECK | d");
  }

  @Test
  void stepsOfEachPhaseAreToldAtLevelLog() {
    List<Notice> notices = new ArrayList<>();
    session.setNoticeListener(notices::add);
    run(backup());
    assertThat(notices).extracting(Notice::level).containsOnly(Notice.Level.LOG);
    assertThat(notices).extracting(Notice::sqlState).containsOnly("00000");
    assertThat(notices.get(notices.size() - 1).message())
        .matches("backup: 100 %, (\\d+\\.\\d) of \\1 MiB");
    notices.clear();
    run("CHECK DATABASE");
    assertThat(notices)
        .extracting(Notice::message)
        .anyMatch(text -> text.matches("files: 100 %.*MiB"))
        .anyMatch(text -> text.matches("history: \\d+ entries"))
        .anyMatch(text -> text.matches("rows: 100 %.*MiB"));
  }

  @Test
  void nothingIsToldToWhoWantsOnlyWarnings() {
    List<Notice> notices = new ArrayList<>();
    session.setNoticeListener(notices::add);
    run("SET client_min_messages = 'warning'");
    run(backup());
    assertThat(notices).isEmpty();
  }

  @Test
  void backfillIsListedWithAFractionThatIsUnknownOnceTheEstimateIsPassed() {
    Session watcher = instance.database("d").openSession(SessionOptions.DEFAULT);
    run(rows(10, 1_199)); // with two there are already
    List<String> seen = new ArrayList<>();
    hook.at(
        "ddl.chunk-done",
        () -> {
          seen.addAll(
              TestRows.of(
                  watcher,
                  "SELECT JOB_TYPE, DATABASE_NAME, TABLE_NAME, INDEX_NAME, DONE, TOTAL, UNIT,"
                      + " PROGRESS FROM RATCHET_SYS.JOBS"));
          if (seen.size() == 1) {
            watcher.execute(rows(2_000, 2_999)).close();
          }
        });
    run("CREATE INDEX ByV ON T (V)");
    String job = "INDEX_BACKFILL | d | T | ByV | ";
    assertThat(seen)
        .startsWith(
            job + "500 | 1192 | rows | " + 500 / 1192.0,
            job + "1000 | 1192 | rows | " + 1000 / 1192.0,
            job + "1500 | NULL | rows | NULL");
    assertThat(TestRows.of(watcher, JOBS)).isEmpty();
    run("CHECK DATABASE");
  }

  private static String rows(int from, int to) {
    return "INSERT INTO T (Id, V) SELECT x, CAST(x AS STRING) FROM UNNEST(GENERATE_ARRAY("
        + from
        + ", "
        + to
        + ")) x";
  }

  private void assertStops(String sql) {
    session.setNoticeListener(notice -> session.cancel());
    assertThatThrownBy(() -> run(sql))
        .as(sql)
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    session.setNoticeListener(notice -> {});
    assertThat(TestRows.of(observer, JOBS)).isEmpty();
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void cancelStopsEachAndLeavesNothing() throws IOException {
    assertStops(backup());
    assertThat(backups).doesNotExist();
    run(backup());
    List<String> before = names(backups.resolve("files"));
    assertStops(backup());
    assertThat(names(backups.resolve("files"))).isEqualTo(before);
    assertStops("VERIFY BACKUP IN '" + backups + "'");
    assertStops("CHECK DATABASE");
    assertStops("RESTORE DATABASE r FROM '" + backups + "'");
    assertThat(instance.databaseNames()).containsExactly("d", "o");
    assertThat(names(root.resolve("data/databases"))).containsExactly("d", "o");
    run("RESTORE DATABASE r FROM '" + backups + "'");
    run("CHECK DATABASE r");
  }

  @Test
  void rewindTellsAndStopsAsWell() throws IOException {
    run("SET SPANNER.READ_ONLY_STALENESS = 'STRONG'");
    Consumer<String> rewind =
        at -> run("RESTORE DATABASE past FROM DATABASE d AT TIMESTAMP '" + at + "'");
    String now = TestRows.of(session, "SELECT CURRENT_TIMESTAMP()").get(0);
    run("INSERT INTO T (Id, V) VALUES (3, 'late')");
    List<String> seen = new ArrayList<>();
    session.setNoticeListener(
        notice -> {
          if (seen.isEmpty()) {
            seen.addAll(TestRows.of(observer, JOBS));
            session.cancel();
          }
        });
    assertThatThrownBy(() -> rewind.accept(now)).hasMessageContaining("canceling statement");
    assertThat(seen).containsExactly("REWIND | past | rewind | entries | NULL | true | NULL");
    assertThat(names(root.resolve("data/databases"))).containsExactly("d", "o");
    rewind.accept(now);
    try (Session past = instance.database("past").openSession(SessionOptions.DEFAULT)) {
      assertThat(TestRows.of(past, "SELECT V FROM T")).containsExactly("c", "c");
    }
  }
}
