package org.ratchetdb.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.TimestampBound;
import org.ratchetdb.engine.api.TransactionMode;

/** Settings of Spanner's drivers, where a script cannot look. */
class SessionSettingsTest {
  private Instance instance;
  private Session session;

  @BeforeEach
  void open() {
    instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
    session = instance.createDatabase("p", Dialect.POSTGRESQL).openSession(SessionOptions.DEFAULT);
    session.execute("CREATE TABLE t (id bigint PRIMARY KEY)").close();
  }

  @AfterEach
  void close() {
    instance.close();
  }

  @ParameterizedTest
  @CsvSource({
    "strong,STRONG",
    " EXACT_STALENESS  10s ,EXACT_STALENESS 10s",
    "MAX_STALENESS 1500MS,MAX_STALENESS 1500ms",
    "EXACT_STALENESS 7ns,EXACT_STALENESS 7ns",
    "EXACT_STALENESS 2000us,EXACT_STALENESS 2ms",
    "READ_TIMESTAMP 2024-02-29T23:59:59.1234567Z,READ_TIMESTAMP 2024-02-29T23:59:59.123456Z",
    "MIN_READ_TIMESTAMP 2024-02-29T23:59:59.1234567Z,"
        + "MIN_READ_TIMESTAMP 2024-02-29T23:59:59.123457Z",
    "READ_TIMESTAMP 2024-02-29 01:00:00-01,READ_TIMESTAMP 2024-02-29T02:00:00Z",
    "READ_TIMESTAMP 2024-02-29t01:00:00 +0130,READ_TIMESTAMP 2024-02-28T23:30:00Z",
    "READ_TIMESTAMP 2024-02-29 01:00z,READ_TIMESTAMP 2024-02-29T01:00:00Z",
    "READ_TIMESTAMP 0001-01-01T00:00:00Z,READ_TIMESTAMP 0001-01-01T00:00:00Z",
    "READ_TIMESTAMP 9999-12-31 23:59:59.999999+00,READ_TIMESTAMP 9999-12-31T23:59:59.999999Z",
    "MIN_READ_TIMESTAMP 9999-12-31T23:59:59.999999999Z,"
        + "MIN_READ_TIMESTAMP 9999-12-31T23:59:59.999999Z",
  })
  void boundsAreReadAndWritten(String text, String canonical) {
    TimestampBound bound = TimestampBound.parse(text);
    assertThat(bound.text()).isEqualTo(canonical);
    assertThat(TimestampBound.parse(bound.text())).isEqualTo(bound);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "WEAK",
        "STRONG 10s",
        "EXACT_STALENESS",
        "EXACT_STALENESS 10",
        "EXACT_STALENESS -1s",
        "EXACT_STALENESS 99999999999999999s",
        "READ_TIMESTAMP 2024-01-01T00:00:00",
        "READ_TIMESTAMP +999999999-01-01T00:00:00Z",
        "READ_TIMESTAMP 9999-12-31T23:59:59-01:00",
        "READ_TIMESTAMP 0001-01-01T00:00:00+01:00",
        "READ_TIMESTAMP 2024-01-01T00:00:00ZZ",
        "READ_TIMESTAMP 2024-01-01T00:00:00+01:00+0100",
        "READ_TIMESTAMP 2024-01-01T00:00:00+01:00Z",
        "READ_TIMESTAMP 2024-01-01T 00:00:00Z",
        "READ_TIMESTAMP 2024-01-0100:00:00Z",
        "READ_TIMESTAMP 2024-01-01T00:00:00+19",
        "READ_TIMESTAMP 2024-02-30T00:00:00Z",
        "READ_TIMESTAMP 10s",
      })
  void wrongBoundsAreRefusedWithTheRightForms(String text) {
    assertThatThrownBy(() -> TimestampBound.parse(text))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING);
              assertThat(e.hint())
                  .hasValueSatisfying(h -> assertThat(h).contains("MAX_STALENESS <duration>"));
            });
  }

  @Test
  void tagsEndWithWhatTheyTag() {
    session.set("spanner.statement_tag", "s");
    session.set("spanner.transaction_tag", "t");
    session.execute("SELECT 1").close();
    assertThat(session.setting("spanner.statement_tag")).isEmpty();
    assertThat(session.setting("transaction_tag")).isEqualTo("t");
    session.execute("INSERT INTO t (id) VALUES (1)").close();
    assertThat(session.setting("spanner.transaction_tag")).isEmpty();

    session.set("spanner.transaction_tag", "t");
    session.begin(TransactionMode.READ_WRITE);
    session.execute("INSERT INTO t (id) VALUES (2)").close();
    session.rollback();
    assertThat(session.setting("spanner.transaction_tag")).isEmpty();
    session.execute("SHOW ALL").close();
  }

  @Test
  void settingsThatASessionStartsWithStayThroughReset() {
    SessionOptions options =
        new SessionOptions("ratchet", Map.of("spanner.read_only_staleness", "EXACT_STALENESS 0s"));
    try (Session other = session.database().openSession(options)) {
      other.set("READ_ONLY_STALENESS", "STRONG");
      other.execute("RESET ALL").close();
      assertThat(other.setting("spanner.read_only_staleness")).isEqualTo("EXACT_STALENESS 0s");
    }
    assertThatThrownBy(
            () ->
                session
                    .database()
                    .openSession(new SessionOptions("r", Map.of("spanner.nonsense", "1"))))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_SETTING));
  }

  @Test
  void transactionTimeoutEndsTheTransaction() {
    session.set("transaction_timeout", "1us");
    session.begin(TransactionMode.READ_WRITE);
    assertThatThrownBy(() -> session.execute("INSERT INTO t (id) VALUES (1)"))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
    session.rollback();
    session.set("transaction_timeout", "0");
    session.execute("INSERT INTO t (id) VALUES (1)").close();
  }

  @Test
  void commitTimestampsGrowAndReadsFollowThem() {
    assertThat(session.commitTimestamp()).isNull();
    assertThat(session.readTimestamp()).isNull();
    CommitTimestamp last = CommitTimestamp.ZERO;
    for (int i = 0; i < 20; i++) {
      session.begin(TransactionMode.READ_WRITE);
      session.execute("INSERT INTO t (id) VALUES (" + i + ")").close();
      session.commit();
      CommitTimestamp next = session.commitTimestamp();
      assertThat(next).isNotNull().isGreaterThan(last);
      last = Objects.requireNonNull(next);
      session.execute("SELECT id FROM t").close();
      assertThat(session.readTimestamp()).isNotNull().isGreaterThanOrEqualTo(last);
    }
    assertThat(session.setting("spanner.commit_timestamp")).isEqualTo(TimestampBound.format(last));
  }

  @Test
  void boundOfATransactionCanBeGivenWithoutText() {
    session.begin(
        TransactionMode.readOnly(new TimestampBound.ExactStaleness(Duration.ofMillis(1))));
    assertThat(session.setting("transaction_read_only")).isEqualTo("on");
    session.rollback();
  }
}
