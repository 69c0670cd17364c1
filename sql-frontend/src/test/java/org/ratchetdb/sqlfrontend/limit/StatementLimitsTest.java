package org.ratchetdb.sqlfrontend.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.SqlParser;

/** Each limit: the statement that reaches it passes, one more of anything does not. */
class StatementLimitsTest {
  private static final Dialect GOOGLE = Dialect.GOOGLE_STANDARD_SQL;

  private static void check(Dialect dialect, String sql) {
    StatementLimits.check(SqlParser.forDialect(dialect).parse(sql), sql, dialect);
  }

  private static void passes(Dialect dialect, String sql) {
    assertThatCode(() -> check(dialect, sql)).doesNotThrowAnyException();
  }

  private static void refuses(Dialect dialect, String sql, String message) {
    DbException refusal = catchThrowableOfType(DbException.class, () -> check(dialect, sql));
    assertThat(refusal).as("refusal of %s", sql.substring(0, 40)).hasMessage(message);
    assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_COMPLEX);
  }

  private static String numbered(int count, String form, String separator) {
    return IntStream.range(0, count)
        .mapToObj(i -> form.replace("#", Integer.toString(i)))
        .collect(Collectors.joining(separator));
  }

  @Test
  void twentyJoinsInGoogleSql() {
    String message = "Number of joins exceeds the maximum allowed limit of 20.";
    String joins = "SELECT 1 FROM t " + numbered(20, "JOIN t AS t# ON TRUE", " ");
    passes(GOOGLE, joins);
    refuses(GOOGLE, joins + " CROSS JOIN t", message);
    String commas = "SELECT 1 FROM " + numbered(21, "t AS t#", ", ");
    passes(GOOGLE, commas);
    refuses(GOOGLE, commas + ", t", message);
    passes(GOOGLE, commas + ", UNNEST([1]), UNNEST([2])");
    refuses(GOOGLE, commas + " WHERE EXISTS (SELECT 1 FROM t, t AS u)", message);
    refuses(GOOGLE, "SELECT 1 FROM t, (" + commas + ") AS s", message);
    refuses(GOOGLE, "INSERT INTO t (a) " + commas + ", t", message);
    refuses(GOOGLE, "EXPLAIN " + commas + ", t", message);
    refuses(GOOGLE, "DELETE FROM t WHERE a IN (" + commas + ", t)", message);
  }

  @Test
  void withEntryCountsOnce() {
    String entry = "WITH w AS (SELECT 1 FROM " + numbered(11, "t AS t#", ", ") + ") ";
    passes(GOOGLE, entry + "SELECT 1 FROM " + numbered(11, "w AS w#", ", "));
    refuses(
        GOOGLE,
        entry + "SELECT 1 FROM " + numbered(12, "w AS w#", ", "),
        "Number of joins exceeds the maximum allowed limit of 20.");
  }

  @Test
  void joinsAndParametersAreFreeInPostgres() {
    passes(Dialect.POSTGRESQL, "SELECT 1 FROM " + numbered(60, "t AS t#", ", "));
    passes(Dialect.POSTGRESQL, "SELECT " + numbered(2_000, "$1", ", "));
  }

  @Test
  void parametersCountAtEachPlace() {
    String message = "Number of parameters in query exceeds the maximum allowed limit of 950.";
    passes(GOOGLE, "SELECT " + numbered(950, "@p#", ", "));
    refuses(GOOGLE, "SELECT " + numbered(951, "@p#", ", "), message);
    passes(GOOGLE, "SELECT " + numbered(950, "?", ", "));
    refuses(GOOGLE, "INSERT INTO t (a) VALUES " + numbered(951, "(?)", ", "), message);
    refuses(GOOGLE, "SELECT " + numbered(951, "@p", ", "), message);
    refuses(GOOGLE, "UPDATE t SET a = @v WHERE b IN (" + numbered(950, "@p#", ", ") + ")", message);
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void thousandFunctions(Dialect dialect) {
    String message = "Number of functions exceeds the maximum allowed limit of 1000.";
    passes(dialect, "SELECT " + numbered(1_000, "abs(#)", ", "));
    refuses(dialect, "SELECT " + numbered(1_001, "abs(#)", ", "), message);
    // 999 comparisons and one OR.
    String chain = "SELECT 1 FROM t WHERE " + numbered(999, "a = #", " OR ");
    passes(dialect, chain);
    refuses(dialect, chain + " OR a = -1", message);
    passes(dialect, "SELECT " + numbered(2_000, "-#", ", "));
    passes(dialect, "SELECT " + numbered(500, "a# IS NOT NULL", ", ") + " FROM t");
    refuses(dialect, "SELECT " + numbered(501, "a# IS NOT NULL", ", ") + " FROM t", message);
    refuses(
        dialect,
        "UPDATE t SET a = 1 WHERE b IN (" + numbered(1_000, "abs(#)", ", ") + ")",
        message);
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void functionsNest75Deep(Dialect dialect) {
    String message = "Number of nested boolean predicates exceeds the maximum allowed limit of 75.";
    passes(dialect, "SELECT " + "abs(".repeat(75) + "1" + ")".repeat(75));
    refuses(dialect, "SELECT " + "abs(".repeat(76) + "1" + ")".repeat(76), message);
    passes(dialect, "SELECT 1" + " + 1".repeat(75));
    refuses(dialect, "SELECT 1" + " + 1".repeat(76), message);
    passes(dialect, "SELECT 1 FROM t WHERE a = 0" + " AND a = 1".repeat(500));
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void groupingColumns(Dialect dialect) {
    String message = "Number of grouping columns exceeds the maximum allowed limit of 1000.";
    passes(dialect, "SELECT 1 FROM t GROUP BY " + numbered(1_000, "c#", ", "));
    refuses(dialect, "SELECT 1 FROM t GROUP BY " + numbered(1_001, "c#", ", "), message);
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void groupingsNest35Deep(Dialect dialect) {
    String message = "Number of nested aggregations exceeds the maximum allowed limit of 35.";
    passes(dialect, nested("SELECT a FROM ", " GROUP BY a", 35));
    refuses(dialect, nested("SELECT a FROM ", " GROUP BY a", 36), message);
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void subqueriesNest25Deep(Dialect dialect) {
    String message = "Number of nested subqueries exceeds the maximum allowed limit of 25.";
    passes(dialect, "(SELECT ".repeat(25).substring(1) + "(SELECT 1" + ")".repeat(25));
    refuses(dialect, "(SELECT ".repeat(26).substring(1) + "(SELECT 1" + ")".repeat(26), message);
    String exists = "SELECT 1 FROM t WHERE EXISTS (".repeat(26) + "SELECT 1" + ")".repeat(26);
    refuses(dialect, exists, message);
    String in = "SELECT a FROM t WHERE a IN (".repeat(26) + "SELECT 1" + ")".repeat(26);
    refuses(dialect, in, message);
    passes(dialect, "SELECT " + numbered(100, "(SELECT #)", ", "));
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void selectsNest60Deep(Dialect dialect) {
    String message = "Number of nested subselects exceeds the maximum allowed limit of 60.";
    passes(dialect, nested("SELECT a FROM ", "", 60));
    refuses(dialect, nested("SELECT a FROM ", "", 61), message);
  }

  private static String nested(String head, String tail, int depth) {
    StringBuilder sql = new StringBuilder(head + "t" + tail);
    for (int i = 1; i < depth; i++) {
      sql.insert(0, head + "(").append(") AS s").append(tail);
    }
    return sql.toString();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void fiveHundredSubqueriesInOneSelect(Dialect dialect) {
    String message = "Number of child subqueries exceeds the maximum allowed limit of 500.";
    passes(dialect, "SELECT " + numbered(500, "(SELECT #)", ", "));
    refuses(dialect, "SELECT " + numbered(501, "(SELECT #)", ", "), message);
    passes(
        dialect,
        "SELECT 1 FROM (SELECT "
            + numbered(500, "(SELECT #) AS c#", ", ")
            + ") AS s WHERE EXISTS (SELECT 1)");
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void twoHundredInputsOfUnion(Dialect dialect) {
    String message = "Number of UNION operations exceeds the maximum allowed limit of 200.";
    passes(dialect, numbered(200, "SELECT #", " UNION ALL "));
    refuses(dialect, numbered(201, "SELECT #", " UNION ALL "), message);
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void tenThousandValuesOfIn(Dialect dialect) {
    String message = "An IN list exceeds the maximum allowed length of 10000.";
    passes(dialect, "SELECT 1 FROM t WHERE a IN (" + numbered(10_000, "#", ",") + ")");
    refuses(dialect, "SELECT 1 FROM t WHERE a IN (" + numbered(10_001, "#", ",") + ")", message);
    refuses(dialect, "DELETE FROM t WHERE a NOT IN (" + numbered(10_001, "#", ",") + ")", message);
  }

  @Test
  void structsHave1000FieldsAndNest15Deep() {
    String fields = "Number of struct fields exceeds the maximum allowed limit of 1000.";
    passes(GOOGLE, "SELECT STRUCT(" + numbered(1_000, "#", ", ") + ")");
    refuses(GOOGLE, "SELECT STRUCT(" + numbered(1_001, "#", ", ") + ")", fields);
    refuses(GOOGLE, "SELECT CAST(@p AS STRUCT<" + numbered(1_001, "f# INT64", ", ") + ">)", fields);
    String nesting = "Number of nested struct types exceeds the maximum allowed limit of 15.";
    passes(GOOGLE, "SELECT " + "STRUCT(".repeat(15) + "1" + ")".repeat(15));
    refuses(GOOGLE, "SELECT " + "STRUCT(".repeat(16) + "1" + ")".repeat(16), nesting);
    passes(GOOGLE, "SELECT CAST(@p AS " + "STRUCT<".repeat(15) + "INT64" + ">".repeat(15) + ")");
    refuses(
        GOOGLE,
        "SELECT CAST(@p AS " + "ARRAY<STRUCT<".repeat(16) + "INT64" + ">>".repeat(16) + ")",
        nesting);
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void textsHaveMillionCharacters(Dialect dialect) {
    String head = "SELECT '";
    String longest = head + "é".repeat(1_000_000 - head.length() - 1) + "'";
    passes(dialect, longest);
    refusesLength(
        dialect,
        longest + " ",
        "Query string length of 1000001 exceeds maximum allowed length of 1000000");
    refusesLength(
        dialect,
        "DELETE FROM t WHERE a = 1" + " ".repeat(1_000_000),
        "Query string length of 1000025 exceeds maximum allowed length of 1000000");
    // A character beyond the basic plane is two chars and counts once.
    passes(dialect, head + "\uD83D\uDE00".repeat(1_000_000 - head.length() - 1) + "'");
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void ddlStatementsHaveTenMebibytes(Dialect dialect) {
    String ddl = "DROP TABLE t ";
    passes(dialect, ddl + " ".repeat((10 << 20) - ddl.length()));
    refusesLength(
        dialect,
        ddl + " ".repeat((10 << 20) - ddl.length() + 1),
        "DDL statement size of 10485761 bytes exceeds maximum allowed size of 10485760");
    String comment = ddl + "/*" + "é".repeat(5 << 20) + "*/";
    refusesLength(
        dialect,
        comment,
        "DDL statement size of "
            + ((10 << 20) + ddl.length() + 4)
            + " bytes exceeds maximum allowed size of 10485760");
  }

  private static void refusesLength(Dialect dialect, String sql, String message) {
    DbException refusal = catchThrowableOfType(DbException.class, () -> check(dialect, sql));
    assertThat(refusal).isNotNull().hasMessage(message);
    assertThat(refusal.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
  }
}
