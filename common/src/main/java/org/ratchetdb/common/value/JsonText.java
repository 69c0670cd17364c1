package org.ratchetdb.common.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Canonical text of JSON values, which is how columns hold them.
 *
 * <ul>
 *   <li>GoogleSQL JSON: no white space, members sorted by name, the first of duplicates wins,
 *       integers of 64 bits exact, other numbers as FLOAT64 that must survive the round trip.
 *   <li>jsonb: one space after colons and commas, members sorted by the length of the name and then
 *       its bytes, the last of duplicates wins, numbers keep their scale.
 * </ul>
 */
public final class JsonText {
  /** How deep arrays and objects may nest. */
  public static final int DEPTH_MAX = 80;

  private static final BigInteger UINT64_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
  private static final BigInteger INT64_MIN = BigInteger.TWO.pow(63).negate();

  private static final Comparator<String> BY_BYTES = ValueComparator::compareUtf8;
  private static final Comparator<String> BY_LENGTH_THEN_BYTES =
      Comparator.<String>comparingInt(s -> BytesText.encodeUtf8(s).length).thenComparing(BY_BYTES);

  private final String text;
  private final boolean pg;
  private int position;

  private JsonText(String text, boolean pg) {
    this.text = text;
    this.pg = pg;
  }

  /** Canonical text of GoogleSQL JSON; syntax errors and inexact numbers are errors. */
  public static String canonicalGoogle(String text) {
    return new JsonText(text, false).canonical();
  }

  /** Canonical text of jsonb. */
  public static String canonicalPostgres(String text) {
    return new JsonText(text, true).canonical();
  }

  /** Appends a JSON string literal. */
  public static void appendQuoted(StringBuilder out, String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        default -> {
          if (c < 0x20) {
            out.append("\\u").append(HexFormat.of().toHexDigits(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private String canonical() {
    StringBuilder out = new StringBuilder(text.length());
    skipSpaces();
    value(out, 0);
    skipSpaces();
    if (position < text.length()) {
      throw invalid("unexpected character after the value");
    }
    return out.toString();
  }

  private void value(StringBuilder out, int depth) {
    char c = peek();
    switch (c) {
      case '{' -> object(out, nested(depth));
      case '[' -> array(out, nested(depth));
      case '"' -> appendQuoted(out, string());
      case 't' -> word(out, "true");
      case 'f' -> word(out, "false");
      case 'n' -> word(out, "null");
      default -> number(out);
    }
  }

  private int nested(int depth) {
    if (depth == DEPTH_MAX) {
      throw new DbException(
          ErrorCode.INVALID_TEXT_REPRESENTATION,
          "Max nesting of " + DEPTH_MAX + " has been exceeded while parsing JSON document");
    }
    return depth + 1;
  }

  private void object(StringBuilder out, int depth) {
    Map<String, String> members = new TreeMap<>(pg ? BY_LENGTH_THEN_BYTES : BY_BYTES);
    position++;
    skipSpaces();
    if (peek() == '}') {
      position++;
      out.append("{}");
      return;
    }
    while (true) {
      if (peek() != '"') {
        throw invalid("expected a member name");
      }
      String name = string();
      skipSpaces();
      expect(':');
      skipSpaces();
      StringBuilder member = new StringBuilder();
      value(member, depth);
      if (pg) {
        members.put(name, member.toString());
      } else {
        members.putIfAbsent(name, member.toString());
      }
      skipSpaces();
      if (peek() == '}') {
        position++;
        break;
      }
      expect(',');
      skipSpaces();
    }
    out.append('{');
    boolean first = true;
    for (Map.Entry<String, String> member : members.entrySet()) {
      if (!first) {
        out.append(pg ? ", " : ",");
      }
      first = false;
      appendQuoted(out, member.getKey());
      out.append(pg ? ": " : ":").append(member.getValue());
    }
    out.append('}');
  }

  private void array(StringBuilder out, int depth) {
    position++;
    skipSpaces();
    if (peek() == ']') {
      position++;
      out.append("[]");
      return;
    }
    out.append('[');
    while (true) {
      value(out, depth);
      skipSpaces();
      if (peek() == ']') {
        position++;
        out.append(']');
        return;
      }
      expect(',');
      skipSpaces();
      out.append(pg ? ", " : ",");
    }
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    position++;
    while (true) {
      char c = peek();
      position++;
      if (c == '"') {
        return out.toString();
      }
      if (c < 0x20) {
        throw invalid("control character in a string");
      }
      out.append(c == '\\' ? escape() : c);
    }
  }

  private char escape() {
    char c = peek();
    position++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicodeEscape();
      default -> throw invalid("invalid escape sequence");
    };
  }

  private char unicodeEscape() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0) {
        throw invalid("invalid escape sequence");
      }
      value = value * 16 + digit;
      position++;
    }
    if (pg && value == 0) {
      throw new DbException(
              ErrorCode.UNTRANSLATABLE_CHARACTER, "unsupported Unicode escape sequence")
          .detail("\\u0000 cannot be converted to text.");
    }
    return (char) value;
  }

  private void number(StringBuilder out) {
    int start = position;
    boolean integer = true;
    if (peek() == '-') {
      position++;
    }
    int digitsStart = position;
    skipDigits();
    boolean leadingZero = position - digitsStart > 1 && text.charAt(digitsStart) == '0';
    if (position == digitsStart || leadingZero) {
      throw invalid("unexpected character");
    }
    if (position < text.length() && text.charAt(position) == '.') {
      integer = false;
      position++;
      requireDigits();
    }
    if (position < text.length()
        && (text.charAt(position) == 'e' || text.charAt(position) == 'E')) {
      integer = false;
      position++;
      if (position < text.length()
          && (text.charAt(position) == '+' || text.charAt(position) == '-')) {
        position++;
      }
      requireDigits();
    }
    String spelled = text.substring(start, position);
    out.append(pg ? postgresNumber(spelled) : googleNumber(spelled, integer));
  }

  private static String postgresNumber(String spelled) {
    return NumericText.formatPostgres(NumericText.parsePostgres(spelled).value());
  }

  private static String googleNumber(String spelled, boolean integer) {
    if (integer) {
      if (spelled.length() < 19) {
        return spelled.equals("-0") ? "0" : spelled;
      }
      BigInteger value = new BigInteger(spelled);
      if (value.compareTo(INT64_MIN) >= 0 && value.compareTo(UINT64_MAX) <= 0) {
        return value.toString();
      }
    }
    double value = Double.parseDouble(spelled);
    boolean exact =
        !Double.isInfinite(value)
            && (spelled.length() <= 16
                || new BigDecimal(FloatText.formatGoogle(value)).compareTo(new BigDecimal(spelled))
                    == 0);
    if (!exact) {
      throw new DbException(
          ErrorCode.INVALID_TEXT_REPRESENTATION,
          "Input number: " + spelled + " cannot round-trip through string representation");
    }
    String shortest = FloatText.formatGoogle(value);
    boolean looksLikeInteger = shortest.indexOf('.') < 0 && shortest.indexOf('e') < 0;
    return looksLikeInteger ? shortest + ".0" : shortest;
  }

  private void word(StringBuilder out, String word) {
    if (!text.startsWith(word, position)) {
      throw invalid("unexpected character");
    }
    position += word.length();
    out.append(word);
  }

  private void requireDigits() {
    int start = position;
    skipDigits();
    if (position == start) {
      throw invalid("expected a digit");
    }
  }

  private void skipDigits() {
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      position++;
    }
  }

  private void expect(char c) {
    if (peek() != c) {
      throw invalid("expected '" + c + "'");
    }
    position++;
  }

  private char peek() {
    if (position >= text.length()) {
      throw invalid("unexpected end of input");
    }
    return text.charAt(position);
  }

  private void skipSpaces() {
    while (position < text.length() && " \n\r\t".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private DbException invalid(String what) {
    if (pg) {
      return new DbException(
              ErrorCode.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type json")
          .detail(what + " at character " + (position + 1));
    }
    return new DbException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "syntax error while parsing JSON: " + what + " at position " + (position + 1));
  }
}
