package org.ratchetdb.pgwire.session;

import java.util.Locale;

/** The little that the wire must know of a statement's text before the engine reads it. */
final class StatementText {
  private StatementText() {}

  /** The first word in upper case; empty when the text holds comments and semicolons only. */
  static String firstWord(String sql) {
    int start = skipBlanks(sql, 0);
    int end = start;
    while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
      end++;
    }
    if (end == start && start < sql.length()) {
      return sql.substring(start, start + 1);
    }
    return sql.substring(start, end).toUpperCase(Locale.ROOT);
  }

  private static int skipBlanks(String sql, int from) {
    int i = from;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      if (Character.isWhitespace(c) || c == ';') {
        i++;
      } else if (c == '#' || sql.startsWith("--", i)) {
        int newline = sql.indexOf('\n', i);
        i = newline < 0 ? sql.length() : newline + 1;
      } else if (sql.startsWith("/*", i)) {
        i = skipBlockComment(sql, i);
      } else {
        return i;
      }
    }
    return i;
  }

  /** Block comments nest in PostgreSQL. */
  private static int skipBlockComment(String sql, int from) {
    int depth = 0;
    int i = from;
    while (i < sql.length()) {
      if (sql.startsWith("/*", i)) {
        depth++;
        i += 2;
      } else if (sql.startsWith("*/", i)) {
        depth--;
        i += 2;
        if (depth == 0) {
          return i;
        }
      } else {
        i++;
      }
    }
    return i;
  }
}
