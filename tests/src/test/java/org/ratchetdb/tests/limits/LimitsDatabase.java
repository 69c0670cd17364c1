package org.ratchetdb.tests.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;

/** A database in memory with a session. */
final class LimitsDatabase implements AutoCloseable {
  final Instance instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
  final Session session;
  final boolean postgres;

  LimitsDatabase(Dialect dialect) {
    postgres = dialect == Dialect.POSTGRESQL;
    session = instance.createDatabase("limits", dialect).openSession(SessionOptions.DEFAULT);
  }

  /** Numbers put for each {@code #} of a form, joined by the separator. */
  static String numbered(int from, int to, String form, String separator) {
    return IntStream.range(from, to)
        .mapToObj(i -> form.replace("#", Integer.toString(i)))
        .collect(Collectors.joining(separator));
  }

  /** A table of an integer key and other integers. */
  void createTable(String name, int columns) {
    String type = postgres ? "bigint" : "INT64";
    String list = numbered(0, columns, "c# " + type, ", ");
    run(
        "CREATE TABLE "
            + name
            + " ("
            + list
            + (postgres ? ", PRIMARY KEY (c0))" : ") PRIMARY KEY (c0)"));
  }

  void run(String sql) {
    session.execute(sql).close();
  }

  long number(String sql) {
    try (StatementResult result = session.execute(sql)) {
      ResultCursor cursor = Objects.requireNonNull(result.cursor());
      assertThat(cursor.next()).isTrue();
      return cursor.getLong(0);
    }
  }

  long rows(String sql) {
    try (StatementResult result = session.execute(sql)) {
      ResultCursor cursor = Objects.requireNonNull(result.cursor());
      long count = 0;
      while (cursor.next()) {
        count++;
      }
      return count;
    }
  }

  void assertRefused(String sql, CanonicalStatus status, String sqlState, String words) {
    DbException refusal =
        catchThrowableOfType(
            DbException.class,
            () -> {
              try (StatementResult result = session.execute(sql)) {
                ResultCursor cursor = result.cursor();
                if (cursor != null) {
                  cursor.next();
                }
              }
            });
    assertThat(refusal).as(sql.substring(0, Math.min(100, sql.length()))).isNotNull();
    assertThat(refusal.message()).contains(words);
    assertThat(refusal.code().status()).isEqualTo(status);
    assertThat(refusal.code().sqlState()).isEqualTo(sqlState);
  }

  /** Refused for what the statement is. */
  void assertTooComplex(String sql, String words) {
    assertRefused(sql, CanonicalStatus.INVALID_ARGUMENT, "54001", words);
  }

  @Override
  public void close() {
    session.close();
    instance.close();
  }
}
