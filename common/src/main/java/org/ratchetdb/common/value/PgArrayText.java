package org.ratchetdb.common.value;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * One-dimensional arrays as PostgreSQL text, {@code {a,"b c",NULL}}. Knows elements as text only.
 */
public final class PgArrayText {
  private PgArrayText() {}

  /** Appends one element with the quotes and backslashes it needs; null is NULL. */
  public static void appendElement(StringBuilder out, @Nullable String element) {
    if (element == null) {
      out.append("NULL");
      return;
    }
    if (!needsQuotes(element)) {
      out.append(element);
      return;
    }
    out.append('"');
    for (int i = 0; i < element.length(); i++) {
      char c = element.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\');
      }
      out.append(c);
    }
    out.append('"');
  }

  public static String format(List<@Nullable String> elements) {
    StringBuilder out = new StringBuilder("{");
    for (int i = 0; i < elements.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      appendElement(out, elements.get(i));
    }
    return out.append('}').toString();
  }

  /** The elements as text, null for NULL. */
  public static List<@Nullable String> parse(String text) {
    return new Parser(text).parse();
  }

  private static boolean needsQuotes(String element) {
    if (element.isEmpty() || element.equalsIgnoreCase("NULL")) {
      return true;
    }
    for (int i = 0; i < element.length(); i++) {
      char c = element.charAt(i);
      if (c == '{' || c == '}' || c == ',' || c == '"' || c == '\\' || isSpace(c)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static final class Parser {
    final String text;
    int position;

    Parser(String text) {
      this.text = text;
    }

    List<@Nullable String> parse() {
      List<@Nullable String> elements = new ArrayList<>();
      skipSpaces();
      if (peek() == '[') {
        skipBounds();
      }
      if (peek() != '{') {
        throw malformed("Array value must start with \"{\" or dimension information.");
      }
      position++;
      skipSpaces();
      if (peek() == '}') {
        position++;
        return finish(elements);
      }
      while (true) {
        elements.add(element());
        char next = peek();
        position++;
        if (next == '}') {
          return finish(elements);
        }
        if (next != ',') {
          throw malformed("Unexpected end of input.");
        }
        skipSpaces();
      }
    }

    private List<@Nullable String> finish(List<@Nullable String> elements) {
      skipSpaces();
      if (position < text.length()) {
        throw malformed("Junk after closing right brace.");
      }
      return elements;
    }

    private @Nullable String element() {
      StringBuilder out = new StringBuilder();
      if (peek() == '"') {
        quoted(out);
        skipSpaces();
        return out.toString();
      }
      boolean escaped = false;
      int lengthWithoutTrailingSpace = 0;
      while (position < text.length()) {
        char c = text.charAt(position);
        if (c == ',' || c == '}') {
          break;
        }
        if (c == '{') {
          throw DbException.notSupported("A multi-dimensional array");
        }
        if (c == '"') {
          throw malformed("Incorrectly quoted array element.");
        }
        if (c == '\\') {
          escaped = true;
          c = escapedCharacter();
        }
        position++;
        out.append(c);
        if (escaped || !isSpace(c)) {
          lengthWithoutTrailingSpace = out.length();
        }
      }
      out.setLength(lengthWithoutTrailingSpace);
      if (out.length() == 0) {
        throw malformed("Unexpected \"" + peek() + "\" character.");
      }
      return !escaped && out.toString().equalsIgnoreCase("NULL") ? null : out.toString();
    }

    private void quoted(StringBuilder out) {
      position++;
      while (peek() != '"') {
        char c = text.charAt(position);
        if (c == '\\') {
          c = escapedCharacter();
        }
        out.append(c);
        position++;
      }
      position++;
    }

    private char escapedCharacter() {
      position++;
      return peek();
    }

    /** {@code [1:3]=}, whose numbers mean nothing here. */
    private void skipBounds() {
      int equals = text.indexOf('=', position);
      if (equals < 0) {
        throw malformed("Missing \"=\" after array dimensions.");
      }
      if (!text.substring(position, equals).strip().matches("\\[-?\\d+:-?\\d+\\]")) {
        throw DbException.notSupported("A multi-dimensional array");
      }
      position = equals + 1;
      skipSpaces();
    }

    private void skipSpaces() {
      while (position < text.length() && isSpace(text.charAt(position))) {
        position++;
      }
    }

    private char peek() {
      if (position >= text.length()) {
        throw malformed("Unexpected end of input.");
      }
      return text.charAt(position);
    }

    private DbException malformed(String detail) {
      return new DbException(
              ErrorCode.INVALID_TEXT_REPRESENTATION, "malformed array literal: \"" + text + "\"")
          .detail(detail);
    }
  }
}
