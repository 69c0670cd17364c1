package org.ratchetdb.jdbc.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.type.Dialect;

final class SqlTextTest {
  private static final Dialect GOOGLE = Dialect.GOOGLE_STANDARD_SQL;
  private static final Dialect POSTGRES = Dialect.POSTGRESQL;

  private static List<String> split(String sql, Dialect dialect) {
    return new SqlScanner(sql, dialect).split();
  }

  @Test
  void scriptsAreCutOutsideLiteralsAndComments() {
    assertThat(split("a; b ;; -- c;\n", GOOGLE)).containsExactly("a", "b");
    assertThat(split("SELECT ';', \"a;b\", `x;y` # no;\n; 2", GOOGLE))
        .containsExactly("SELECT ';', \"a;b\", `x;y` # no;", "2");
    assertThat(split("SELECT '''a';b''', r'\\';', 'it\\';s'; 2", GOOGLE)).hasSize(2);
    assertThat(split("SELECT 'a''b;', E'\\';', '\\'; 2", POSTGRES)).hasSize(2);
    assertThat(split("SELECT $$a;b$$, $t$;$$;$t$, $1; 2", POSTGRES)).hasSize(2);
    assertThat(split("/* a; /* b; */ c; */ 1; 2", POSTGRES)).hasSize(2);
    assertThat(split("/* a; /* b; */ 1; 2", GOOGLE)).hasSize(2);
    assertThat(split("SELECT 'open; ", GOOGLE)).hasSize(1);
    assertThat(split(" ; -- nothing", GOOGLE)).isEmpty();
  }

  @Test
  void aConsoleKnowsWhenAStatementIsOver() {
    assertThat(new SqlScanner("SELECT 1; -- x", GOOGLE).endsWithSemicolon()).isTrue();
    assertThat(new SqlScanner("SELECT ';'", GOOGLE).endsWithSemicolon()).isFalse();
    assertThat(new SqlScanner("SELECT 1; SELECT", GOOGLE).endsWithSemicolon()).isFalse();
    assertThat(new SqlScanner("", GOOGLE).endsWithSemicolon()).isFalse();
  }

  @Test
  void theFirstWordStandsBehindHintsCommentsAndParentheses() {
    assertThat(SqlText.firstWord("/* x */ @{a=b} ((select 1))", GOOGLE)).isEqualTo("SELECT");
    assertThat(SqlText.firstWord("-- only", GOOGLE)).isEmpty();
    assertThat(SqlText.mayWrite("insert INTO t", GOOGLE)).isTrue();
    assertThat(SqlText.mayWrite("SELECT 1", GOOGLE)).isFalse();
    assertThat(SqlText.mayWrite("EXPLAIN /* x */ analyze DELETE FROM t", GOOGLE)).isTrue();
    assertThat(SqlText.mayWrite("EXPLAIN (VERBOSE, ANALYZE) INSERT INTO t", POSTGRES)).isTrue();
    assertThat(SqlText.mayWrite("EXPLAIN ANALYZE VERBOSE UPDATE t", POSTGRES)).isTrue();
    assertThat(SqlText.mayWrite("EXPLAIN DELETE FROM t", POSTGRES)).isFalse();
    assertThat(SqlText.mayWrite("EXPLAIN ANALYZE SELECT 1", POSTGRES)).isFalse();
    assertThat(SqlText.mayWrite("EXPLAIN (ANALYZE", POSTGRES)).isFalse();
    assertThat(SqlText.needsTransaction("CREATE TABLE t", GOOGLE)).isFalse();
    assertThat(SqlText.needsTransaction("WITH a AS (SELECT 1) SELECT * FROM a", GOOGLE)).isTrue();
  }

  @Test
  void aReturningClauseIsAddedOnce() {
    assertThat(SqlText.withReturning("INSERT INTO t VALUES (1); ", List.of(), GOOGLE))
        .isEqualTo("INSERT INTO t VALUES (1)\nTHEN RETURN *");
    assertThat(SqlText.withReturning("DELETE FROM t -- x", List.of("a", "b\"c"), POSTGRES))
        .isEqualTo("DELETE FROM t -- x\nRETURNING \"a\", \"b\"\"c\"");
    String has = "INSERT INTO t VALUES ('x') then return a";
    assertThat(SqlText.withReturning(has, List.of(), GOOGLE)).isEqualTo(has);
    assertThat(SqlText.withReturning("INSERT INTO t VALUES ('RETURN')", List.of(), GOOGLE))
        .endsWith("THEN RETURN *");
    assertThat(SqlText.withReturning("SELECT 1", List.of(), GOOGLE)).isEqualTo("SELECT 1");
  }

  @Test
  void escapesAreReplaced() throws SQLException {
    assertThat(JdbcEscapes.replace("SELECT {d '2024-01-01'}, {fn upper({fn lower(x)})}", GOOGLE))
        .isEqualTo("SELECT DATE '2024-01-01', upper(lower(x))");
    assertThat(JdbcEscapes.replace("{ts '2024-01-01 00:00:00'}", POSTGRES))
        .isEqualTo("TIMESTAMPTZ '2024-01-01 00:00:00'");
    assertThat(JdbcEscapes.replace("SELECT * FROM {oj a LEFT JOIN b ON a.x = b.x}", GOOGLE))
        .isEqualTo("SELECT * FROM a LEFT JOIN b ON a.x = b.x");
  }

  @Test
  void hintsAndLiteralsAreNoEscapes() throws SQLException {
    String hint = "SELECT * FROM t@{FORCE_INDEX=i} WHERE j = '{d x}' AND k = JSON '{\"a\": 1}'";
    assertThat(JdbcEscapes.replace(hint, GOOGLE)).isEqualTo(hint);
  }

  @Test
  void unknownAndOpenEscapesFail() {
    assertThatThrownBy(() -> JdbcEscapes.replace("{call p()}", GOOGLE))
        .hasMessageContaining("{call");
    assertThatThrownBy(() -> JdbcEscapes.replace("SELECT {fn f(", GOOGLE))
        .hasMessageContaining("Unclosed");
  }
}
