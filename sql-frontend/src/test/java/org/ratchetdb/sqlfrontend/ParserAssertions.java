package org.ratchetdb.sqlfrontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.ast.Statement;

/** Checks that a text is accepted, or refused in the right words at the right place. */
final class ParserAssertions {
  static final Dialect GOOGLE = Dialect.GOOGLE_STANDARD_SQL;
  static final Dialect POSTGRES = Dialect.POSTGRESQL;

  private ParserAssertions() {}

  static <T extends Statement> T parse(Dialect dialect, String sql, Class<T> type) {
    Statement statement = SqlParser.forDialect(dialect).parse(sql);
    assertThat(statement).as(sql).isInstanceOf(type);
    assertThat(statement.begin()).as(sql).isNotNegative();
    return type.cast(statement);
  }

  static void assertParses(Dialect dialect, String sql) {
    Statement statement = SqlParser.forDialect(dialect).parse(sql);
    assertThat(statement).as(sql).isNotInstanceOf(Statement.Unsupported.class);
  }

  static DbException error(Dialect dialect, String sql) {
    Throwable thrown = catchThrowable(() -> SqlParser.forDialect(dialect).parse(sql));
    assertThat(thrown).as(sql).isInstanceOf(DbException.class);
    return (DbException) thrown;
  }

  static void assertSyntaxError(Dialect dialect, String sql, String message) {
    DbException error = error(dialect, sql);
    assertThat(error.code()).as(sql).isEqualTo(ErrorCode.SYNTAX_ERROR);
    assertThat(error.message()).as(sql).isEqualTo(message);
    assertThat(error.position()).as(sql).isPresent();
  }

  static void assertNotSupported(Dialect dialect, String sql, String feature) {
    DbException error = error(dialect, sql);
    assertThat(error.code()).as(sql).isEqualTo(ErrorCode.NOT_SUPPORTED);
    assertThat(error.message()).as(sql).isEqualTo(feature + " is not supported");
  }
}
