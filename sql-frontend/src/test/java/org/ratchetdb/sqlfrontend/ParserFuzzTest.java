package org.ratchetdb.sqlfrontend;

import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;

/** Damaged statements are refused with an error of ours or accepted, and nothing else happens. */
class ParserFuzzTest {
  private static final long SEED = Long.getLong("ratchet.test.seed", 20260731L);
  private static final int ROUNDS = 4_000;

  private static final List<String> STATEMENTS =
      List.of(
          "SELECT a, b AS c, t.* FROM t JOIN u USING (x) WHERE a = @p AND b IN (1, 2) ORDER BY 1",
          "WITH x AS (SELECT 1 AS a) SELECT * FROM x, UNNEST([1, 2]) AS y WITH OFFSET o LIMIT 5",
          "SELECT COUNT(*) FILTER (WHERE a > 1) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 1"
              + " PRECEDING AND CURRENT ROW) FROM t GROUP BY ROLLUP (a, b) HAVING MAX(x) > 3",
          "SELECT CASE WHEN a THEN 'x' ELSE E'\\n' END, CAST(b AS NUMERIC(10, 2)), c::text[]",
          "SELECT EXTRACT(YEAR FROM d), INTERVAL '1' DAY, DATE '2026-01-01', j -> 'a' ->> 'b'",
          "INSERT INTO t (a, b) VALUES (1, DEFAULT), ($1, ?) ON CONFLICT (a) DO UPDATE SET b = 1",
          "UPDATE t AS x SET a = a + 1, b = DEFAULT WHERE x.c LIKE '%z' THEN RETURN a",
          "DELETE FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a) RETURNING *",
          "CREATE TABLE t (a INT64 NOT NULL, b STRING(MAX) DEFAULT ('x'), c INT64 AS (a + 1) STORED,"
              + " CONSTRAINT k CHECK (a > 0)) PRIMARY KEY (a DESC), INTERLEAVE IN PARENT p",
          "CREATE TABLE t (a bigint PRIMARY KEY, b varchar(10) DEFAULT 'x' NOT NULL, c timestamptz,"
              + " FOREIGN KEY (b) REFERENCES u (x) ON DELETE CASCADE) TTL INTERVAL '3 days' ON c",
          "CREATE UNIQUE NULL_FILTERED INDEX i ON t (a DESC, b) STORING (c), INTERLEAVE IN p",
          "ALTER TABLE t ALTER COLUMN c SET DEFAULT (1)",
          "ALTER SEQUENCE s SET OPTIONS (skip_range_min = 1, skip_range_max = 5)",
          "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
          "SET LOCAL spanner.read_only_staleness TO 'EXACT_STALENESS 10s'",
          "@{use_additional_parallelism=true} SELECT /*@ a = 1 */ r'\\a', b\"\\x01\", '''a\nb'''",
          "EXPLAIN (ANALYZE, FORMAT JSON) SELECT $$a$$, U&\"d\\0061t\" FROM ONLY t FOR UPDATE");

  private static final String SPICE =
      "()[]{}<>,.;:'\"`@$?#-+*/\\|=!~%^& \n\u00e9\ud83d\ude00\ud800";

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void damagedStatementsThrowOnlyOurErrors(Dialect dialect) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      String sql = STATEMENTS.get(random.nextInt(STATEMENTS.size()));
      int mutations = random.nextInt(4);
      for (int i = 0; i < mutations; i++) {
        sql = mutate(sql, random);
      }
      check(dialect, sql);
    }
  }

  private static String mutate(String sql, SplittableRandom random) {
    if (sql.isEmpty()) {
      return sql;
    }
    int at = random.nextInt(sql.length());
    int end = Math.min(sql.length(), at + 1 + random.nextInt(12));
    String piece = sql.substring(at, end);
    return switch (random.nextInt(6)) {
      case 0 -> sql.substring(0, at) + sql.substring(end);
      case 1 -> sql.substring(0, at);
      case 2 -> sql.substring(0, at) + piece + sql.substring(at);
      case 3 -> {
        char c = SPICE.charAt(random.nextInt(SPICE.length()));
        yield sql.substring(0, at) + c + sql.substring(at);
      }
      case 4 -> {
        String other = STATEMENTS.get(random.nextInt(STATEMENTS.size()));
        int from = random.nextInt(other.length());
        int to = Math.min(other.length(), from + 1 + random.nextInt(30));
        yield sql.substring(0, at) + other.substring(from, to) + sql.substring(at);
      }
      default -> sql.substring(at) + sql.substring(0, at);
    };
  }

  private static void check(Dialect dialect, String sql) {
    try {
      SqlScript.split(dialect, sql);
    } catch (DbException expected) {
      // A refusal is an answer.
    } catch (RuntimeException | StackOverflowError e) {
      fail("seed " + SEED + " splitting in " + dialect + ": " + sql, e);
    }
    try {
      SqlParser.forDialect(dialect).parse(sql);
    } catch (DbException expected) {
      // A refusal is an answer.
    } catch (RuntimeException | StackOverflowError e) {
      fail("seed " + SEED + " parsing in " + dialect + ": " + sql, e);
    }
  }
}
