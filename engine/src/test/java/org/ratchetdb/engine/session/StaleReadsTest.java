package org.ratchetdb.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.TimestampBound;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.api.TransactionState;

/** Reads at timestamps, and what is left to read there. */
@Timeout(120)
class StaleReadsTest {
  private static final String ALL = "SELECT id, s FROM T ORDER BY id";

  @TempDir Path directory;
  private TimedDatabase db;

  @BeforeEach
  void open() {
    db = new TimedDatabase(directory, Dialect.GOOGLE_STANDARD_SQL);
    db.run("CREATE TABLE T (id INT64 NOT NULL, s STRING(10)) PRIMARY KEY (id)");
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static CommitTimestamp before(CommitTimestamp timestamp) {
    return new CommitTimestamp(timestamp.micros() - 1);
  }

  private void assertFails(ErrorCode code, Runnable work) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).as(e.message()).isEqualTo(code));
  }

  // ---- bounds

  @Test
  void readAtACommitTimestampSeesThatCommitAndTheMicrosecondBeforeDoesNot() {
    CommitTimestamp first = db.commit("INSERT INTO T (id, s) VALUES (1, 'a')");
    CommitTimestamp second = db.commit("UPDATE T SET s = 'b' WHERE id = 1");
    CommitTimestamp third = db.commit("DELETE FROM T WHERE id = 1");

    assertThat(db.rowsAt(before(first), ALL)).isEmpty();
    assertThat(db.rowsAt(first, ALL)).containsExactly("1|a");
    assertThat(db.rowsAt(before(second), ALL)).containsExactly("1|a");
    assertThat(db.rowsAt(second, ALL)).containsExactly("1|b");
    assertThat(db.rowsAt(third, ALL)).isEmpty();
    assertThat(List.of(first, second, third)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void exactStalenessCountsBackFromNow() {
    db.run("INSERT INTO T (id, s) VALUES (1, 'a')");
    db.pass(Duration.ofSeconds(30));
    db.run("UPDATE T SET s = 'b' WHERE id = 1");
    db.pass(Duration.ofSeconds(10));
    db.staleness(new TimestampBound.ExactStaleness(Duration.ofSeconds(20)));

    assertThat(db.rows(ALL)).containsExactly("1|a");
    assertThat(db.session.readTimestamp())
        .isEqualTo(new CommitTimestamp(db.clock.nowMicros() - 20_000_000));
    db.pass(Duration.ofSeconds(10));
    assertThat(db.rows(ALL)).containsExactly("1|b");
  }

  @Test
  void readOnlyTransactionReadsAtOneTimestampThoughTimeGoesOn() {
    db.run("INSERT INTO T (id, s) VALUES (1, 'a')");
    db.pass(Duration.ofSeconds(30));
    db.session.begin(
        TransactionMode.readOnly(new TimestampBound.ExactStaleness(Duration.ofSeconds(10))));
    assertThat(db.rows(ALL)).containsExactly("1|a");
    CommitTimestamp chosen = db.session.readTimestamp();
    try (Session other = db.another()) {
      other.execute("UPDATE T SET s = 'b' WHERE id = 1").close();
    }
    db.pass(Duration.ofSeconds(30));
    assertThat(db.rows(ALL)).containsExactly("1|a");
    assertThat(db.session.readTimestamp()).isEqualTo(chosen);
    db.session.commit();
    assertThat(db.rows(ALL)).containsExactly("1|b");
  }

  @Test
  void timestampOfAReadOnlyTransactionIsThatOfItsFirstStatement() {
    db.session.begin(TransactionMode.READ_ONLY);
    try (Session other = db.another()) {
      other.execute("INSERT INTO T (id, s) VALUES (1, 'a')").close();
    }
    assertThat(db.rows(ALL)).containsExactly("1|a");
    db.session.commit();
  }

  @Test
  void boundsThatLeaveAChoiceSeeTheNewestState() {
    CommitTimestamp first = db.commit("INSERT INTO T (id, s) VALUES (1, 'a')");
    db.pass(Duration.ofSeconds(30));
    db.run("UPDATE T SET s = 'b' WHERE id = 1");
    db.staleness(new TimestampBound.MaxStaleness(Duration.ofMinutes(1)));
    assertThat(db.rows(ALL)).containsExactly("1|b");
    db.staleness(new TimestampBound.MinReadTimestamp(first));
    assertThat(db.rows(ALL)).containsExactly("1|b");

    db.pass(Duration.ofMinutes(10));
    db.staleness(new TimestampBound.MaxStaleness(Duration.ofSeconds(1)));
    assertThat(db.rows(ALL)).containsExactly("1|b");
    assertThat(Objects.requireNonNull(db.session.readTimestamp()).micros())
        .isGreaterThanOrEqualTo(db.clock.nowMicros() - 1_000_000);
  }

  @Test
  void boundsThatLeaveAChoiceAreRefusedInTransactions() {
    TimestampBound bound = new TimestampBound.MaxStaleness(Duration.ofSeconds(10));
    assertFails(
        ErrorCode.INVALID_ARGUMENT, () -> db.session.begin(TransactionMode.readOnly(bound)));
    db.staleness(bound);
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> db.session.begin(TransactionMode.READ_ONLY));
    assertThat(db.session.transactionState()).isEqualTo(TransactionState.IDLE);
    db.staleness(null);
    db.session.begin(TransactionMode.READ_ONLY);
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> db.staleness(bound));
    db.session.rollback();
  }

  @Test
  void stalenessIsSetBeforeTheFirstStatementOfATransactionOrNotAtAll() {
    CommitTimestamp first = db.commit("INSERT INTO T (id, s) VALUES (1, 'a')");
    db.run("UPDATE T SET s = 'b' WHERE id = 1", "BEGIN READ ONLY");
    db.staleness(new TimestampBound.ReadTimestamp(first));
    assertThat(db.rows(ALL)).containsExactly("1|a");
    assertFails(ErrorCode.ACTIVE_TRANSACTION, () -> db.staleness(null));
    db.session.rollback();
  }

  @Test
  void readTimestampOfAStrongReadCanBeReadAgain() {
    db.run("INSERT INTO T (id, s) VALUES (1, 'a')");
    db.pass(Duration.ofMinutes(50));
    assertThat(db.rows(ALL)).containsExactly("1|a");
    CommitTimestamp opened = new CommitTimestamp(db.clock.nowMicros());
    db.pass(Duration.ofMinutes(30));
    db.run("UPDATE T SET s = 'b' WHERE id = 1");

    CommitTimestamp read = Objects.requireNonNull(db.session.readTimestamp());
    assertThat(read).isEqualTo(opened);
    assertThat(db.rowsAt(read, ALL)).containsExactly("1|a");
  }

  @Test
  void writesGoToTheNewestStateWhateverTheStaleness() {
    db.pass(Duration.ofSeconds(30));
    db.run("CREATE TABLE U (id INT64) PRIMARY KEY (id)");
    db.staleness(new TimestampBound.ExactStaleness(Duration.ofSeconds(10)));
    db.run("INSERT INTO U (id) VALUES (1)");
    db.session.begin(TransactionMode.READ_WRITE);
    assertThat(db.rows("SELECT id FROM U")).containsExactly("1");
    db.session.commit();
    assertFails(ErrorCode.TABLE_NOT_FOUND, () -> db.rows("SELECT id FROM U"));
    db.pass(Duration.ofSeconds(11));
    assertThat(db.rows("SELECT id FROM U")).containsExactly("1");
  }

  // ---- timestamps to come

  @Test
  void futureTimestampIsWaitedFor() throws Exception {
    CommitTimestamp future = new CommitTimestamp(db.clock.nowMicros() + 5_000_000);
    db.staleness(new TimestampBound.ReadTimestamp(future));
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try {
      CompletableFuture<List<String>> rows =
          CompletableFuture.supplyAsync(() -> db.rows(ALL), reader);
      try (Session other = db.another()) {
        other.execute("INSERT INTO T (id, s) VALUES (1, 'a')").close();
      }
      assertThat(rows).isNotDone();
      db.clock.advance(Duration.ofSeconds(10));
      assertThat(rows.get(60, TimeUnit.SECONDS)).containsExactly("1|a");
      assertThat(db.session.readTimestamp()).isEqualTo(future);
    } finally {
      reader.shutdown();
    }
  }

  @Test
  void waitForAFutureTimestampEndsByCancelAndByTimeout() throws Exception {
    db.staleness(
        new TimestampBound.MinReadTimestamp(
            new CommitTimestamp(db.clock.nowMicros() + 600_000_000)));
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try {
      CompletableFuture<List<String>> rows =
          CompletableFuture.supplyAsync(() -> db.rows(ALL), reader);
      while (!rows.isDone()) {
        db.session.cancel();
        Thread.onSpinWait();
      }
      assertThat(rows)
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableThat()
          .withRootCauseInstanceOf(DbException.class)
          .withMessageContaining("user request");

      db.session.set("statement_timeout", "1s");
      CompletableFuture<List<String>> timed =
          CompletableFuture.supplyAsync(() -> db.rows(ALL), reader);
      while (!timed.isDone()) {
        db.clock.advance(Duration.ofMillis(10));
        Thread.onSpinWait();
      }
      assertThat(timed)
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableThat()
          .havingCause()
          .satisfies(e -> assertThat(TimedDatabase.code(e)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
    } finally {
      reader.shutdown();
    }
  }

  @Test
  void timestampMoreThanAnHourAheadIsNotWaitedFor() {
    db.staleness(
        new TimestampBound.ReadTimestamp(
            new CommitTimestamp(db.clock.nowMicros() + 3_601_000_000L)));
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_FAR, () -> db.rows(ALL));
    db.session.begin(TransactionMode.READ_ONLY);
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_FAR, () -> db.rows(ALL));
    db.session.rollback();
  }

  // ---- too old

  @Test
  void timestampBeyondRetentionIsRefusedWithTheOldestThereIs() {
    CommitTimestamp first = db.commit("INSERT INTO T (id, s) VALUES (1, 'a')");
    db.run("UPDATE T SET s = 'b' WHERE id = 1");
    db.pass(Duration.ofMinutes(61));
    String oldest = db.rows("SHOW VARIABLE EARLIEST_VERSION_TIME").get(0);
    assertThatThrownBy(() -> db.rowsAt(first, ALL))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.READ_TIMESTAMP_TOO_OLD);
              assertThat(e.message())
                  .startsWith("Read-only transaction timestamp 2024-")
                  .endsWith("has exceeded the maximum timestamp staleness");
              assertThat(e.detail()).hasValueSatisfying(d -> assertThat(d).contains(oldest));
            });
  }

  @Test
  void readOnlyTransactionThatGrowsTooOldFails() {
    db.run("INSERT INTO T (id, s) VALUES (1, 'a')");
    db.session.begin(TransactionMode.READ_ONLY);
    assertThat(db.rows(ALL)).containsExactly("1|a");
    try (Session other = db.another()) {
      other.execute("UPDATE T SET s = 'b' WHERE id = 1").close();
    }
    db.clock.advance(Duration.ofMinutes(59));
    assertThat(db.rows(ALL)).containsExactly("1|a");
    db.clock.advance(Duration.ofMinutes(2));
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> db.rows(ALL));
    db.session.rollback();
  }

  // ---- schema at a timestamp

  @Test
  void tableThatDidNotExistThenIsNotFoundAtThatTimestamp() {
    CommitTimestamp before = db.now();
    db.pass(Duration.ofSeconds(1));
    db.run("CREATE TABLE Later (id INT64) PRIMARY KEY (id)");
    assertThatThrownBy(() -> db.rowsAt(before, "SELECT id FROM Later"))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND);
              assertThat(e.message())
                  .isEqualTo(
                      "Table 'Later' is not found at timestamp: " + TimestampBound.format(before));
            });
    assertFails(ErrorCode.UNDEFINED_TABLE, () -> db.rowsAt(before, "SELECT id FROM NeverThere"));
  }

  @Test
  void droppedTableIsReadableAtOlderTimestampsUntilRetentionHasPassed() {
    db.run(
        "CREATE TABLE P (id INT64) PRIMARY KEY (id)",
        "CREATE TABLE C (id INT64, n INT64) PRIMARY KEY (id, n),"
            + " INTERLEAVE IN PARENT P ON DELETE CASCADE",
        "INSERT INTO P (id) VALUES (1)",
        "INSERT INTO C (id, n) VALUES (1, 2)");
    CommitTimestamp then = db.now();
    db.pass(Duration.ofMinutes(1));
    db.run("DROP TABLE C", "DROP TABLE P");
    assertFails(ErrorCode.UNDEFINED_TABLE, () -> db.rows("SELECT id FROM P"));
    db.pass(Duration.ofMinutes(50));
    db.reopen();
    db.pass(Duration.ofMinutes(8));
    assertThat(db.rowsAt(then, "SELECT id FROM P")).containsExactly("1");
    assertThat(db.rowsAt(then, "SELECT id, n FROM C")).containsExactly("1|2");
    db.pass(Duration.ofMinutes(5));
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> db.rowsAt(then, "SELECT id FROM P"));
  }

  @Test
  void tableCreatedAndDroppedInsideRetentionIsReadableInBetween() {
    db.pass(Duration.ofMinutes(100));
    db.run("CREATE TABLE Brief (id INT64) PRIMARY KEY (id)", "INSERT INTO Brief (id) VALUES (7)");
    CommitTimestamp then = db.now();
    db.run("DROP TABLE Brief");
    db.pass(Duration.ofMinutes(30));
    assertThat(db.rowsAt(then, "SELECT id FROM Brief")).containsExactly("7");
  }

  @Test
  void longerRetentionKeepsWhatWasDroppedUnderTheShorterOne() {
    db.run("CREATE TABLE U (id INT64) PRIMARY KEY (id)", "INSERT INTO U (id) VALUES (1)");
    CommitTimestamp then = db.now();
    db.run("DROP TABLE U");
    db.pass(Duration.ofMinutes(30));
    db.run("ALTER DATABASE db SET OPTIONS (version_retention_period = '7d')");
    db.pass(Duration.ofHours(30));
    db.reopen();
    db.pass(Duration.ofHours(30));
    assertThat(db.rowsAt(then, "SELECT id FROM U")).containsExactly("1");
    db.run("ALTER DATABASE db SET OPTIONS (version_retention_period = '1h')");
    assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> db.rowsAt(then, "SELECT id FROM U"));
  }

  @Test
  void columnsIndexesAndTypesAreThoseOfTheTimestamp() {
    db.run("CREATE INDEX TS ON T (s)", "INSERT INTO T (id, s) VALUES (1, 'x'), (2, 'a')");
    CommitTimestamp start = db.now();
    db.pass(Duration.ofSeconds(1));
    db.run("DROP INDEX TS", "ALTER TABLE T ALTER COLUMN s BYTES(10)");
    CommitTimestamp asBytes = db.now();
    db.pass(Duration.ofSeconds(1));
    db.run(
        "ALTER TABLE T DROP COLUMN s",
        "ALTER TABLE T ADD COLUMN s INT64 DEFAULT (5)",
        "UPDATE T SET s = 6 WHERE id = 1");

    assertThat(db.rows(ALL)).containsExactly("1|6", "2|5");
    assertThat(db.rowsAt(start, ALL)).containsExactly("1|x", "2|a");
    assertThat(db.rowsAt(start, "SELECT id FROM T@{FORCE_INDEX=TS} WHERE s = 'x'"))
        .containsExactly("1");
    assertThat(db.rowsAt(asBytes, "SELECT id FROM T WHERE s = b'a'")).containsExactly("2");
    assertThatThrownBy(() -> db.rowsAt(asBytes, "SELECT id FROM T@{FORCE_INDEX=TS}"))
        .isInstanceOf(DbException.class);
  }

  @Test
  void preparedStatementFollowsTheSchemaOfItsTimestamp() {
    db.run("INSERT INTO T (id, s) VALUES (1, 'a')");
    CommitTimestamp first = db.now();
    db.pass(Duration.ofSeconds(1));
    db.run("ALTER TABLE T ADD COLUMN extra STRING(10) DEFAULT ('e')");
    PreparedQuery star = db.session.prepare("SELECT * FROM T", List.of());
    assertThat(star.columns()).hasSize(3);
    db.staleness(new TimestampBound.ReadTimestamp(first));
    assertThat(star.columns()).hasSize(2);
    db.session.begin(TransactionMode.READ_ONLY);
    try (var result = star.execute(List.of())) {
      assertThat(Objects.requireNonNull(result.cursor()).columns()).hasSize(2);
    }
    db.session.commit();
    db.staleness(null);
    assertThat(star.columns()).hasSize(3);
  }

  // ---- order

  @Test
  void strongReadSeesEveryCommitThatWasAcknowledgedBefore() {
    try (Session other = db.another()) {
      CommitTimestamp last = CommitTimestamp.ZERO;
      for (int i = 0; i < 100; i++) {
        CommitTimestamp next = db.commit("INSERT INTO T (id) VALUES (" + i + ")");
        assertThat(next).isGreaterThan(last);
        last = next;
        assertThat(TimedDatabase.rows(other, "SELECT COUNT(*) FROM T"))
            .containsExactly(Integer.toString(i + 1));
        assertThat(Objects.requireNonNull(other.readTimestamp())).isGreaterThanOrEqualTo(next);
      }
    }
  }
}
