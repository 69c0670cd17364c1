package org.ratchetdb.sqlfrontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;

class PostgresExpressionTest {
  private static final String TREES =
      """
      a + b * c ^ d      # Binary(ADD, a, Binary(MULTIPLY, b, Binary(POWER, c, d)))
      -2 ^ 2             # Binary(POWER, Unary(MINUS, 2), 2)
      -1::text           # Unary(MINUS, Cast(1, Named(text)))
      a || b + c         # Binary(CONCAT, a, Binary(ADD, b, c))
      a -> 'x' ->> 'y'   # Binary(ARROW_TEXT, Binary(ARROW, a, 'x'), 'y')
      a @> b             # Binary(CONTAINS, a, b)
      a ? 'k'            # Binary(HAS_KEY, a, 'k')
      a = ?              # Binary(EQUAL, a, Parameter(1))
      ~a | b             # Binary(BIT_OR, Unary(BIT_NOT, a), b)
      a >> 1             # Binary(SHIFT_RIGHT, a, 1)
      a = b IS NULL      # IsTest(Binary(EQUAL, a, b), NULL)
      a ISNULL           # IsTest(a, NULL)
      a NOTNULL          # IsTest(a, NULL, negated)
      NOT a = b          # Unary(NOT, Binary(EQUAL, a, b))
      a LIKE 'x' ESCAPE '!' = b # Binary(EQUAL, Like(a, LIKE, InList(['x']), '!'), b)
      a NOT ILIKE 'x'    # Like(a, ILIKE, negated, InList(['x']))
      a SIMILAR TO 'x'   # Like(a, SIMILAR, InList(['x']))
      a !~~ 'x'          # Like(a, LIKE, negated, InList(['x']))
      a LIKE ANY (b)     # Like(a, LIKE, ANY, InArray(b))
      a BETWEEN SYMMETRIC 2 AND 1 # Between(a, symmetric, 2, 1)
      a = ANY ($1)       # QuantifiedComparison(a, EQUAL, ANY, InArray(Parameter(1)))
      a <> ALL ('{x}'::text[]) # QuantifiedComparison(a, NOT_EQUAL, ALL, InArray(Cast('{x}', Array(Named(text)))))
      a !~ '^pg_'        # Binary(REGEX_NO_MATCH, a, '^pg_')
      x OPERATOR(pg_catalog.~) '^t$' COLLATE pg_catalog.default # Binary(REGEX_MATCH, x, Collate('^t$', pg_catalog.default))
      ts AT TIME ZONE 'UTC' # AtTimeZone(ts, 'UTC')
      a IS DISTINCT FROM b # IsDistinctFrom(a, b)
      a.B."C"            # a.b.C
      (a).n              # FieldAccess(a, n)
      (f(x)).y           # FieldAccess(FunctionCall(f, [Argument(x)], DEFAULT), y)
      a[1][2]            # Subscript(Subscript(a, PLAIN, 1), PLAIN, 2)
      a[2:3]             # Slice(a, 2, 3)
      a[:3]              # Slice(a, 3)
      ARRAY[[1, 2], [3]] # ArrayConstructor([ArrayConstructor([1 2]) ArrayConstructor([3])])
      ROW(1, 2)          # StructConstructor(keyword, [StructItem(1) StructItem(2)])
      (1, 2)             # StructConstructor([StructItem(1) StructItem(2)])
      date '2024-01-01'  # TypedLiteral(Named(date), '2024-01-01')
      timestamp with time zone '2024-01-01' # TypedLiteral(Named(timestamp with time zone), '2024-01-01')
      double precision '1' # TypedLiteral(Named(double precision), '1')
      interval '1 day'   # Interval('1 day')
      interval '1' day to second # Interval('1', DatePart(DAY), DatePart(SECOND))
      extract(epoch from ts) # Extract(DatePart(EPOCH), ts)
      position('a' in b) # FunctionCall(position, [Argument(b) Argument('a')], DEFAULT)
      substring(x from 2 for 3) # FunctionCall(substring, [Argument(x) Argument(2) Argument(3)], DEFAULT)
      substring(x for 3) # FunctionCall(substring, [Argument(x) Argument(1) Argument(3)], DEFAULT)
      substring(x, 2)    # FunctionCall(substring, [Argument(x) Argument(2)], DEFAULT)
      trim(both '"' from x) # FunctionCall(btrim, [Argument(x) Argument('"')], DEFAULT)
      trim(leading from x) # FunctionCall(ltrim, [Argument(x)], DEFAULT)
      overlay(a placing b from 1) # FunctionCall(overlay, [Argument(a) Argument(b) Argument(1)], DEFAULT)
      count(*) filter (where a) # FunctionCall(count, star, DEFAULT, a)
      percentile_cont(0.5) within group (order by a) # FunctionCall(percentile_cont, [Argument(DecimalLiteral(0.5))], DEFAULT, [OrderItem(a)])
      sum(a) over w      # FunctionCall(sum, [Argument(a)], DEFAULT, WindowSpec(w))
      left(a, 1)         # FunctionCall(left, [Argument(a) Argument(1)], DEFAULT)
      current_date       # FunctionCall(current_date, DEFAULT)
      make_interval(years => 1) # FunctionCall(make_interval, [Argument(years, 1)], DEFAULT)
      f(variadic a)      # FunctionCall(f, [Argument(a, variadic)], DEFAULT)
      cast(a as numeric(10, 2)) # Cast(a, Named(numeric, [10 2]))
      a::character varying(3)[] # Cast(a, Array(Named(character varying, [3])))
      a::timestamptz(3)  # Cast(a, Named(timestamptz, [3]))
      a::"char"          # Cast(a, Named(char))
      x::pg_catalog.regtype::pg_catalog.text # Cast(Cast(x, Named(pg_catalog.regtype)), Named(pg_catalog.text))
      """;

  static Stream<String> trees() {
    return TREES.lines();
  }

  @ParameterizedTest
  @MethodSource("trees")
  void treeIsAsPrecedenceDemands(String row) {
    String[] parts = row.split(" # ", 2);
    assertThat(TreeText.postgres(parts[0]).replace("Parameter(0, ", "Parameter("))
        .isEqualTo(parts[1].trim());
  }

  @Test
  void adjacentStringsJoinOnlyAcrossALineEnd() {
    assertThat(TreeText.postgres("'a'\n  -- comment\n  'b'")).isEqualTo("'ab'");
    assertThatThrownBy(() -> TreeText.postgres("'a' 'b'"))
        .hasMessage("syntax error at or near \"'b'\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a < b < c",
        "a +",
        "a b",
        "(a",
        "f(a",
        "CASE END",
        "a IN ()",
        "ARRAY[1",
        "a::",
        "x.",
        "a[]",
        "a @@@ b",
        "trim(a",
        "position(a, b)",
        "12abc",
        "{",
        "a BETWEEN 1",
      })
  void malformedExpressionIsRefused(String sql) {
    assertThatThrownBy(() -> SqlParser.forDialect(Dialect.POSTGRESQL).parseExpression(sql))
        .isInstanceOf(DbException.class);
  }
}
