package org.ratchetdb.jdbc.text;

import java.sql.SQLException;
import java.util.Locale;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.jdbc.backend.SqlErrors;

/**
 * JDBC's escapes in braces: {@code {d '2024-01-31'}}, {@code {ts '…'}}, {@code {fn upper(x)}},
 * {@code {oj a LEFT JOIN b ON …}}, {@code {escape '!'}} and {@code {limit 5}}. Braces after
 * {@code @} are hints of the database and stay as they are.
 */
public final class JdbcEscapes {
  private final String sql;
  private final SqlScanner scanner;
  private final Dialect dialect;

  private JdbcEscapes(String sql, Dialect dialect) {
    this.sql = sql;
    this.scanner = new SqlScanner(sql, dialect);
    this.dialect = dialect;
  }

  /** The text as the database reads it; the same object when there is nothing to replace. */
  public static String replace(String sql, Dialect dialect) throws SQLException {
    if (sql.indexOf('{') < 0) {
      return sql;
    }
    return new JdbcEscapes(sql, dialect).replaceAll();
  }

  private String replaceAll() throws SQLException {
    StringBuilder out = new StringBuilder(sql.length() + 16);
    int i = 0;
    while (i < sql.length()) {
      int end = scanner.skip(i);
      if (end > i) {
        out.append(sql, i, end);
        i = end;
      } else if (sql.charAt(i) == '{' && (i == 0 || sql.charAt(i - 1) != '@')) {
        int close = closingBrace(i);
        out.append(replacement(sql.substring(i + 1, close).strip()));
        i = close + 1;
      } else if (sql.charAt(i) == '{') {
        int close = closingBrace(i) + 1;
        out.append(sql, i, close);
        i = close;
      } else {
        out.append(sql.charAt(i++));
      }
    }
    return out.toString();
  }

  private int closingBrace(int open) throws SQLException {
    int depth = 0;
    int i = open;
    while (i < sql.length()) {
      int end = scanner.skip(i);
      if (end > i) {
        i = end;
        continue;
      }
      char c = sql.charAt(i);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
      i++;
    }
    throw SqlErrors.of(ErrorCode.SYNTAX_ERROR, "Syntax error: Unclosed JDBC escape {");
  }

  private String replacement(String body) throws SQLException {
    int end = 0;
    while (end < body.length() && Character.isLetter(body.charAt(end))) {
      end++;
    }
    String word = body.substring(0, end).toLowerCase(Locale.ROOT);
    String rest = replace(body.substring(end).strip(), dialect);
    return switch (word) {
      case "d" -> "DATE " + rest;
      case "ts" -> (dialect == Dialect.POSTGRESQL ? "TIMESTAMPTZ " : "TIMESTAMP ") + rest;
      case "fn", "oj" -> rest;
      case "escape" -> "ESCAPE " + rest;
      case "limit" -> "LIMIT " + rest;
      default ->
          throw SqlErrors.notSupported(
              "The JDBC escape {" + (word.isEmpty() ? body : word) + " ...}");
    };
  }
}
