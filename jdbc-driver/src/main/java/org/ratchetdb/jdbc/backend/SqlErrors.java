package org.ratchetdb.jdbc.backend;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Makes the right subclass of {@link SQLException}. The vendor code is the number of the canonical
 * status, as Spanner's clients have it (10 is ABORTED).
 */
public final class SqlErrors {
  /** GoogleSQL's own way to say where: the end of {@code Syntax error: ... [at 1:15]}. */
  private static final Pattern SAYS_WHERE = Pattern.compile("\\[at \\d+:\\d+\\]\\s*$");

  private SqlErrors() {}

  /**
   * An error of the embedded engine.
   *
   * @param sql the statement that its position refers to, or null
   */
  public static SQLException of(DbException e, @Nullable String sql) {
    ErrorCode code = e.code();
    return make(
        text(ErrorDetails.of(e), sql),
        code.sqlState(),
        vendorCode(code.status()),
        code == ErrorCode.DEADLINE_EXCEEDED,
        e);
  }

  /** An error that a server reported. */
  public static SQLException of(
      ErrorDetails details, String sqlState, boolean timeout, @Nullable String sql) {
    return make(
        text(details, sql),
        sqlState,
        vendorCode(status(sqlState, timeout)),
        timeout,
        new ServerError(details));
  }

  /** An error that the driver itself finds. */
  public static SQLException of(ErrorCode code, String message) {
    return of(code, message, null);
  }

  public static SQLException of(ErrorCode code, String message, @Nullable Throwable cause) {
    return make(
        message,
        code.sqlState(),
        vendorCode(code.status()),
        code == ErrorCode.DEADLINE_EXCEEDED,
        cause);
  }

  /** A part of JDBC that there is no support for. */
  public static SQLException notSupported(String feature) {
    return of(ErrorCode.NOT_SUPPORTED, feature + " is not supported");
  }

  /** COMMIT of a transaction that a failed statement had ended already. */
  public static SQLException rolledBackInstead() {
    return of(
        ErrorCode.IN_FAILED_TRANSACTION,
        "The transaction had failed: it was rolled back, not committed");
  }

  public static SQLException closed(String what) {
    return new SQLNonTransientConnectionException(
        "The " + what + " is closed", "08003", vendorCode(CanonicalStatus.FAILED_PRECONDITION));
  }

  private static SQLException make(
      String message, String state, int vendor, boolean timeout, @Nullable Throwable cause) {
    if (timeout) {
      return new SQLTimeoutException(message, state, vendor, cause);
    }
    return switch (state.substring(0, 2)) {
      case "40" -> new SQLTransactionRollbackException(message, state, vendor, cause);
      case "23" -> new SQLIntegrityConstraintViolationException(message, state, vendor, cause);
      case "42" -> new SQLSyntaxErrorException(message, state, vendor, cause);
      case "0A" -> new SQLFeatureNotSupportedException(message, state, vendor, cause);
      case "22" -> new SQLDataException(message, state, vendor, cause);
      case "28" -> new SQLInvalidAuthorizationSpecException(message, state, vendor, cause);
      case "08" -> new SQLNonTransientConnectionException(message, state, vendor, cause);
      case "53" -> new SQLTransientException(message, state, vendor, cause);
      default -> new SQLException(message, state, vendor, cause);
    };
  }

  private static String text(ErrorDetails details, @Nullable String sql) {
    StringBuilder out = new StringBuilder(details.message());
    if (details.position() >= 0 && sql != null && !SAYS_WHERE.matcher(out).find()) {
      out.append(" [at ").append(lineAndColumn(sql, details.position())).append(']');
    }
    if (details.detail() != null) {
      out.append("\n  Detail: ").append(details.detail());
    }
    if (details.hint() != null) {
      out.append("\n  Hint: ").append(details.hint());
    }
    return out.toString();
  }

  private static String lineAndColumn(String sql, int position) {
    int line = 1;
    int lineStart = 0;
    int end = Math.min(position, sql.length());
    for (int i = 0; i < end; i++) {
      if (sql.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return String.format(Locale.ROOT, "%d:%d", line, end - lineStart + 1);
  }

  /** The number that the status has in Spanner's API. */
  public static int vendorCode(CanonicalStatus status) {
    return switch (status) {
      case CANCELLED -> 1;
      case UNKNOWN -> 2;
      case INVALID_ARGUMENT -> 3;
      case DEADLINE_EXCEEDED -> 4;
      case NOT_FOUND -> 5;
      case ALREADY_EXISTS -> 6;
      case PERMISSION_DENIED -> 7;
      case RESOURCE_EXHAUSTED -> 8;
      case FAILED_PRECONDITION -> 9;
      case ABORTED -> 10;
      case OUT_OF_RANGE -> 11;
      case UNIMPLEMENTED -> 12;
      case INTERNAL -> 13;
      case UNAVAILABLE -> 14;
      case DATA_LOSS -> 15;
      case UNAUTHENTICATED -> 16;
    };
  }

  /** The wire carries no status: the first code with that SQLSTATE says it. */
  private static CanonicalStatus status(String sqlState, boolean timeout) {
    if (timeout) {
      return CanonicalStatus.DEADLINE_EXCEEDED;
    }
    for (ErrorCode code : ErrorCode.values()) {
      if (code.sqlState().equals(sqlState)) {
        return code.status();
      }
    }
    return sqlState.startsWith("08") ? CanonicalStatus.UNAVAILABLE : CanonicalStatus.UNKNOWN;
  }
}
