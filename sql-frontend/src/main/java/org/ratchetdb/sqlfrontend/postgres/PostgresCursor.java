package org.ratchetdb.sqlfrontend.postgres;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.lexer.TokenStream;
import org.ratchetdb.sqlfrontend.parser.TokenCursor;

/** Errors in the words of PostgreSQL, which never says what it expected. */
final class PostgresCursor extends TokenCursor {
  PostgresCursor(TokenStream tokens) {
    super(tokens);
  }

  @Override
  public DbException unexpected() {
    if (kind() == TokenKind.EOF) {
      return PostgresErrors.plain("syntax error at end of input", begin());
    }
    return PostgresErrors.near("syntax error", tokens().textOf(position()), begin());
  }

  @Override
  public DbException expected(String what) {
    return unexpected();
  }

  @Override
  public DbException endExpected() {
    return unexpected();
  }

  @Override
  public DbException error(String message, int offset) {
    return PostgresErrors.plain(message, offset);
  }
}
