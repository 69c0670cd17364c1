package org.ratchetdb.sqlfrontend;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.lexer.TokenStream;

/** Texts of several statements. */
public final class SqlScript {
  private SqlScript() {}

  /**
   * One statement of a script.
   *
   * @param sql from its first to its last token, without the semicolon
   * @param offset where it begins in the script, in UTF-16 units
   */
  public record Part(String sql, int offset) {}

  /**
   * Cuts a script at its semicolons; those in quotes and comments do not count. Empty statements
   * are dropped, and so is a text of nothing but comments.
   *
   * @throws org.ratchetdb.common.error.DbException SYNTAX_ERROR if a quote or comment is not closed
   */
  public static List<Part> split(Dialect dialect, String script) {
    TokenStream tokens = SqlParser.forDialect(dialect).tokenize(script);
    List<Part> parts = new ArrayList<>();
    int first = 0;
    for (int i = 0; i <= tokens.size(); i++) {
      if (i < tokens.size() && tokens.kind(i) != ';') {
        continue;
      }
      if (i > first) {
        int begin = tokens.begin(first);
        parts.add(new Part(script.substring(begin, tokens.end(i - 1)), begin));
      }
      first = i + 1;
    }
    return List.copyOf(parts);
  }
}
