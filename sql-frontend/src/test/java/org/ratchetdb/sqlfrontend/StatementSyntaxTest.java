package org.ratchetdb.sqlfrontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.sqlfrontend.ParserAssertions.GOOGLE;
import static org.ratchetdb.sqlfrontend.ParserAssertions.POSTGRES;
import static org.ratchetdb.sqlfrontend.ParserAssertions.assertNotSupported;
import static org.ratchetdb.sqlfrontend.ParserAssertions.assertParses;
import static org.ratchetdb.sqlfrontend.ParserAssertions.assertSyntaxError;
import static org.ratchetdb.sqlfrontend.ParserAssertions.error;
import static org.ratchetdb.sqlfrontend.ParserAssertions.parse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.ast.DmlStatement;
import org.ratchetdb.sqlfrontend.ast.FromItem;
import org.ratchetdb.sqlfrontend.ast.Query;
import org.ratchetdb.sqlfrontend.ast.Select;
import org.ratchetdb.sqlfrontend.ast.Span;
import org.ratchetdb.sqlfrontend.ast.Statement;

/** Queries and DML: what each dialect accepts, and how it refuses the rest. */
class StatementSyntaxTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1, 2,",
        "SELECT * EXCEPT (a) REPLACE (b + 1 AS b), t.* EXCEPT (c), f(x).* FROM t",
        "SELECT AS STRUCT 1 AS a, 2 AS b",
        "SELECT AS VALUE 1;",
        "SELECT DISTINCT a b, c AS `group` FROM s.t AS x",
        "@{OPTIMIZER_VERSION=8} SELECT a FROM t@{FORCE_INDEX=_BASE_TABLE} AS x WHERE a > 1",
        "SELECT 1 FROM a JOIN@{JOIN_METHOD=HASH_JOIN} b ON TRUE LEFT OUTER HASH JOIN c USING (x, y)",
        "SELECT 1 FROM a, @{FORCE_JOIN_ORDER=TRUE} b CROSS JOIN c",
        "SELECT 1 FROM (a JOIN b ON a.x = b.x) RIGHT JOIN c ON TRUE",
        "SELECT 1 FROM a JOIN b JOIN c ON x ON y",
        "SELECT 1 FROM t, t.arr AS e WITH OFFSET AS o, UNNEST(t.b) WITH OFFSET",
        "SELECT 1 FROM UNNEST([1, 2]) AS x @{JOIN_METHOD=APPLY_JOIN} WITH OFFSET pos",
        "SELECT 1 FROM READ_cs(start => NULL, stop => NULL)",
        "SELECT 1 FROM t TABLESAMPLE BERNOULLI (10 PERCENT)",
        "SELECT 1 FROM t TABLESAMPLE RESERVOIR (10 ROWS)",
        "SELECT a, COUNT(*) FROM t GROUP@{GROUP_METHOD=HASH_GROUP} BY 1, a + 1 HAVING COUNT(*) > 1",
        "SELECT 1 FROM t GROUP BY ROLLUP (a, b), CUBE (c), GROUPING SETS ((a, b), ()), ()",
        "SELECT a FROM t QUALIFY ROW_NUMBER() OVER w = 1 WINDOW w AS (PARTITION BY a), v AS w",
        "SELECT 1 UNION ALL SELECT 2 UNION ALL (SELECT 3) ORDER BY 1 LIMIT 1 OFFSET 2",
        "(SELECT 1 LIMIT 1) EXCEPT DISTINCT (SELECT 2)",
        "WITH a AS (SELECT 1), b AS (SELECT * FROM a) SELECT * FROM b",
        "SELECT a FROM t ORDER BY a COLLATE 'und:ci' DESC, b ASC LIMIT @p FOR UPDATE",
        "SELECT ARRAY(SELECT AS STRUCT a), EXISTS(SELECT 1), (SELECT 2)",
        "SELECT a FROM t WHERE STRUCT(a, b) = @p AND (a, b) IN UNNEST(@l)",
        "SELECT SUM(a) OVER (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) FROM t",
        "INSERT INTO t (a, b) VALUES (1, DEFAULT), (@p, NULL)",
        "INSERT OR UPDATE INTO t (a) VALUES (1) THEN RETURN WITH ACTION AS act *",
        "INSERT OR IGNORE t (a) SELECT 1",
        "INSERT UPDATE t (a) VALUES (1)",
        "INSERT INTO t AS x (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = EXCLUDED.b WHERE x.b > 1",
        "INSERT INTO t (a) (SELECT 1) ON CONFLICT DO NOTHING",
        "INSERT INTO t (a) VALUES (1) ON CONFLICT ON UNIQUE CONSTRAINT i DO NOTHING",
        "INSERT INTO t (a) VALUES (1) ASSERT_ROWS_MODIFIED 1",
        "@{LOCK_SCANNED_RANGES=exclusive} UPDATE t@{FORCE_INDEX=i} AS x SET a = 1, x.b = DEFAULT"
            + " WHERE TRUE THEN RETURN x.a AS y, b + 1",
        "DELETE FROM t WHERE a IN (SELECT 1) THEN RETURN *",
        "DELETE t x WHERE x.a = 1",
        "EXPLAIN ANALYZE SELECT 1",
        "EXPLAIN DELETE FROM t WHERE TRUE",
      })
  void googleSqlAccepts(String sql) {
    assertParses(GOOGLE, sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT",
        "SELECT FROM t",
        "SELECT a \"B\", c AS select, d all FROM ONLY t x (p, q)",
        "SELECT DISTINCT ON (a, b) c FROM t",
        "SELECT year FROM t",
        "SELECT 1 year_1, interval, value FROM t AS date",
        "/*@ optimizer_version = 1 */ SELECT 1 FROM t /*@ force_index = i */ AS a",
        "SELECT 1 FROM a JOIN /*@ join_method=hash_join */ b USING (x)",
        "SELECT 1 FROM a NATURAL JOIN b",
        "SELECT 1 FROM (a JOIN b ON TRUE) AS j",
        "SELECT 1 FROM a, LATERAL (SELECT a.x) AS l, LATERAL f(a.y) g",
        "SELECT * FROM generate_series(1, 32) pos(n), unnest(a, b) WITH ORDINALITY AS u(x, y, o)",
        "SELECT 1 UNION SELECT 2 INTERSECT SELECT 3 EXCEPT ALL SELECT 4 ORDER BY 1 NULLS FIRST",
        "SELECT 1 UNION ALL VALUES (1), (2)",
        "VALUES (1, 'a'), (2, 'b') ORDER BY 1 LIMIT ALL",
        "TABLE s.t",
        "WITH RECURSIVE r (n) AS MATERIALIZED (SELECT 1) SELECT * FROM r",
        "SELECT 1 LIMIT 2 OFFSET 3 ROWS",
        "SELECT 1 OFFSET 3 ROWS FETCH FIRST 2 ROWS WITH TIES",
        "SELECT 1 FETCH NEXT ROW ONLY",
        "SELECT 1 FROM t FOR UPDATE OF t NOWAIT FOR KEY SHARE SKIP LOCKED",
        "SELECT 1 FROM t GROUP BY DISTINCT a, b",
        "SELECT row_number() OVER (PARTITION BY a ORDER BY b GROUPS 1 PRECEDING EXCLUDE TIES) FROM t",
        "SELECT sum(x) FILTER (WHERE y), rank() OVER w FROM t WINDOW w AS (ORDER BY a)",
        "SELECT pg_catalog.pg_class.relname FROM pg_catalog.pg_class LIMIT 1000",
        "SELECT (information_schema._pg_expandarray(c.conkey)).n FROM pg_constraint c",
        "SELECT (current_schemas(false))[s.r] FROM generate_series(1, 2) AS s(r)",
        "INSERT INTO t VALUES (1, DEFAULT)",
        "INSERT INTO t DEFAULT VALUES RETURNING *",
        "INSERT INTO t AS x (a) OVERRIDING SYSTEM VALUE VALUES (1) ON CONFLICT (a) WHERE b DO NOTHING",
        "INSERT INTO t (a) SELECT 1 ON CONFLICT ON CONSTRAINT pk DO UPDATE SET b = excluded.b",
        "INSERT INTO t (a) TABLE u",
        "UPDATE ONLY t AS x SET a = 1, (b, c) = (2, DEFAULT_VALUE) FROM u WHERE x.a = u.a RETURNING a",
        "UPDATE t SET a = 1",
        "DELETE FROM t",
        "DELETE FROM t USING u WHERE t.a = u.a RETURNING t.*",
        "EXPLAIN (ANALYZE, COSTS OFF, FORMAT JSON) SELECT 1",
        "EXPLAIN ANALYZE VERBOSE SELECT 1",
        "EXPLAIN (SELECT 1)",
      })
  void postgresAccepts(String sql) {
    assertParses(POSTGRES, sql);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '%',
      value = {
        "SELEC 1~Unexpected identifier \"SELEC\" [at 1:1]",
        "~Unexpected end of statement [at 1:1]",
        "SELECT~Unexpected end of statement [at 1:7]",
        "SELECT FROM t~Unexpected keyword FROM [at 1:8]",
        "SELECT 1 FROM~Expected identifier but got end of statement [at 1:14]",
        "SELECT 1 1~Expected end of input but got integer literal \"1\" [at 1:10]",
        "SELECT 1; SELECT 2~Expected end of input but got keyword SELECT [at 1:11]",
        "SELECT (1~Expected \")\" but got end of statement [at 1:10]",
        "SELECT 1 UNION SELECT 2~Expected keyword ALL or keyword DISTINCT but got keyword SELECT"
            + " [at 1:16]",
        "SELECT 1 UNION ALL SELECT 2 EXCEPT ALL SELECT 3~Different set operations cannot be used in"
            + " the same query without using parentheses for grouping [at 1:29]",
        "SELECT 1 OFFSET 2~Expected end of input but got integer literal \"2\" [at 1:17]",
        "SELECT 1 FROM t GROUP a~Expected keyword BY but got identifier \"a\" [at 1:23]",
        "DELETE FROM t~Expected keyword WHERE but got end of statement [at 1:14]",
        "UPDATE T SET c=1~Expected keyword WHERE but got end of statement [at 1:17]",
        "UPDATE t SET a 1 WHERE TRUE~Expected \"=\" but got integer literal \"1\" [at 1:16]",
        "INSERT INTO t (a) 5~Unexpected integer literal \"5\" [at 1:19]",
        "SELECT 'a' 'b'~Expected end of input but got string literal 'b' [at 1:12]",
        "SELECT a FROM t WHERE x = = 1~Unexpected \"=\" [at 1:27]",
        "SELECT * FROM t ORDER 1~Expected keyword BY but got integer literal \"1\" [at 1:23]",
      })
  void googleSqlRefusesInSpannersWords(String sql, String message) {
    assertSyntaxError(GOOGLE, sql == null ? "" : sql, "Syntax error: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '%',
      value = {
        "SELEC 1~syntax error at or near \"SELEC\"~0",
        "SELECT 1 FROM~syntax error at end of input~13",
        "SELECT 1 1~syntax error at or near \"1\"~9",
        "SELECT (1~syntax error at end of input~9",
        "SELECT a FROM t WHERE~syntax error at end of input~21",
        "SELECT a FROM t JOIN u~syntax error at end of input~22",
        "SELECT * FROM t LIMIT 1, 2~syntax error at or near \",\"~23",
        "INSERT t VALUES (1)~syntax error at or near \"t\"~7",
        "DELETE t~syntax error at or near \"t\"~7",
        "SELECT 1 FROM left~syntax error at or near \"left\"~14",
        "SELECT a from from t~syntax error at or near \"from\"~14",
        "UPDATE t SET WHERE a~syntax error at or near \"WHERE\"~13",
      })
  void postgresRefusesInItsWords(String sql, String message, int offset) {
    assertSyntaxError(POSTGRES, sql, message);
    assertThat(error(POSTGRES, sql).position()).hasValue(offset);
  }

  @Test
  void knownButMissingFeaturesAreNamed() {
    assertNotSupported(GOOGLE, "FROM t |> WHERE a", "query that begins with FROM");
    assertNotSupported(GOOGLE, "SELECT 1 |> WHERE a", "pipe query syntax");
    assertNotSupported(GOOGLE, "SELECT * FROM GRAPH_TABLE(g MATCH (a))", "GRAPH_TABLE");
    assertNotSupported(GOOGLE, "SELECT * FROM t PIVOT(SUM(a) FOR b IN (1))", "PIVOT");
    assertNotSupported(POSTGRES, "SELECT 1 INTO x", "SELECT INTO");
    assertNotSupported(
        POSTGRES, "WITH a AS (DELETE FROM t) SELECT 1", "INSERT, UPDATE or DELETE in WITH");
    assertNotSupported(POSTGRES, "SELECT X'1F'", "bit string literal");
    assertThat(parse(GOOGLE, "MERGE INTO t USING u", Statement.Unsupported.class).feature())
        .isEqualTo("MERGE");
    assertThat(parse(POSTGRES, "TRUNCATE t; ", Statement.Unsupported.class).feature())
        .isEqualTo("TRUNCATE");
    assertThat(parse(GOOGLE, "CREATE OR REPLACE VIEW v AS SELECT 1", Statement.class))
        .isEqualTo(new Statement.Unsupported("CREATE OR REPLACE VIEW", new Span(0, 36)));
  }

  @Test
  void joinConditionsNestUnlessAnArrayIsJoined() {
    assertThat(from(POSTGRES, "a JOIN b JOIN c ON x ON y"))
        .isEqualTo("Join(INNER, Table(a), Join(INNER, Table(b), Table(c), x), y)");
    assertThat(from(GOOGLE, "a JOIN UNNEST(a.b) u JOIN c ON x"))
        .isEqualTo("Join(INNER, Join(INNER, Table(a), Unnest([a.b], Alias(u))), Table(c), x)");
    assertThat(from(GOOGLE, "a, b JOIN c USING (x)"))
        .isEqualTo("Join(COMMA, Table(a), Join(INNER, Table(b), Table(c), [x]))");
  }

  private static String from(Dialect dialect, String from) {
    Statement.Select select = parse(dialect, "SELECT 1 FROM " + from, Statement.Select.class);
    FromItem item = ((Select) select.query().body()).from();
    return TreeText.of(item);
  }

  @Test
  void setOperatorsFlattenAndIntersectBindsTighterInPostgres() {
    Statement.Select select =
        parse(
            POSTGRES,
            "SELECT 1 UNION ALL SELECT 2 INTERSECT SELECT 3 UNION ALL SELECT 4 UNION SELECT 5",
            Statement.Select.class);
    Query.SetOperation outer = (Query.SetOperation) select.query().body();
    assertThat(outer.all()).isFalse();
    assertThat(outer.inputs()).hasSize(2);
    Query.SetOperation inner = (Query.SetOperation) outer.inputs().get(0);
    assertThat(inner.all()).isTrue();
    assertThat(inner.inputs()).hasSize(3);
    assertThat(((Query.SetOperation) inner.inputs().get(1)).kind())
        .isEqualTo(Query.SetKind.INTERSECT);
  }

  @Test
  void insertKeepsItsParts() {
    DmlStatement.Insert insert =
        parse(
            GOOGLE,
            "@{h=1} INSERT OR UPDATE INTO s.t@{FORCE_INDEX=i} (a, b) VALUES (1, DEFAULT)"
                + " THEN RETURN WITH ACTION AS act a",
            DmlStatement.Insert.class);
    assertThat(insert.mode()).isEqualTo(DmlStatement.InsertMode.OR_UPDATE);
    assertThat(insert.target().name().text()).isEqualTo("s.t");
    assertThat(insert.target().hints()).hasSize(1);
    assertThat(insert.hints()).hasSize(1);
    assertThat(insert.columns()).extracting(Object::toString).containsExactly("a", "b");
    assertThat(TreeText.of(insert.source())).isEqualTo("Query(Values([Row([1 DefaultValue()])]))");
    assertThat(TreeText.of(insert.returning()))
        .isEqualTo("Returning(withAction, act, [ExpressionItem(a)])");
  }

  @Test
  void questionMarksAreNumberedInOrder() {
    DmlStatement.Update update =
        parse(GOOGLE, "UPDATE t SET a = ?, b = ? WHERE c = ?", DmlStatement.Update.class);
    assertThat(TreeText.of(update.where())).isEqualTo("Binary(EQUAL, c, Parameter(3))");
  }
}
