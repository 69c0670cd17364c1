package org.ratchetdb.sqlfrontend.googlesql;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.lexer.SourcePosition;

/** Syntax errors in the words of Spanner. */
final class GoogleSqlErrors {
  private GoogleSqlErrors() {}

  static DbException syntax(String text, String message, int offset) {
    return new DbException(
            ErrorCode.SYNTAX_ERROR,
            "Syntax error: " + message + SourcePosition.of(text, offset).suffix())
        .at(offset);
  }

  /** The form that errors in DDL statements have. */
  static DbException ddl(String text, String message, int offset) {
    SourcePosition position = SourcePosition.of(text, offset);
    return new DbException(
            ErrorCode.SYNTAX_ERROR,
            "Error parsing Spanner DDL statement: "
                + text
                + " : Syntax error on line "
                + position.line()
                + ", column "
                + position.column()
                + ": "
                + message)
        .at(offset);
  }
}
