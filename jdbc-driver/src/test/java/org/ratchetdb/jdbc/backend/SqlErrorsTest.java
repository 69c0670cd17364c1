package org.ratchetdb.jdbc.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

final class SqlErrorsTest {
  private static SQLException of(ErrorCode code) {
    return SqlErrors.of(new DbException(code, "m"), null);
  }

  /** An SQLException is an Iterable as well, and AssertJ cannot choose. */
  private static AbstractThrowableAssert<?, ? extends Throwable> assertThatThrown(Throwable error) {
    return assertThat(error);
  }

  @Test
  void eachClassOfStatesHasItsException() {
    assertThatThrown(of(ErrorCode.TRANSACTION_ABORTED))
        .isInstanceOf(SQLTransactionRollbackException.class);
    assertThatThrown(of(ErrorCode.UNIQUE_VIOLATION))
        .isInstanceOf(SQLIntegrityConstraintViolationException.class);
    assertThatThrown(of(ErrorCode.SYNTAX_ERROR)).isInstanceOf(SQLSyntaxErrorException.class);
    assertThatThrown(of(ErrorCode.NOT_SUPPORTED))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrown(of(ErrorCode.DIVISION_BY_ZERO)).isInstanceOf(SQLDataException.class);
    assertThatThrown(of(ErrorCode.DEADLINE_EXCEEDED)).isInstanceOf(SQLTimeoutException.class);
    assertThatThrown(of(ErrorCode.CANCELLED)).isNotInstanceOf(SQLTimeoutException.class);
  }

  @Test
  void theVendorCodeIsTheStatus() {
    assertThat(of(ErrorCode.TRANSACTION_ABORTED).getErrorCode()).isEqualTo(10);
    assertThat(of(ErrorCode.SYNTAX_ERROR).getErrorCode()).isEqualTo(3);
    assertThat(of(ErrorCode.INTERNAL).getErrorCode()).isEqualTo(13);
  }

  @Test
  void theMessageSaysWhereUnlessItDoesAlready() {
    DbException plain = new DbException(ErrorCode.UNDEFINED_TABLE, "No t").at(9).hint("Make it.");
    assertThatThrown(SqlErrors.of(plain, "SELECT *\nFROM t"))
        .hasMessage("No t [at 2:1]\n  Hint: Make it.");
    DbException said = new DbException(ErrorCode.SYNTAX_ERROR, "Bad [at 1:2]").at(1);
    assertThatThrown(SqlErrors.of(said, "SELECT")).hasMessage("Bad [at 1:2]");
  }

  @Test
  void detailsTravelFromBothSides() {
    SQLException embedded =
        SqlErrors.of(new DbException(ErrorCode.UNDEFINED_TABLE, "No t").at(3), "x");
    assertThat(ErrorDetails.of(embedded).orElseThrow().position()).isEqualTo(3);
    ErrorDetails remote = new ErrorDetails("No t", 4, "d", "h", Map.of("table", "t"));
    SQLException error = SqlErrors.of(remote, "42P01", false, null);
    assertThat(ErrorDetails.of(error)).contains(remote);
    assertThat(error.getErrorCode()).isEqualTo(3);
    assertThat(ErrorDetails.of(new SQLException("mine"))).isEmpty();
  }
}
