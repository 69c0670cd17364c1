package org.ratchetdb.jdbc.text;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.type.Dialect;

/** Finds the ends of literals, quoted names and comments. Immutable. */
public final class SqlScanner {
  private final String sql;
  private final boolean postgres;

  public SqlScanner(String sql, Dialect dialect) {
    this.sql = sql;
    this.postgres = dialect == Dialect.POSTGRESQL;
  }

  /**
   * The end of the literal, quoted name or comment that begins at {@code i}; {@code i} itself when
   * none begins there. One that never ends reaches to the end of the text.
   */
  public int skip(int i) {
    return switch (sql.charAt(i)) {
      case '\'' -> quoted(i, postgres && !hasEscapePrefix(i) ? '\0' : '\\');
      case '"' -> quoted(i, postgres ? '\0' : '\\');
      case '`' -> postgres ? i : quoted(i, '\\');
      case '#' -> postgres ? i : endOfLine(i);
      case '-' -> sql.startsWith("--", i) ? endOfLine(i) : i;
      case '/' -> sql.startsWith("/*", i) ? endOfComment(i) : i;
      case '$' -> postgres ? endOfDollarQuote(i) : i;
      default -> i;
    };
  }

  /** True where a comment begins. */
  public boolean isComment(int i) {
    char c = sql.charAt(i);
    return (c == '#' && !postgres) || sql.startsWith("--", i) || sql.startsWith("/*", i);
  }

  /** Whether E stands before the quote, and is no end of a longer word. */
  private boolean hasEscapePrefix(int i) {
    return i > 0
        && (sql.charAt(i - 1) | 0x20) == 'e'
        && (i == 1 || !Character.isJavaIdentifierPart(sql.charAt(i - 2)));
  }

  /** A doubled quote reads as two literals in a row, which comes to the same end. */
  private int quoted(int begin, char escape) {
    char quote = sql.charAt(begin);
    String triple = String.valueOf(quote).repeat(3);
    boolean isTriple = !postgres && quote != '`' && sql.startsWith(triple, begin);
    int i = begin + (isTriple ? 3 : 1);
    while (i < sql.length()) {
      char c = sql.charAt(i);
      if (c == escape && escape != '\0') {
        i += 2;
      } else if (isTriple && sql.startsWith(triple, i)) {
        return i + 3;
      } else if (!isTriple && c == quote) {
        return i + 1;
      } else {
        i++;
      }
    }
    return sql.length();
  }

  private int endOfLine(int begin) {
    int end = sql.indexOf('\n', begin);
    return end < 0 ? sql.length() : end + 1;
  }

  /** PostgreSQL's comments nest. */
  private int endOfComment(int begin) {
    int depth = 1;
    int i = begin + 2;
    while (i < sql.length() && depth > 0) {
      if (sql.startsWith("*/", i)) {
        depth--;
        i += 2;
      } else if (postgres && sql.startsWith("/*", i)) {
        depth++;
        i += 2;
      } else {
        i++;
      }
    }
    return i;
  }

  private int endOfDollarQuote(int begin) {
    if (begin > 0 && Character.isJavaIdentifierPart(sql.charAt(begin - 1))) {
      return begin;
    }
    int i = begin + 1;
    while (i < sql.length()
        && (Character.isLetter(sql.charAt(i))
            || sql.charAt(i) == '_'
            || (i > begin + 1 && Character.isDigit(sql.charAt(i))))) {
      i++;
    }
    if (i >= sql.length() || sql.charAt(i) != '$') {
      return begin;
    }
    String tag = sql.substring(begin, i + 1);
    int end = sql.indexOf(tag, i + 1);
    return end < 0 ? sql.length() : end + tag.length();
  }

  /** The first place from {@code i} on that is neither white space nor comment. */
  public int skipBlank(int i) {
    int at = i;
    while (at < sql.length()) {
      if (Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else if (isComment(at)) {
        at = skip(at);
      } else {
        break;
      }
    }
    return at;
  }

  /** Whether the last thing, comments aside, is a semicolon: a console need not read on. */
  public boolean endsWithSemicolon() {
    boolean ends = false;
    int i = skipBlank(0);
    while (i < sql.length()) {
      ends = sql.charAt(i) == ';';
      int end = skip(i);
      i = skipBlank(end == i ? i + 1 : end);
    }
    return ends;
  }

  /** Cuts a script at its semicolons; parts of nothing but comments are left out. */
  public List<String> split() {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    int i = 0;
    while (i < sql.length()) {
      if (sql.charAt(i) == ';') {
        addPart(parts, begin, i);
        begin = ++i;
      } else {
        int end = skip(i);
        i = end == i ? i + 1 : end;
      }
    }
    addPart(parts, begin, sql.length());
    return parts;
  }

  private void addPart(List<String> parts, int begin, int end) {
    if (skipBlank(begin) < end) {
      parts.add(sql.substring(begin, end).strip());
    }
  }
}
