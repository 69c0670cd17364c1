package org.ratchetdb.jdbc.text;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.ratchetdb.common.type.Dialect;

/** Questions about a statement's text that must be answered before the database sees it. */
public final class SqlText {
  private static final Set<String> CHANGES_ROWS = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");
  private static final Set<String> CHANGES_SCHEMA =
      Set.of("CREATE", "ALTER", "DROP", "RENAME", "GRANT", "REVOKE", "TRUNCATE", "ANALYZE");
  private static final Set<String> NEEDS_NO_TRANSACTION =
      Set.of(
          "CREATE",
          "ALTER",
          "DROP",
          "RENAME",
          "GRANT",
          "REVOKE",
          "ANALYZE",
          "VACUUM",
          "BEGIN",
          "START",
          "COMMIT",
          "ROLLBACK",
          "ABORT",
          "END",
          "SET",
          "RESET",
          "SHOW",
          "DISCARD",
          "DEALLOCATE",
          "COMMENT");

  private SqlText() {}

  /**
   * The first word in upper case, behind comments, hints and parentheses; empty when there is none.
   */
  public static String firstWord(String sql, Dialect dialect) {
    int start = firstWordStart(sql, dialect);
    return sql.substring(start, wordEnd(sql, start)).toUpperCase(Locale.ROOT);
  }

  private static int firstWordStart(String sql, Dialect dialect) {
    SqlScanner scanner = new SqlScanner(sql, dialect);
    int i = scanner.skipBlank(0);
    while (i < sql.length() && (sql.charAt(i) == '(' || sql.startsWith("@{", i))) {
      int next = sql.charAt(i) == '(' ? i : sql.indexOf('}', i);
      i = scanner.skipBlank(next < 0 ? sql.length() : next + 1);
    }
    return i;
  }

  private static int wordEnd(String sql, int start) {
    int end = start;
    while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Whether the statement inserts, updates or deletes, as far as its first word tells. */
  public static boolean changesRows(String sql, Dialect dialect) {
    return CHANGES_ROWS.contains(firstWord(sql, dialect));
  }

  /** Whether the statement may change rows or schema, as far as its first word tells. */
  public static boolean mayWrite(String sql, Dialect dialect) {
    String word = firstWord(sql, dialect);
    return CHANGES_ROWS.contains(word)
        || CHANGES_SCHEMA.contains(word)
        || (word.equals("EXPLAIN") && analyzesWrite(sql, dialect));
  }

  /** Whether an EXPLAIN may run the statement that it explains, and that changes rows. */
  private static boolean analyzesWrite(String sql, Dialect dialect) {
    SqlScanner scanner = new SqlScanner(sql, dialect);
    int start = scanner.skipBlank(wordEnd(sql, firstWordStart(sql, dialect)));
    int end = start;
    if (sql.startsWith("(", start)) {
      end = sql.indexOf(')', start) + 1;
    } else {
      for (String option : List.of("ANALYZE", "VERBOSE")) {
        int at = scanner.skipBlank(end);
        if (sql.regionMatches(true, at, option, 0, option.length())) {
          end = at + option.length();
        }
      }
    }
    String options = sql.substring(start, Math.max(start, end)).toUpperCase(Locale.ROOT);
    return options.contains("ANALY") && changesRows(sql.substring(end), dialect);
  }

  /**
   * Whether a connection without autocommit begins a transaction for it. Schema changes run by
   * themselves; statements about transactions and the session concern none.
   */
  public static boolean needsTransaction(String sql, Dialect dialect) {
    return !NEEDS_NO_TRANSACTION.contains(firstWord(sql, dialect));
  }

  /**
   * The statement with a clause that returns what it wrote, unless it changes no rows or has such a
   * clause already.
   *
   * @param columns columns to return; empty for all
   */
  public static String withReturning(String sql, List<String> columns, Dialect dialect) {
    if (!CHANGES_ROWS.contains(firstWord(sql, dialect)) || hasReturning(sql, dialect)) {
      return sql;
    }
    String list =
        columns.isEmpty()
            ? "*"
            : columns.stream().map(c -> quoted(c, dialect)).collect(Collectors.joining(", "));
    String clause = dialect == Dialect.POSTGRESQL ? "RETURNING " : "THEN RETURN ";
    String statement = sql.stripTrailing();
    if (statement.endsWith(";")) {
      statement = statement.substring(0, statement.length() - 1);
    }
    // On a line of its own: the statement may end in a comment.
    return statement + "\n" + clause + list;
  }

  private static boolean hasReturning(String sql, Dialect dialect) {
    String wanted = dialect == Dialect.POSTGRESQL ? "RETURNING" : "RETURN";
    SqlScanner scanner = new SqlScanner(sql, dialect);
    int i = 0;
    while (i < sql.length()) {
      int end = scanner.skip(i);
      if (end != i) {
        i = end;
      } else if (Character.isJavaIdentifierStart(sql.charAt(i))) {
        int begin = i;
        while (i < sql.length() && Character.isJavaIdentifierPart(sql.charAt(i))) {
          i++;
        }
        if (sql.substring(begin, i).equalsIgnoreCase(wanted)) {
          return true;
        }
      } else {
        i++;
      }
    }
    return false;
  }

  /** A name as the dialect quotes it. */
  public static String quoted(String name, Dialect dialect) {
    return dialect == Dialect.POSTGRESQL
        ? '"' + name.replace("\"", "\"\"") + '"'
        : '`' + name.replace("\\", "\\\\").replace("`", "\\`") + '`';
  }
}
