package org.ratchetdb.sqlfrontend.postgres;

import java.util.Locale;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.lexer.LiteralDecoder;
import org.ratchetdb.sqlfrontend.lexer.WordSet;

/** Quotes, escapes and keyword categories of PostgreSQL 15. Stateless. */
final class PostgresLiterals implements LiteralDecoder {
  static final PostgresLiterals INSTANCE = new PostgresLiterals();

  /** Words that are never a name. */
  static final WordSet RESERVED =
      WordSet.of(
          """
          ALL ANALYSE ANALYZE AND ANY ARRAY AS ASC ASYMMETRIC BOTH CASE CAST CHECK COLLATE COLUMN
          CONSTRAINT CREATE CURRENT_CATALOG CURRENT_DATE CURRENT_ROLE CURRENT_TIME CURRENT_TIMESTAMP
          CURRENT_USER DEFAULT DEFERRABLE DESC DISTINCT DO ELSE END EXCEPT FALSE FETCH FOR FOREIGN
          FROM GRANT GROUP HAVING IN INITIALLY INTERSECT INTO LATERAL LEADING LIMIT LOCALTIME
          LOCALTIMESTAMP NOT NULL OFFSET ON ONLY OR ORDER PLACING PRIMARY REFERENCES RETURNING SELECT
          SESSION_USER SOME SYMMETRIC TABLE THEN TO TRAILING TRUE UNION UNIQUE USER USING VARIADIC
          WHEN WHERE WINDOW WITH
          """);

  /** Words that may name a function or a type, and nothing else. */
  static final WordSet TYPE_OR_FUNCTION =
      WordSet.of(
          """
          AUTHORIZATION BINARY COLLATION CONCURRENTLY CROSS CURRENT_SCHEMA FREEZE FULL ILIKE INNER IS
          ISNULL JOIN LEFT LIKE NATURAL NOTNULL OUTER OVERLAPS RIGHT SIMILAR TABLESAMPLE VERBOSE
          """);

  /** Words that cannot be a column's label unless AS stands before them. */
  static final WordSet NOT_BARE_LABEL =
      WordSet.of(
          """
          ARRAY AS CHAR CHARACTER CREATE DAY EXCEPT FETCH FILTER FOR FROM GRANT GROUP HAVING HOUR
          INTERSECT INTO ISNULL LIMIT MINUTE MONTH NOTNULL OFFSET ON ORDER OVER OVERLAPS PRECISION
          RETURNING SECOND TO UNION VARYING WHERE WINDOW WITH WITHIN WITHOUT YEAR
          """);

  private PostgresLiterals() {}

  @Override
  public boolean isReserved(String text, int begin, int end) {
    return RESERVED.contains(text, begin, end) || TYPE_OR_FUNCTION.contains(text, begin, end);
  }

  /** Whether the word cannot even name a function. */
  static boolean isFullyReserved(String word) {
    return RESERVED.contains(word, 0, word.length());
  }

  @Override
  public String word(String text, int begin, int end) {
    return text.substring(begin, end).toLowerCase(Locale.ROOT);
  }

  @Override
  public String quoted(String text, int begin, int end) {
    if (text.charAt(begin) == '"') {
      return text.substring(begin + 1, end - 1).replace("\"\"", "\"");
    }
    int close = closingQuote(text, begin + 3, '"');
    String content = text.substring(begin + 3, close).replace("\"\"", "\"");
    return unescapeUnicode(content, escapeCharacter(text, close, end), begin);
  }

  @Override
  public String string(String text, int begin, int end) {
    char first = text.charAt(begin);
    if (first == '$') {
      int tagLength = text.indexOf('$', begin + 1) + 1 - begin;
      return text.substring(begin + tagLength, end - tagLength);
    }
    if (first == 'U' || first == 'u') {
      int close = closingQuote(text, begin + 3, '\'');
      String content = text.substring(begin + 3, close).replace("''", "'");
      return unescapeUnicode(content, escapeCharacter(text, close, end), begin);
    }
    boolean escapes = first == 'E' || first == 'e';
    int quote = first == '\'' ? begin : begin + 1;
    StringBuilder out = new StringBuilder(end - begin);
    while (quote >= 0) {
      int close =
          escapes ? closingAfterEscapes(text, quote + 1) : closingQuote(text, quote + 1, '\'');
      if (escapes) {
        appendUnescaped(text, quote + 1, close, out);
      } else {
        out.append(text.substring(quote + 1, close).replace("''", "'"));
      }
      quote = continuation(text, close + 1);
    }
    return complete(out, begin);
  }

  /** PostgreSQL has no bytes literal; its lexer makes no such token. */
  @Override
  public Value.Bytes bytes(String text, int begin, int end) {
    throw DbException.notSupported("bytes literal").at(begin);
  }

  /**
   * The quote of a string that continues the one ending before {@code from}: behind blanks (and
   * line comments) with at least one line end; -1 if there is none.
   */
  static int continuation(String text, int from) {
    boolean lineEnd = false;
    int i = from;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (PostgresLexer.isBlank(c)) {
        lineEnd |= c == '\n' || c == '\r';
        i++;
      } else if (c == '-' && text.startsWith("--", i)) {
        while (i < text.length() && text.charAt(i) != '\n' && text.charAt(i) != '\r') {
          i++;
        }
      } else {
        return lineEnd && c == '\'' ? i : -1;
      }
    }
    return -1;
  }

  private static int closingQuote(String text, int from, char quote) {
    int i = from;
    while (text.charAt(i) != quote || (i + 1 < text.length() && text.charAt(i + 1) == quote)) {
      i += text.charAt(i) == quote ? 2 : 1;
    }
    return i;
  }

  private static int closingAfterEscapes(String text, int from) {
    int i = from;
    while (text.charAt(i) != '\'' || (i + 1 < text.length() && text.charAt(i + 1) == '\'')) {
      char c = text.charAt(i);
      i += c == '\'' || c == '\\' ? 2 : 1;
    }
    return i;
  }

  private static char escapeCharacter(String text, int close, int end) {
    return end - close > 1 ? text.charAt(end - 2) : '\\';
  }

  private static String unescapeUnicode(String content, char escape, int offset) {
    if (content.indexOf(escape) < 0) {
      return content;
    }
    StringBuilder out = new StringBuilder(content.length());
    int i = 0;
    while (i < content.length()) {
      char c = content.charAt(i);
      if (c != escape) {
        out.append(c);
        i++;
      } else if (i + 1 < content.length() && content.charAt(i + 1) == escape) {
        out.append(escape);
        i += 2;
      } else {
        boolean longForm = i + 1 < content.length() && content.charAt(i + 1) == '+';
        int begin = longForm ? i + 2 : i + 1;
        int end = begin + (longForm ? 6 : 4);
        appendCodePoint(hex(content, begin, end, content.length(), offset), out, offset);
        i = end;
      }
    }
    return complete(out, offset);
  }

  private static void appendUnescaped(String text, int from, int to, StringBuilder out) {
    int i = from;
    while (i < to) {
      char c = text.charAt(i);
      if (c == '\'') {
        out.append('\'');
        i += 2;
      } else if (c == '\\') {
        i = appendEscape(text, i, to, out);
      } else {
        out.append(c);
        i++;
      }
    }
  }

  private static int appendEscape(String text, int at, int to, StringBuilder out) {
    char c = text.charAt(at + 1);
    switch (c) {
      case 'b' -> out.append('\b');
      case 'f' -> out.append('\f');
      case 'n' -> out.append('\n');
      case 'r' -> out.append('\r');
      case 't' -> out.append('\t');
      case 'u' -> {
        appendCodePoint(hex(text, at + 2, at + 6, to, at), out, at);
        return at + 6;
      }
      case 'U' -> {
        appendCodePoint(hex(text, at + 2, at + 10, to, at), out, at);
        return at + 10;
      }
      case 'x' -> {
        return appendCode(text, at, at + 2, 2, 16, to, out);
      }
      case '0', '1', '2', '3', '4', '5', '6', '7' -> {
        return appendCode(text, at, at + 1, 3, 8, to, out);
      }
      default -> out.append(c);
    }
    return at + 2;
  }

  /**
   * Up to {@code countMax} digits; {@code \x} without a digit is an x. Bytes above 127 are refused.
   */
  private static int appendCode(
      String text, int at, int begin, int countMax, int radix, int to, StringBuilder out) {
    int value = 0;
    int i = begin;
    while (i < to && i < begin + countMax && Character.digit(text.charAt(i), radix) >= 0) {
      value = value * radix + Character.digit(text.charAt(i), radix);
      i++;
    }
    if (i == begin) {
      out.append('x');
      return i;
    }
    if (value == 0 || value > 127) {
      throw new DbException(ErrorCode.INVALID_UTF8, "invalid byte sequence for encoding \"UTF8\"")
          .at(at);
    }
    out.append((char) value);
    return i;
  }

  private static int hex(String text, int begin, int end, int to, int offset) {
    int value = 0;
    for (int i = begin; i < end; i++) {
      int digit = i < to ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0) {
        throw PostgresErrors.plain("invalid Unicode escape", offset);
      }
      value = value * 16 + digit;
    }
    return value;
  }

  /** Surrogates may come as two escapes; a low one must follow a high one and the reverse. */
  private static void appendCodePoint(int value, StringBuilder out, int offset) {
    if (value <= 0 || value > Character.MAX_CODE_POINT) {
      throw PostgresErrors.plain("invalid Unicode escape value", offset);
    }
    boolean low = value >= 0xDC00 && value <= 0xDFFF;
    boolean high = value >= 0xD800 && value <= 0xDBFF;
    if (low != endsInHighSurrogate(out)) {
      throw PostgresErrors.plain("invalid Unicode surrogate pair", offset);
    }
    if (high || low) {
      out.append((char) value);
    } else {
      out.appendCodePoint(value);
    }
  }

  private static boolean endsInHighSurrogate(StringBuilder out) {
    return !out.isEmpty() && Character.isHighSurrogate(out.charAt(out.length() - 1));
  }

  private static String complete(StringBuilder out, int offset) {
    if (endsInHighSurrogate(out)) {
      throw PostgresErrors.plain("invalid Unicode surrogate pair", offset);
    }
    return out.toString();
  }
}
