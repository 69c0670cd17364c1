package org.ratchetdb.sqlfrontend.googlesql;

import java.util.Locale;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.lexer.TokenStream;
import org.ratchetdb.sqlfrontend.parser.TokenCursor;

/** Errors in the words of Spanner, which has one form for queries and DML and one for DDL. */
final class GoogleSqlCursor extends TokenCursor {
  GoogleSqlCursor(TokenStream tokens) {
    super(tokens);
  }

  @Override
  public DbException unexpected() {
    return inDdl()
        ? ddlError("Encountered " + found() + " while parsing", begin())
        : error("Unexpected " + describe(), begin());
  }

  @Override
  public DbException expected(String what) {
    if (!inDdl()) {
      return error("Expected " + what + " but got " + describe(), begin());
    }
    String bare = what.replace("keyword ", "").replace("\"", "");
    return ddlError("Expecting '" + bare + "' but found " + found(), begin());
  }

  @Override
  public DbException endExpected() {
    return expected(inDdl() ? "EOF" : "end of input");
  }

  @Override
  public DbException error(String message, int offset) {
    return inDdl() ? ddlError(message, offset) : GoogleSqlErrors.syntax(text(), message, offset);
  }

  private DbException ddlError(String message, int offset) {
    return GoogleSqlErrors.ddl(text(), message, offset);
  }

  private String text() {
    return tokens().text();
  }

  private String found() {
    return kind() == TokenKind.EOF ? "'EOF'" : "'" + tokens().textOf(position()) + "'";
  }

  private String describe() {
    int i = position();
    String token = tokens().textOf(i);
    return switch (kind()) {
      case TokenKind.EOF -> "end of statement";
      case TokenKind.WORD ->
          tokens().isReserved(i)
              ? "keyword " + token.toUpperCase(Locale.ROOT)
              : "identifier \"" + token + "\"";
      case TokenKind.QUOTED -> "identifier " + token;
      case TokenKind.STRING -> "string literal " + token;
      case TokenKind.BYTES -> "bytes literal " + token;
      case TokenKind.INTEGER -> "integer literal \"" + token + "\"";
      case TokenKind.DECIMAL -> "floating point literal \"" + token + "\"";
      case TokenKind.NAMED_PARAMETER -> "\"@\"";
      case TokenKind.HINT_OPEN -> "\"@\" for hint";
      default -> "\"" + token + "\"";
    };
  }
}
