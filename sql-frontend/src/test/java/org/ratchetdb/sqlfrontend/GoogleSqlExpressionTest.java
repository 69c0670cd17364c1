package org.ratchetdb.sqlfrontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.ast.Expression;

class GoogleSqlExpressionTest {
  private static final String TREES =
      """
      a + b * c          # Binary(ADD, a, Binary(MULTIPLY, b, c))
      a * b || c         # Binary(CONCAT, Binary(MULTIPLY, a, b), c)
      a - b - c          # Binary(SUBTRACT, Binary(SUBTRACT, a, b), c)
      a << 1 + 2         # Binary(SHIFT_LEFT, a, Binary(ADD, 1, 2))
      a >> 2 & b         # Binary(BIT_AND, Binary(SHIFT_RIGHT, a, 2), b)
      -a * b             # Binary(MULTIPLY, Unary(MINUS, a), b)
      - - 1              # Unary(MINUS, Unary(MINUS, 1))
      ~a ^ b             # Binary(BIT_XOR, Unary(BIT_NOT, a), b)
      a > b              # Binary(GREATER, a, b)
      a = 1 AND b != 2 OR NOT c # Logical([Logical(and, [Binary(EQUAL, a, 1) Binary(NOT_EQUAL, b, 2)]) Unary(NOT, c)])
      NOT a = b          # Unary(NOT, Binary(EQUAL, a, b))
      a IS NOT NULL      # IsTest(a, NULL, negated)
      a IS UNKNOWN       # IsTest(a, UNKNOWN)
      a NOT BETWEEN 1 AND 2 AND b # Logical(and, [Between(a, negated, 1, 2) b])
      a NOT LIKE 'x%'    # Like(a, LIKE, negated, InList(['x%']))
      a IN (1, 2)        # In(a, InList([1 2]))
      a NOT IN UNNEST(@p) # In(a, negated, InArray(Parameter(p, 0)))
      a = ANY (1, 2)     # QuantifiedComparison(a, EQUAL, ANY, InList([1 2]))
      a IS DISTINCT FROM b # IsDistinctFrom(a, b)
      DATE '2026-01-31'  # TypedLiteral(Named(DATE), '2026-01-31')
      INTERVAL 5 DAY     # Interval(5, DatePart(DAY))
      INTERVAL '1-2' YEAR TO MONTH # Interval('1-2', DatePart(YEAR), DatePart(MONTH))
      EXTRACT(WEEK(MONDAY) FROM d AT TIME ZONE 'UTC') # Extract(DatePart(WEEK, MONDAY), d, 'UTC')
      CAST(a AS ARRAY<STRUCT<x INT64, STRING>>) # Cast(a, Array(Struct([Field(x, Named(INT64)) Field(Named(STRING))])))
      SAFE_CAST(a AS STRING(10)) # Cast(a, Named(STRING, [10]), safe)
      [1, 2][OFFSET(0)]  # Subscript(ArrayConstructor([1 2]), OFFSET, 0)
      j['a'].b           # FieldAccess(Subscript(j, PLAIN, 'a'), b)
      ARRAY<INT64>[]     # ArrayConstructor(Array(Named(INT64)))
      (1, 'a')           # StructConstructor([StructItem(1) StructItem('a')])
      STRUCT(1 AS a, b)  # StructConstructor(keyword, [StructItem(1, a) StructItem(b)])
      STRUCT<x INT64>(1) # StructConstructor(Struct([Field(x, Named(INT64))]), keyword, [StructItem(1)])
      CASE a WHEN 1 THEN 'x' ELSE 'y' END # Case(a, [When(1, 'x')], 'y')
      COUNT(*)           # FunctionCall(COUNT, star, DEFAULT)
      SUM(DISTINCT a)    # FunctionCall(SUM, [Argument(a)], distinct, DEFAULT)
      ARRAY_AGG(a IGNORE NULLS ORDER BY b DESC LIMIT 3) # FunctionCall(ARRAY_AGG, [Argument(a)], IGNORE, [OrderItem(b, descending)], 3)
      SAFE.SUBSTR(a, 1)  # FunctionCall(SUBSTR, safe, [Argument(a) Argument(1)], DEFAULT)
      NET.HOST(a)        # FunctionCall(NET.HOST, [Argument(a)], DEFAULT)
      f(x => 1)          # FunctionCall(f, [Argument(x, 1)], DEFAULT)
      ARRAY_FILTER(a, e -> e > 1) # FunctionCall(ARRAY_FILTER, [Argument(a) Argument(Lambda([e], Binary(GREATER, e, 1)))], DEFAULT)
      GET_NEXT_SEQUENCE_VALUE(SEQUENCE s) # FunctionCall(GET_NEXT_SEQUENCE_VALUE, [Argument(ObjectArgument(SEQUENCE, s))], DEFAULT)
      CURRENT_TIMESTAMP  # FunctionCall(CURRENT_TIMESTAMP, DEFAULT)
      IF(a, LEFT(b, 1), c) # FunctionCall(IF, [Argument(a) Argument(FunctionCall(LEFT, [Argument(b) Argument(1)], DEFAULT)) Argument(c)], DEFAULT)
      ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) # FunctionCall(ROW_NUMBER, DEFAULT, WindowSpec([a], [OrderItem(b)]))
      WITH(a AS 1, b AS a, a + b) # With([Binding(a, 1) Binding(b, a)], Binary(ADD, a, b))
      t.group.`order`    # t.group.order
      t.1a               # t.1a
      a. b               # a.b
      """;

  static Stream<String> trees() {
    return TREES.lines();
  }

  @ParameterizedTest
  @MethodSource("trees")
  void treeIsAsPrecedenceDemands(String row) {
    String[] parts = row.split(" # ", 2);
    assertThat(TreeText.googleSql(parts[0])).isEqualTo(parts[1].trim());
  }

  @Test
  void bracketsAroundAQueryMakeOneSubquery() {
    assertThat(TreeText.googleSql("((SELECT 1))")).startsWith("Subquery(SCALAR, ");
    assertThat(TreeText.googleSql("((SELECT 1) + 1)")).startsWith("Binary(ADD, Subquery(");
    assertThat(TreeText.googleSql("((SELECT 1) UNION ALL SELECT 2)"))
        .startsWith("Subquery(SCALAR, Query(SetOperation(UNION, all, ");
    assertThat(TreeText.googleSql("x IN ((SELECT 1), 2)")).startsWith("In(x, InList([Subquery(");
  }

  @Test
  void spanCutsTheTextOfAnExpression() {
    String sql = "( a + (b) ) * 2 -- end";
    Expression expression = SqlParser.forDialect(Dialect.GOOGLE_STANDARD_SQL).parseExpression(sql);
    assertThat(expression.span().textIn(sql)).isEqualTo("( a + (b) ) * 2");
    Expression sum = ((Expression.Binary) expression).left();
    assertThat(sum.span().textIn(sql)).isEqualTo("a + (b)");
  }

  @Test
  void closingBracketsOfTypesAreNoShift() {
    assertThat(TreeText.googleSql("ARRAY<STRUCT<a ARRAY<INT64>>>[]"))
        .isEqualTo("ArrayConstructor(Array(Struct([Field(a, Array(Named(INT64)))])))");
    assertThat(TreeText.googleSql("1>>2")).isEqualTo("Binary(SHIFT_RIGHT, 1, 2)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a < b < c",
        "a = b IS NULL",
        "a IS NULL IS NULL",
        "a LIKE b LIKE c",
        "a +",
        "a b",
        "(a",
        "f(a",
        "CASE END",
        "CASE WHEN a THEN b",
        "SELECT",
        "a IN ()",
        "[1, 2",
        "CAST(a INT64)",
        "a > > 1",
        "x.",
        "DATE 5",
        "@",
        "a IS 5",
        "INTERVAL 5",
      })
  void malformedExpressionIsRefused(String sql) {
    assertThatThrownBy(() -> SqlParser.forDialect(Dialect.GOOGLE_STANDARD_SQL).parseExpression(sql))
        .hasMessageStartingWith("Syntax error: ")
        .hasMessageMatching(".* \\[at 1:[0-9]+]");
  }
}
