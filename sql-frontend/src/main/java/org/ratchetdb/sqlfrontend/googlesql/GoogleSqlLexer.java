package org.ratchetdb.sqlfrontend.googlesql;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.lexer.Lexer;
import org.ratchetdb.sqlfrontend.lexer.LiteralDecoder;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;

/** The tokens of GoogleSQL. */
public final class GoogleSqlLexer extends Lexer {
  public GoogleSqlLexer(String text) {
    super(text);
  }

  @Override
  protected LiteralDecoder decoder() {
    return GoogleSqlLiterals.INSTANCE;
  }

  @Override
  protected DbException error(String message, int offset) {
    return GoogleSqlErrors.syntax(text, message, offset);
  }

  @Override
  protected void skipBlanksAndComments() {
    while (at < length) {
      char c = text.charAt(at);
      if (isBlank(c)) {
        at++;
      } else if (c == '#' || (c == '-' && peek(1) == '-')) {
        skipLine();
      } else if (c == '/' && peek(1) == '*') {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
          throw error("Unclosed comment", at);
        }
        at = end + 2;
      } else {
        return;
      }
    }
  }

  private static boolean isBlank(char c) {
    return switch (c) {
      case ' ', '\t', '\n', '\r', '\f', '\u000B', '\b' -> true;
      case '\u00A0', '\u202F', '\u205F', '\u3000' -> true;
      default -> c >= '\u2000' && c <= '\u200A';
    };
  }

  @Override
  protected int scan(char first) {
    if (isLetter(first)) {
      int quote = quoteAfterPrefix();
      return quote > 0 ? scanString(at + quote) : scanWord();
    }
    if (isDigit(first)) {
      boolean pathPart = previousKind() == '.' && previousEnd() == at;
      return pathPart ? scanWord() : scanNumber();
    }
    return switch (first) {
      case '\'', '"' -> scanString(at);
      case '`' -> scanQuoted(TokenKind.QUOTED);
      case '.' -> scanDot();
      case '@' -> scanAt();
      case '$' -> scanDollar();
      default -> scanSymbol(first);
    };
  }

  /** The length of a prefix r, b, rb or br that a quote follows, else 0. */
  private int quoteAfterPrefix() {
    int lower = text.charAt(at) | 0x20;
    if (lower != 'r' && lower != 'b') {
      return 0;
    }
    char second = peek(1);
    if (second == '\'' || second == '"') {
      return 1;
    }
    int other = second | 0x20;
    boolean both = (other == 'r' || other == 'b') && other != lower;
    return both && (peek(2) == '\'' || peek(2) == '"') ? 2 : 0;
  }

  private int scanWord() {
    at++;
    while (at < length && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) {
      at++;
    }
    return TokenKind.WORD;
  }

  private int scanNumber() {
    int kind;
    if (text.charAt(at) == '0' && (peek(1) | 0x20) == 'x' && isHexDigit(peek(2))) {
      at += 2;
      while (at < length && isHexDigit(text.charAt(at))) {
        at++;
      }
      kind = TokenKind.INTEGER;
    } else {
      kind = scanDecimalNumber();
    }
    if (at < length && isLetter(text.charAt(at))) {
      throw error("Missing whitespace between literal and alias", at);
    }
    return kind;
  }

  private static boolean isHexDigit(char c) {
    int lower = c | 0x20;
    return isDigit(c) || (lower >= 'a' && lower <= 'f');
  }

  /** A point begins a number unless it continues a path, whose parts may begin with digits. */
  private int scanDot() {
    if (!isDigit(peek(1)) || continuesPath()) {
      at++;
      return '.';
    }
    return scanNumber();
  }

  private boolean continuesPath() {
    if (previousEnd() != at) {
      return false;
    }
    int previous = previousKind();
    return previous == TokenKind.QUOTED
        || previous == ']'
        || previous == ')'
        || (previous == TokenKind.WORD
            && !decoder().isReserved(text, previousBegin(), previousEnd()));
  }

  private int scanAt() {
    char next = peek(1);
    if (next == '{') {
      at += 2;
      return TokenKind.HINT_OPEN;
    }
    int kind = TokenKind.NAMED_PARAMETER;
    if (next == '@') {
      kind = TokenKind.SYSTEM_VARIABLE;
      at++;
      next = peek(1);
    }
    if (isLetter(next)) {
      at++;
      scanWord();
      return kind;
    }
    if (next == '`') {
      at++;
      return scanQuoted(kind);
    }
    if (kind == TokenKind.SYSTEM_VARIABLE) {
      throw error("Unexpected \"@@\"", at - 1);
    }
    at++;
    return '@';
  }

  private int scanDollar() {
    if (!isDigit(peek(1))) {
      throw error("Illegal input character \"$\"", at);
    }
    at++;
    while (isDigit(peek(0))) {
      at++;
    }
    return TokenKind.POSITIONAL_PARAMETER;
  }

  private int scanQuoted(int kind) {
    int begin = at++;
    while (at < length && text.charAt(at) != '`') {
      char c = text.charAt(at);
      if (c == '\n' || c == '\r') {
        break;
      }
      at += c == '\\' ? 2 : 1;
    }
    if (at >= length || text.charAt(at) != '`') {
      throw error("Unclosed identifier literal", begin);
    }
    at++;
    if (at == begin + 2) {
      throw error("Invalid empty identifier", begin);
    }
    return kind;
  }

  private int scanString(int quoteAt) {
    int begin = at;
    char quote = text.charAt(quoteAt);
    boolean bytes = false;
    boolean raw = false;
    for (int i = begin; i < quoteAt; i++) {
      bytes |= (text.charAt(i) | 0x20) == 'b';
      raw |= (text.charAt(i) | 0x20) == 'r';
    }
    at = quoteAt;
    boolean triple = peek(1) == quote && peek(2) == quote;
    at += triple ? 3 : 1;
    while (true) {
      if (at >= length || (!triple && isLineEnd(text.charAt(at)))) {
        throw error("Unclosed " + describe(triple, raw, bytes) + " literal", begin);
      }
      char c = text.charAt(at);
      if (c == '\\') {
        at += 2;
      } else if (c != quote) {
        at++;
      } else if (!triple) {
        at++;
        break;
      } else if (peek(1) == quote && peek(2) == quote) {
        at += 3;
        break;
      } else {
        at++;
      }
    }
    return bytes ? TokenKind.BYTES : TokenKind.STRING;
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }

  private static String describe(boolean triple, boolean raw, boolean bytes) {
    return (triple ? "triple-quoted " : "") + (raw ? "raw " : "") + (bytes ? "bytes" : "string");
  }

  private int scanSymbol(char first) {
    char second = peek(1);
    int pair =
        switch (first) {
          case '<' ->
              switch (second) {
                case '>' -> TokenKind.NOT_EQUAL;
                case '=' -> TokenKind.LESS_EQUAL;
                case '<' -> TokenKind.SHIFT_LEFT;
                default -> 0;
              };
          case '>' -> second == '=' ? TokenKind.GREATER_EQUAL : 0;
          case '!' -> second == '=' ? TokenKind.NOT_EQUAL : 0;
          case '|' ->
              switch (second) {
                case '|' -> TokenKind.CONCAT;
                case '>' -> TokenKind.PIPE;
                default -> 0;
              };
          case '=' -> second == '>' ? TokenKind.FAT_ARROW : 0;
          case '-' -> second == '>' ? TokenKind.ARROW : 0;
          default -> 0;
        };
    if (pair != 0) {
      at += 2;
      return pair;
    }
    if ("+-*/<>=~&|^()[]{},;:?!%".indexOf(first) < 0) {
      int c = text.codePointAt(at);
      throw error("Illegal input character \"" + Character.toString(c) + "\"", at);
    }
    at++;
    return first;
  }
}
