package org.ratchetdb.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TransactionMode;

/** Schema changes in the middle of statements, where a script cannot put them. */
class SchemaChangeTest {
  private static final String BY_INDEX =
      "SELECT id FROM T@{FORCE_INDEX=TByV} WHERE v >= 0 ORDER BY v";

  private Instance instance;
  private Session session;
  private Session other;

  @BeforeEach
  void open() {
    // A machine that stands still must not make a transaction look idle.
    instance =
        EngineProvider.load()
            .openMemory(InstanceOptions.DEFAULT.withIdleTransactionTimeout(Duration.ofHours(1)));
    instance.createDatabase("d", Dialect.GOOGLE_STANDARD_SQL);
    session = instance.database("d").openSession(SessionOptions.DEFAULT);
    other = instance.database("d").openSession(SessionOptions.DEFAULT);
    run(other, "CREATE TABLE T (id INT64, v INT64) PRIMARY KEY (id)");
    run(other, "CREATE INDEX TByV ON T (v)");
    run(other, "CREATE TABLE U (id INT64) PRIMARY KEY (id)");
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      values.append(i == 0 ? "" : ", ").append('(').append(i).append(", ").append(i).append(')');
    }
    run(other, "INSERT INTO T (id, v) VALUES " + values);
  }

  @AfterEach
  void close() {
    instance.close();
  }

  private static void run(Session in, String sql) {
    in.execute(sql).close();
  }

  private static long drain(ResultCursor cursor) {
    long rows = 0;
    while (cursor.next()) {
      rows++;
    }
    return rows;
  }

  private static void assertAborted(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .satisfies(e -> assertThat(TimedDatabase.code(e)).isEqualTo(ErrorCode.TRANSACTION_ABORTED));
  }

  @ParameterizedTest
  @EnumSource(TransactionMode.Isolation.class)
  void scanOfAnIndexThatIsDroppedMeanwhileDoesNotPassForComplete(
      TransactionMode.Isolation isolation) {
    session.begin(new TransactionMode(false, isolation));
    try (StatementResult result = session.execute(BY_INDEX)) {
      ResultCursor cursor = Objects.requireNonNull(result.cursor());
      assertThat(cursor.next()).isTrue();
      run(other, "DROP INDEX TByV");
      assertAborted(() -> drain(cursor));
    }
    session.rollback();
  }

  @Test
  void readsThroughADroppedIndexDoNotCommitTogetherWithLaterOnes() {
    session.begin(TransactionMode.READ_WRITE);
    try (StatementResult result = session.execute(BY_INDEX + " LIMIT 5")) {
      assertThat(drain(Objects.requireNonNull(result.cursor()))).isEqualTo(5);
    }
    run(other, "DROP INDEX TByV");
    // Kept out by no lock of the reader, for nobody keeps the index up any more.
    run(other, "INSERT INTO T (id, v) VALUES (-1, 0)");
    run(other, "INSERT INTO U (id) VALUES (1)");
    assertAborted(() -> run(session, "SELECT id FROM U"));
    session.rollback();
  }

  @Test
  void scanGoesOnWhileOtherTablesChange() {
    session.begin(TransactionMode.READ_WRITE);
    PreparedQuery insert = session.prepare("INSERT INTO T (id, v) VALUES (-1, -1)", List.of());
    try (StatementResult result = session.execute(BY_INDEX)) {
      ResultCursor cursor = Objects.requireNonNull(result.cursor());
      assertThat(cursor.next()).isTrue();
      run(other, "ALTER TABLE U ADD COLUMN v INT64");
      run(other, "CREATE INDEX UByV ON U (v)");
      assertThat(drain(cursor)).isEqualTo(2_999);
    }
    insert.execute(List.of()).close();
    run(other, "DROP INDEX UByV");
    session.commit();
    assertThat(session.lastCommit()).isNotNull();
  }

  @Test
  void statementThatFindsNothingToWriteIsCheckedToo() {
    session.begin(TransactionMode.READ_WRITE);
    run(session, "UPDATE T SET v = 1 WHERE id = -1");
    run(other, "ALTER TABLE T ADD COLUMN w INT64");
    assertAborted(() -> run(session, "UPDATE U SET id = id WHERE id = -1"));
    session.rollback();
  }
}
