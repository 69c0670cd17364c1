package org.ratchetdb.common.value;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Errors of reading PostgreSQL text, in PostgreSQL's words. */
final class PgErrors {
  private PgErrors() {}

  static DbException invalidInput(String type, String text) {
    return new DbException(ErrorCode.INVALID_TEXT_REPRESENTATION, message(type, text));
  }

  static DbException invalidDatetime(String type, String text) {
    return new DbException(ErrorCode.INVALID_DATETIME_FORMAT, message(type, text));
  }

  private static String message(String type, String text) {
    return "invalid input syntax for type " + type + ": \"" + text + "\"";
  }
}
