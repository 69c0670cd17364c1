package org.ratchetdb.sqlfrontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;

class ParserLimitsTest {
  private static final int MANY = 20_000;

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void deepNestingIsRefusedWithoutExhaustingTheStack(Dialect dialect) {
    assertTooComplex(dialect, "SELECT " + "(".repeat(MANY) + "1" + ")".repeat(MANY));
    assertTooComplex(dialect, "SELECT " + "(".repeat(MANY));
    assertTooComplex(dialect, "(".repeat(MANY) + "SELECT 1" + ")".repeat(MANY));
    assertTooComplex(dialect, "SELECT " + "NOT ".repeat(MANY) + "a");
    assertTooComplex(dialect, "SELECT " + "- ".repeat(MANY) + "1");
    assertTooComplex(dialect, "SELECT " + "f(".repeat(MANY) + "1" + ")".repeat(MANY));
    assertTooComplex(dialect, "SELECT " + "CASE WHEN ".repeat(MANY));
    assertTooComplex(dialect, "SELECT * FROM " + "(".repeat(MANY) + "t");
    assertTooComplex(dialect, "SELECT * FROM " + "(SELECT * FROM ".repeat(MANY) + "t");
    assertTooComplex(dialect, "SELECT " + "EXISTS (SELECT ".repeat(MANY) + "1");
    assertTooComplex(dialect, "EXPLAIN ".repeat(MANY) + "SELECT 1");
    assertTooComplex(dialect, "SELECT 1 FROM t GROUP BY " + "GROUPING SETS (".repeat(MANY) + "a");
    assertTooComplex(dialect, "SELECT " + plus(MANY));
    assertTooComplex(dialect, "SELECT a" + "[1]".repeat(MANY));
    assertTooComplex(dialect, "SELECT * FROM t" + " CROSS JOIN t".repeat(MANY));
    assertTooComplex(dialect, "SELECT * FROM t" + " JOIN t".repeat(MANY));
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void longListsAndChainsOfLogicAreNotDeep(Dialect dialect) {
    String numbers =
        IntStream.range(0, MANY).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    SqlParser parser = SqlParser.forDialect(dialect);
    assertThat(parser.parse("SELECT " + numbers)).isNotNull();
    assertThat(parser.parse("SELECT 1 FROM t WHERE a IN (" + numbers + ")")).isNotNull();
    assertThat(parser.parse("SELECT 1 FROM t WHERE a = 1" + " AND b = 2".repeat(MANY))).isNotNull();
    assertThat(parser.parse("SELECT 1 FROM t WHERE a = 1" + " OR b = 2".repeat(MANY))).isNotNull();
    assertThat(parser.parse("SELECT 1" + " UNION ALL SELECT 2".repeat(MANY))).isNotNull();
    assertThat(parser.parse("INSERT INTO t (a) VALUES (1)" + ", (2)".repeat(MANY))).isNotNull();
    assertThat(parser.parse("SELECT " + "(".repeat(50) + "1" + ")".repeat(50))).isNotNull();
    assertThat(parser.parse("SELECT " + plus(400))).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void typesNestToALimit(Dialect dialect) {
    String type =
        dialect == Dialect.POSTGRESQL
            ? "text" + "[]".repeat(MANY)
            : "ARRAY<".repeat(MANY) + "INT64" + ">".repeat(MANY);
    assertTooComplex(dialect, "SELECT CAST(a AS " + type + ")");
  }

  private static String plus(int count) {
    return "1" + " + 1".repeat(count);
  }

  private static void assertTooComplex(Dialect dialect, String sql) {
    DbException error = ParserAssertions.error(dialect, sql);
    assertThat(error.code()).as(sql.substring(0, 40)).isEqualTo(ErrorCode.TOO_COMPLEX);
  }
}
