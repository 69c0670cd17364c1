package org.ratchetdb.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.Snapshot;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.api.TransactionState;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.LockInfo;

/** Snapshots, branches and restores of whole databases, on disk and in memory. */
final class SnapshotsTest {
  /** Where an instance lives. */
  enum Place {
    DISK,
    MEMORY
  }

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init") // every test opens first
  private RatchetInstance instance;

  @SuppressWarnings("NullAway.Init") // every test opens first
  private Session origin;

  /** Long enough for a machine that stands still in between. */
  private static final InstanceOptions PATIENT =
      InstanceOptions.DEFAULT.withIdleTransactionTimeout(Duration.ofHours(1));

  private void open(Place place) {
    instance =
        place == Place.DISK
            ? RatchetInstance.openDirectory(directory, PATIENT)
            : RatchetInstance.openMemory(PATIENT);
    instance.createDatabase("origin", Dialect.GOOGLE_STANDARD_SQL);
    origin = session("origin");
    run(origin, "CREATE TABLE T (Id INT64, V STRING(MAX)) PRIMARY KEY (Id)");
    run(origin, "INSERT INTO T (Id, V) VALUES (1, 'one'), (2, 'two')");
  }

  @AfterEach
  void close() {
    if (instance != null) {
      instance.close();
    }
  }

  private Session session(String database) {
    return instance.database(database).openSession(SessionOptions.DEFAULT);
  }

  private static void run(Session session, String sql) {
    session.execute(sql).close();
  }

  private static List<String> rows(Session session, String sql) {
    return rows(session.execute(sql));
  }

  private static List<String> rows(StatementResult result) {
    List<String> rows = new ArrayList<>();
    try (result) {
      ResultCursor cursor = Objects.requireNonNull(result.cursor());
      while (cursor.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < cursor.columns().size(); i++) {
          row.append(i == 0 ? "" : "|");
          row.append(
              cursor.isNull(i)
                  ? "NULL"
                  : switch (cursor.columns().get(i).type().kind()) {
                    case INT64 -> Long.toString(cursor.getLong(i));
                    default -> cursor.getString(i);
                  });
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  private static List<String> all(Session session) {
    return rows(session, "SELECT Id, V FROM T ORDER BY Id");
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void branchOfASnapshotIsTheDatabaseAsItWas(Place place) {
    open(place);
    Snapshot snapshot = instance.createSnapshot("s", "origin");
    run(origin, "UPDATE T SET V = 'later' WHERE Id = 1");
    run(origin, "CREATE INDEX TByV ON T (V)");
    instance.createDatabaseFromSnapshot("branch", "s");
    try (Session branch = session("branch")) {
      assertThat(all(branch)).containsExactly("1|one", "2|two");
      assertThat(branch.dialect()).isEqualTo(Dialect.GOOGLE_STANDARD_SQL);
      assertThat(rows(branch, "SHOW DDL")).noneMatch(ddl -> ddl.contains("TByV"));
    }
    assertThat(instance.snapshots()).containsExactly(snapshot);
    assertThat(snapshot.database()).isEqualTo("origin");
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void branchAndOriginAreIndependent(Place place) {
    open(place);
    run(origin, "CREATE SEQUENCE Q OPTIONS (sequence_kind = 'bit_reversed_positive')");
    instance.branchDatabase("branch", "origin");
    try (Session branch = session("branch")) {
      run(branch, "INSERT INTO T (Id, V) VALUES (3, 'branch')");
      run(branch, "ALTER TABLE T ADD COLUMN W INT64");
      run(origin, "DELETE FROM T WHERE Id = 1");
      run(origin, "CREATE TABLE U (Id INT64) PRIMARY KEY (Id)");
      assertThat(all(branch)).containsExactly("1|one", "2|two", "3|branch");
      assertThat(all(origin)).containsExactly("2|two");
      assertFails(ErrorCode.UNDEFINED_TABLE, () -> run(branch, "SELECT * FROM U"));
      assertFails(ErrorCode.UNDEFINED_COLUMN, () -> run(origin, "SELECT W FROM T"));
      assertThat(rows(branch, "SELECT GET_NEXT_SEQUENCE_VALUE(SEQUENCE Q)")).hasSize(1);
    }
    instance.dropDatabase("origin");
    try (Session branch = session("branch")) {
      assertThat(all(branch)).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void branchOfABranchAndSnapshotAfterItsOriginIsGone(Place place) {
    open(place);
    instance.branchDatabase("b1", "origin");
    instance.branchDatabase("b2", "b1");
    instance.createSnapshot("s", "b2");
    instance.dropDatabase("origin");
    instance.dropDatabase("b1");
    instance.dropDatabase("b2");
    instance.createDatabaseFromSnapshot("b3", "s");
    try (Session branch = session("b3")) {
      assertThat(all(branch)).containsExactly("1|one", "2|two");
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void restoreRewindsRowsAndSchemaForSessionsThatStay(Place place) {
    open(place);
    PreparedQuery prepared = origin.prepare("SELECT V FROM T ORDER BY Id", List.of());
    instance.createSnapshot("s", "origin");
    run(origin, "ALTER TABLE T ADD COLUMN W INT64");
    run(origin, "INSERT INTO T (Id, V, W) VALUES (3, 'three', 3)");
    assertThat(rows(prepared.execute(List.of()))).hasSize(3);
    for (int round = 0; round < 3; round++) {
      instance.restoreDatabase("origin", "s");
      assertThat(rows(prepared.execute(List.of()))).containsExactly("one", "two");
      assertFails(ErrorCode.UNDEFINED_COLUMN, () -> run(origin, "SELECT W FROM T"));
      // Another schema of the same version as the one that is gone.
      run(origin, "ALTER TABLE T ADD COLUMN X" + round + " INT64");
      run(origin, "INSERT INTO T (Id, X" + round + ") VALUES (4, 4)");
      assertThat(all(origin)).containsExactly("1|one", "2|two", "4|NULL");
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void transactionThatARestoreInterruptsIsAbortedOnce(Place place) {
    open(place);
    instance.createSnapshot("s", "origin");
    origin.begin(TransactionMode.READ_WRITE);
    run(origin, "INSERT INTO T (Id, V) VALUES (3, 'lost')");
    instance.restoreDatabase("origin", "s");
    assertFails(ErrorCode.TRANSACTION_ABORTED, () -> all(origin));
    assertFails(ErrorCode.IN_FAILED_TRANSACTION, () -> all(origin));
    run(origin, "ROLLBACK");
    assertThat(all(origin)).containsExactly("1|one", "2|two");
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void statementThatIsPreparedAfterARestoreIsAbortedBeforeTheTransactionLooksFailed(Place place) {
    open(place);
    instance.createSnapshot("s", "origin");
    origin.begin(TransactionMode.READ_WRITE);
    PreparedQuery before = origin.prepare("SELECT Id, V FROM T ORDER BY Id", List.of());
    run(origin, "INSERT INTO T (Id, V) VALUES (3, 'lost')");
    instance.restoreDatabase("origin", "s");
    PreparedQuery after = origin.prepare("SELECT V FROM T ORDER BY Id", List.of());
    assertThat(before.columns()).hasSize(2);
    assertThat(origin.transactionState()).isEqualTo(TransactionState.ACTIVE);
    assertFails(ErrorCode.TRANSACTION_ABORTED, () -> after.execute(List.of()));
    assertThat(origin.transactionState()).isEqualTo(TransactionState.FAILED);
    assertFails(ErrorCode.IN_FAILED_TRANSACTION, () -> before.execute(List.of()));
    origin.rollback();
    assertThat(rows(after.execute(List.of()))).containsExactly("one", "two");
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void readOnlyTransactionWithoutATimestampIsLostToARestoreToo(Place place) {
    open(place);
    instance.createSnapshot("s", "origin");
    PreparedQuery query = origin.prepare("SELECT V FROM T ORDER BY Id", List.of());
    origin.begin(TransactionMode.READ_ONLY);
    instance.restoreDatabase("origin", "s");
    assertFails(ErrorCode.TRANSACTION_ABORTED, () -> query.execute(List.of()));
    origin.rollback();
    assertThat(rows(query.execute(List.of()))).containsExactly("one", "two");
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void savepointDoesNotOutliveARestore(Place place) {
    open(place);
    instance.createSnapshot("s", "origin");
    origin.begin(TransactionMode.READ_WRITE);
    run(origin, "SAVEPOINT a");
    run(origin, "INSERT INTO T (Id, V) VALUES (3, 'lost')");
    instance.restoreDatabase("origin", "s");
    assertFails(ErrorCode.TRANSACTION_ABORTED, () -> run(origin, "ROLLBACK TO a"));
    assertFails(ErrorCode.TRANSACTION_ABORTED, () -> run(origin, "ROLLBACK TO a"));
    run(origin, "ROLLBACK");
    assertThat(all(origin)).containsExactly("1|one", "2|two");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DROP", "RESTORE"})
  void statementThatWaitsWhileItsDatabaseGoesIsToldSo(String what) throws Exception {
    open(Place.MEMORY);
    instance.createSnapshot("s", "origin");
    origin.begin(TransactionMode.READ_WRITE);
    assertThat(rows(origin, "SELECT V FROM T WHERE Id = 1 FOR UPDATE")).containsExactly("one");
    Session waiter = session("origin");
    waiter.begin(TransactionMode.READ_WRITE);
    run(waiter, "UPDATE T SET V = 'other' WHERE Id = 2");
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      Future<?> waits = pool.submit(() -> rows(waiter, "SELECT V FROM T WHERE Id = 1 FOR UPDATE"));
      KvStore store = ((RatchetDatabase) instance.database("origin")).context().store();
      while (!waits.isDone() && store.locks(100).stream().allMatch(LockInfo::granted)) {
        Thread.onSpinWait();
      }
      assertThat(waits).isNotDone();
      if (what.equals("DROP")) {
        instance.dropDatabase("origin");
      } else {
        instance.restoreDatabase("origin", "s");
      }
      ErrorCode expected =
          what.equals("DROP") ? ErrorCode.UNAVAILABLE : ErrorCode.TRANSACTION_ABORTED;
      assertThatThrownBy(() -> waits.get(60, TimeUnit.SECONDS))
          .cause()
          .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.code()).isEqualTo(expected));
      waiter.close();
    } finally {
      pool.shutdown();
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void commitAfterARestoreSaysThatTheTransactionIsLost(Place place) {
    open(place);
    instance.createSnapshot("s", "origin");
    origin.begin(TransactionMode.READ_WRITE);
    run(origin, "INSERT INTO T (Id, V) VALUES (3, 'lost')");
    instance.restoreDatabase("origin", "s");
    assertFails(ErrorCode.TRANSACTION_ABORTED, origin::commit);
    assertThat(origin.transactionState()).isEqualTo(TransactionState.IDLE);
    origin.begin(TransactionMode.READ_WRITE);
    run(origin, "INSERT INTO T (Id, V) VALUES (3, 'kept')");
    origin.commit();
    assertThat(all(origin)).containsExactly("1|one", "2|two", "3|kept");
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void restoredDatabaseCommitsAfterWhatItForgot(Place place) {
    open(place);
    instance.createSnapshot("s", "origin");
    run(origin, "INSERT INTO T (Id, V) VALUES (3, 'lost')");
    RatchetDatabase database = (RatchetDatabase) instance.database("origin");
    long before = database.context().store().appliedTimestamp().micros();
    instance.restoreDatabase("origin", "s");
    run(origin, "INSERT INTO T (Id, V) VALUES (4, 'new')");
    assertThat(database.context().store().appliedTimestamp().micros()).isGreaterThan(before);
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void namesThatAreTakenUnknownOrInvalidAreRefused(Place place) {
    open(place);
    instance.createSnapshot("s", "origin");
    assertFails(
        ErrorCode.DATABASE_ALREADY_EXISTS, () -> instance.branchDatabase("origin", "origin"));
    assertFails(
        ErrorCode.DATABASE_ALREADY_EXISTS,
        () -> instance.createDatabaseFromSnapshot("origin", "s"));
    assertFails(ErrorCode.DATABASE_NOT_FOUND, () -> instance.branchDatabase("b", "none"));
    assertFails(ErrorCode.OBJECT_NOT_FOUND, () -> instance.createDatabaseFromSnapshot("b", "none"));
    assertFails(ErrorCode.SNAPSHOT_ALREADY_EXISTS, () -> instance.createSnapshot("s", "origin"));
    assertFails(ErrorCode.DATABASE_NOT_FOUND, () -> instance.createSnapshot("t", "none"));
    assertFails(ErrorCode.INVALID_NAME, () -> instance.createSnapshot("../s", "origin"));
    assertFails(ErrorCode.INVALID_NAME, () -> instance.branchDatabase("B", "origin"));
    assertFails(ErrorCode.OBJECT_NOT_FOUND, () -> instance.dropSnapshot("none"));
    assertFails(ErrorCode.OBJECT_NOT_FOUND, () -> instance.restoreDatabase("origin", "none"));
    assertFails(ErrorCode.DATABASE_NOT_FOUND, () -> instance.restoreDatabase("none", "s"));
    assertFails(ErrorCode.OBJECT_IN_USE, () -> instance.dropUnusedDatabase("origin"));
    assertThat(instance.databaseNames()).containsExactly("origin");
    assertThat(all(origin)).containsExactly("1|one", "2|two");
    origin.close();
    instance.dropUnusedDatabase("origin");
    instance.dropSnapshot("s");
    assertThat(instance.databaseNames()).isEmpty();
    assertThat(instance.snapshots()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void nameOfADroppedDatabaseOrSnapshotCanBeUsedAgain(Place place) {
    open(place);
    for (int round = 0; round < 3; round++) {
      instance.createSnapshot("s", "origin");
      instance.createDatabaseFromSnapshot("b", "s");
      try (Session branch = session("b")) {
        assertThat(all(branch)).hasSize(2 + round);
      }
      instance.dropDatabase("b");
      instance.dropSnapshot("s");
      run(origin, "INSERT INTO T (Id) VALUES (" + (10 + round) + ")");
    }
  }

  @Test
  void snapshotsAndBranchesSurviveARestart() {
    open(Place.DISK);
    Snapshot snapshot = instance.createSnapshot("s", "origin");
    instance.createDatabaseFromSnapshot("b", "s");
    run(origin, "DELETE FROM T WHERE TRUE");
    instance.restoreDatabase("origin", "s");
    run(origin, "INSERT INTO T (Id, V) VALUES (3, 'three')");
    instance.close();
    instance = RatchetInstance.openDirectory(directory, InstanceOptions.DEFAULT);
    assertThat(instance.snapshots()).containsExactly(snapshot);
    assertThat(instance.databaseNames()).containsExactly("b", "origin");
    try (Session first = session("origin");
        Session second = session("b")) {
      assertThat(all(first)).containsExactly("1|one", "2|two", "3|three");
      assertThat(all(second)).containsExactly("1|one", "2|two");
    }
    instance.createDatabaseFromSnapshot("c", "s");
    try (Session third = session("c")) {
      assertThat(all(third)).containsExactly("1|one", "2|two");
    }
  }
}
