package org.ratchetdb.sqlfrontend.postgres;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Syntax errors in the words of PostgreSQL; the position travels in its own field. */
final class PostgresErrors {
  private PostgresErrors() {}

  /** {@code message at or near "token"}. */
  static DbException near(String message, String token, int offset) {
    return new DbException(ErrorCode.SYNTAX_ERROR, message + " at or near \"" + token + "\"")
        .at(offset);
  }

  static DbException plain(String message, int offset) {
    return new DbException(ErrorCode.SYNTAX_ERROR, message).at(offset);
  }
}
