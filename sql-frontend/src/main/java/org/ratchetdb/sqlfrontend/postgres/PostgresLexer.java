package org.ratchetdb.sqlfrontend.postgres;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.lexer.Lexer;
import org.ratchetdb.sqlfrontend.lexer.LiteralDecoder;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;

/**
 * The tokens of PostgreSQL. Strings that PostgreSQL joins across a line end are one token, and so
 * is {@code U&'...' UESCAPE '!'}.
 */
public final class PostgresLexer extends Lexer {
  private static final String OPERATOR_CHARACTERS = "+-*/<>=~!@#%^&|`?";

  /** An operator of several characters may end in + or - only if it has one of these. */
  private static final String FREE_CHARACTERS = "~!@#%^&|`?";

  private boolean inHint;

  public PostgresLexer(String text) {
    super(text);
  }

  @Override
  protected LiteralDecoder decoder() {
    return PostgresLiterals.INSTANCE;
  }

  @Override
  protected DbException error(String message, int offset) {
    return PostgresErrors.near(message, text.substring(offset, length), offset);
  }

  @Override
  protected void skipBlanksAndComments() {
    at = skipBlanks(at);
    while (at < length) {
      char c = text.charAt(at);
      if (c == '-' && peek(1) == '-') {
        skipLine();
      } else if (c == '/' && peek(1) == '*' && peek(2) != '@') {
        skipBlockComment();
      } else {
        return;
      }
      at = skipBlanks(at);
    }
  }

  private int skipBlanks(int from) {
    int i = from;
    while (i < length && isBlank(text.charAt(i))) {
      i++;
    }
    return i;
  }

  static boolean isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  /** Comments nest. */
  private void skipBlockComment() {
    int begin = at;
    int depth = 0;
    do {
      if (at >= length) {
        throw error("unterminated /* comment", begin);
      }
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0);
  }

  @Override
  protected int scan(char first) {
    if (isIdentifierStart(first)) {
      return scanWordOrPrefix(first);
    }
    if (isDigit(first) || (first == '.' && isDigit(peek(1)))) {
      return scanNumber();
    }
    return switch (first) {
      case '\'' -> scanString(at, false);
      case '"' -> scanQuoted(at);
      case '$' -> scanDollar();
      case ':' -> scanColon();
      case '(', ')', '[', ']', ',', ';', '.' -> {
        at++;
        yield first;
      }
      case '{', '}', '\\' -> throw PostgresErrors.near("syntax error", String.valueOf(first), at);
      default -> scanOperator(first);
    };
  }

  private static boolean isIdentifierStart(char c) {
    return isLetter(c) || c >= 128;
  }

  private int scanWordOrPrefix(char first) {
    int lower = first | 0x20;
    char next = peek(1);
    if (next == '\'' && (lower == 'e' || lower == 'n')) {
      return scanString(at + 1, lower == 'e');
    }
    if (next == '\'' && (lower == 'b' || lower == 'x')) {
      throw DbException.notSupported("bit string literal").at(at);
    }
    if (lower == 'u' && next == '&' && (peek(2) == '\'' || peek(2) == '"')) {
      int kind = peek(2) == '"' ? scanQuoted(at + 2) : scanString(at + 2, false);
      includeEscapeClause();
      return kind;
    }
    at++;
    while (at < length && isIdentifierPart(text.charAt(at))) {
      at++;
    }
    return TokenKind.WORD;
  }

  private static boolean isIdentifierPart(char c) {
    return isIdentifierStart(c) || isDigit(c) || c == '$';
  }

  private int scanNumber() {
    int begin = at;
    int kind = scanDecimalNumber();
    if (at < length && isIdentifierStart(text.charAt(at))) {
      while (at < length && isIdentifierPart(text.charAt(at))) {
        at++;
      }
      throw PostgresErrors.near(
          "trailing junk after numeric literal", text.substring(begin, at), begin);
    }
    return kind;
  }

  /** Two points after a digit are no fraction, as in PostgreSQL's own rules. */
  @Override
  protected boolean fractionMayFollow() {
    return peek(1) != '.';
  }

  private int scanString(int quoteAt, boolean escapes) {
    int begin = at;
    at = quoteAt;
    skipStringPiece(begin, escapes);
    int next = PostgresLiterals.continuation(text, at);
    while (next >= 0) {
      at = next;
      skipStringPiece(begin, escapes);
      next = PostgresLiterals.continuation(text, at);
    }
    return TokenKind.STRING;
  }

  private void skipStringPiece(int begin, boolean escapes) {
    at++;
    while (true) {
      if (at >= length) {
        throw error("unterminated quoted string", begin);
      }
      char c = text.charAt(at);
      if (c == '\'') {
        if (peek(1) != '\'') {
          at++;
          return;
        }
        at += 2;
      } else {
        at += escapes && c == '\\' ? 2 : 1;
      }
    }
  }

  /** Behind U&: takes {@code UESCAPE 'c'} into the token if it follows. */
  private void includeEscapeClause() {
    int i = skipBlanks(at);
    if (text.regionMatches(true, i, "UESCAPE", 0, 7)) {
      i = skipBlanks(i + 7);
      if (i + 2 < length && text.charAt(i) == '\'' && text.charAt(i + 2) == '\'') {
        at = i + 3;
      }
    }
  }

  private int scanQuoted(int quoteAt) {
    int begin = at;
    at = quoteAt + 1;
    while (true) {
      if (at >= length) {
        throw error("unterminated quoted identifier", begin);
      }
      if (text.charAt(at) != '"') {
        at++;
      } else if (peek(1) == '"') {
        at += 2;
      } else {
        break;
      }
    }
    if (at == quoteAt + 1) {
      throw PostgresErrors.near("zero-length delimited identifier", "\"\"", begin);
    }
    at++;
    return TokenKind.QUOTED;
  }

  private int scanDollar() {
    int begin = at;
    at++;
    if (isDigit(peek(0))) {
      while (isDigit(peek(0))) {
        at++;
      }
      return TokenKind.POSITIONAL_PARAMETER;
    }
    while (at < length && text.charAt(at) != '$' && isIdentifierPart(text.charAt(at))) {
      at++;
    }
    if (peek(0) != '$') {
      throw PostgresErrors.near("syntax error", "$", begin);
    }
    at++;
    String tag = text.substring(begin, at);
    int end = text.indexOf(tag, at);
    if (end < 0) {
      throw error("unterminated dollar-quoted string", begin);
    }
    at = end + tag.length();
    return TokenKind.STRING;
  }

  private int scanColon() {
    char next = peek(1);
    if (next == ':' || next == '=') {
      at += 2;
      return next == ':' ? TokenKind.DOUBLE_COLON : TokenKind.COLON_EQUAL;
    }
    at++;
    return ':';
  }

  private int scanOperator(char first) {
    if (first == '/' && peek(1) == '*') {
      at += 3;
      inHint = true;
      return TokenKind.HINT_OPEN;
    }
    if (inHint && first == '*' && peek(1) == '/') {
      at += 2;
      inHint = false;
      return TokenKind.HINT_CLOSE;
    }
    int begin = at;
    int end = operatorEnd(begin);
    if (end == begin) {
      throw PostgresErrors.near("syntax error", Character.toString(text.codePointAt(at)), at);
    }
    at = end;
    return end == begin + 1 ? singleKind(first) : pairKind(text.substring(begin, end));
  }

  private int operatorEnd(int begin) {
    int end = begin;
    boolean free = false;
    while (end < length && OPERATOR_CHARACTERS.indexOf(text.charAt(end)) >= 0) {
      if (text.startsWith("--", end)
          || text.startsWith("/*", end)
          || (inHint && text.startsWith("*/", end))) {
        break;
      }
      free |= FREE_CHARACTERS.indexOf(text.charAt(end)) >= 0;
      end++;
    }
    while (!free && end > begin + 1 && "+-".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  private static int singleKind(char c) {
    return "~!@#&|`".indexOf(c) >= 0 ? TokenKind.OPERATOR : c;
  }

  private static int pairKind(String operator) {
    return switch (operator) {
      case "<>", "!=" -> TokenKind.NOT_EQUAL;
      case "<=" -> TokenKind.LESS_EQUAL;
      case ">=" -> TokenKind.GREATER_EQUAL;
      case "=>" -> TokenKind.FAT_ARROW;
      default -> TokenKind.OPERATOR;
    };
  }
}
