package org.ratchetdb.sqlfrontend.googlesql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.lexer.LiteralDecoder;
import org.ratchetdb.sqlfrontend.lexer.WordSet;

/** Quotes, escapes and reserved words of GoogleSQL. Stateless. */
final class GoogleSqlLiterals implements LiteralDecoder {
  static final GoogleSqlLiterals INSTANCE = new GoogleSqlLiterals();

  static final WordSet RESERVED =
      WordSet.of(
          """
          ALL AND ANY ARRAY AS ASC ASSERT_ROWS_MODIFIED AT BETWEEN BY CASE CAST COLLATE CONTAINS
          CREATE CROSS CUBE CURRENT DEFAULT DEFINE DESC DISTINCT ELSE END ENUM ESCAPE EXCEPT EXCLUDE
          EXISTS EXTRACT FALSE FETCH FOLLOWING FOR FROM FULL GRAPH_TABLE GROUP GROUPING GROUPS HASH
          HAVING IF IGNORE IN INNER INTERSECT INTERVAL INTO IS JOIN LATERAL LEFT LIKE LIMIT LOOKUP
          MERGE NATURAL NEW NO NOT NULL NULLS OF ON OR ORDER OUTER OVER PARTITION PRECEDING PROTO
          RANGE RECURSIVE RESPECT RIGHT ROLLUP ROWS SELECT SET SOME STRUCT TABLESAMPLE THEN TO TREAT
          TRUE UNBOUNDED UNION UNNEST USING WHEN WHERE WINDOW WITH WITHIN
          """);

  private GoogleSqlLiterals() {}

  @Override
  public boolean isReserved(String text, int begin, int end) {
    return RESERVED.contains(text, begin, end);
  }

  @Override
  public String word(String text, int begin, int end) {
    return text.substring(begin, end);
  }

  @Override
  public String quoted(String text, int begin, int end) {
    int open = text.indexOf('`', begin);
    return unescape(text, open + 1, end - 1, false);
  }

  @Override
  public String string(String text, int begin, int end) {
    Shape shape = Shape.of(text, begin);
    int from = shape.contentBegin();
    int to = end - shape.quoteLength();
    if (shape.raw()) {
      return normalizeLineEnds(text.substring(from, to));
    }
    return unescape(text, from, to, false);
  }

  @Override
  public Value.Bytes bytes(String text, int begin, int end) {
    Shape shape = Shape.of(text, begin);
    int from = shape.contentBegin();
    int to = end - shape.quoteLength();
    if (shape.raw()) {
      String content = normalizeLineEnds(text.substring(from, to));
      return new Value.Bytes(content.getBytes(StandardCharsets.UTF_8));
    }
    return new Value.Bytes(unescapeBytes(text, from, to));
  }

  /** The prefix and the quotes of a literal. */
  private record Shape(boolean raw, int contentBegin, int quoteLength) {
    static Shape of(String text, int begin) {
      boolean raw = false;
      int i = begin;
      while (text.charAt(i) != '\'' && text.charAt(i) != '"') {
        raw |= (text.charAt(i) | 0x20) == 'r';
        i++;
      }
      char quote = text.charAt(i);
      boolean triple =
          i + 2 < text.length() && text.charAt(i + 1) == quote && text.charAt(i + 2) == quote;
      int quoteLength = triple ? 3 : 1;
      return new Shape(raw, i + quoteLength, quoteLength);
    }
  }

  private static String normalizeLineEnds(String content) {
    return content.indexOf('\r') < 0 ? content : content.replace("\r\n", "\n").replace('\r', '\n');
  }

  private static String unescape(String text, int from, int to, boolean bytes) {
    int first = indexOfSpecial(text, from, to);
    if (first < 0) {
      return text.substring(from, to);
    }
    StringBuilder out = new StringBuilder(to - from);
    out.append(text, from, first);
    int i = first;
    while (i < to) {
      char c = text.charAt(i);
      if (c == '\r') {
        out.append('\n');
        i += i + 1 < to && text.charAt(i + 1) == '\n' ? 2 : 1;
      } else if (c == '\\') {
        Escape escape = Escape.read(text, i, to, bytes);
        out.appendCodePoint(escape.value());
        i = escape.end();
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }

  private static int indexOfSpecial(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == '\\' || c == '\r') {
        return i;
      }
    }
    return -1;
  }

  private static byte[] unescapeBytes(String text, int from, int to) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(to - from);
    int i = from;
    while (i < to) {
      char c = text.charAt(i);
      if (c == '\\') {
        Escape escape = Escape.read(text, i, to, true);
        out.write(escape.value());
        i = escape.end();
      } else if (c == '\r') {
        out.write('\n');
        i += i + 1 < to && text.charAt(i + 1) == '\n' ? 2 : 1;
      } else {
        int codePoint = text.codePointAt(i);
        out.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(codePoint);
      }
    }
    return out.toByteArray();
  }

  /**
   * One escape sequence.
   *
   * @param value the code point, or the byte
   * @param end offset after it
   */
  private record Escape(int value, int end) {
    static Escape read(String text, int at, int to, boolean bytes) {
      if (at + 1 >= to) {
        throw GoogleSqlErrors.syntax(text, "Illegal escape sequence: \\", at);
      }
      char c = text.charAt(at + 1);
      return switch (c) {
        case 'a' -> new Escape(7, at + 2);
        case 'b' -> new Escape('\b', at + 2);
        case 'f' -> new Escape('\f', at + 2);
        case 'n' -> new Escape('\n', at + 2);
        case 'r' -> new Escape('\r', at + 2);
        case 't' -> new Escape('\t', at + 2);
        case 'v' -> new Escape(11, at + 2);
        case '\\', '?', '"', '\'', '`' -> new Escape(c, at + 2);
        case 'x', 'X' -> digits(text, at, 2, 2, to, 16);
        case 'u' -> unicode(text, at, 4, to, bytes);
        case 'U' -> unicode(text, at, 8, to, bytes);
        case '0', '1', '2', '3' -> digits(text, at, 1, 3, to, 8);
        default ->
            throw GoogleSqlErrors.syntax(
                text,
                "Illegal escape sequence: \\" + Character.toString(text.codePointAt(at + 1)),
                at);
      };
    }

    private static Escape unicode(String text, int at, int count, int to, boolean bytes) {
      if (bytes) {
        String message =
            "Illegal escape sequence: Unicode escape sequence \\"
                + text.charAt(at + 1)
                + " cannot be used in bytes literals";
        throw GoogleSqlErrors.syntax(text, message, at);
      }
      Escape escape = digits(text, at, 2, count, to, 16);
      int value = escape.value();
      if (value < 0 || value > Character.MAX_CODE_POINT || (value >= 0xD800 && value <= 0xDFFF)) {
        String message =
            "Illegal escape sequence: Unicode value "
                + text.substring(at, escape.end())
                + " is invalid";
        throw GoogleSqlErrors.syntax(text, message, at);
      }
      return escape;
    }

    private static Escape digits(String text, int at, int skip, int count, int to, int radix) {
      int begin = at + skip;
      int end = begin + count;
      int value = 0;
      for (int i = begin; i < end; i++) {
        int digit = i < to ? Character.digit(text.charAt(i), radix) : -1;
        if (digit < 0 || text.charAt(i) > 127) {
          String message =
              "Illegal escape sequence: "
                  + text.substring(at, Math.min(end, to))
                  + (radix == 8
                      ? ". Octal escape must be followed by 3 octal digits"
                      : ". Escape must be followed by " + count + " hex digits");
          throw GoogleSqlErrors.syntax(text, message, at);
        }
        value = value * radix + digit;
      }
      return new Escape(value, end);
    }
  }
}
