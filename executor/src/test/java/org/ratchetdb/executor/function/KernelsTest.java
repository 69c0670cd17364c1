package org.ratchetdb.executor.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.common.type.SqlType.BOOL;
import static org.ratchetdb.common.type.SqlType.BYTES;
import static org.ratchetdb.common.type.SqlType.DATE;
import static org.ratchetdb.common.type.SqlType.FLOAT64;
import static org.ratchetdb.common.type.SqlType.INT64;
import static org.ratchetdb.common.type.SqlType.INTERVAL;
import static org.ratchetdb.common.type.SqlType.NUMERIC;
import static org.ratchetdb.common.type.SqlType.PG_NUMERIC;
import static org.ratchetdb.common.type.SqlType.STRING;
import static org.ratchetdb.common.type.SqlType.TIMESTAMP;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.DateTimeText;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;
import org.ratchetdb.executor.PlanExecutor;
import org.ratchetdb.executor.TestDatabase;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.planner.physical.PhysicalExpr;

class KernelsTest {
  private static final ZoneId ZONE = ZoneId.of("America/Los_Angeles");
  private static final SqlType LONGS = SqlType.arrayOf(INT64);
  private static final SqlType STRINGS = SqlType.arrayOf(STRING);

  private static ExecutionContext context(Dialect dialect) {
    return ExecutionContext.builder(dialect).zone(ZONE).statementMicros(1_000_000).build();
  }

  private static Value evaluate(Dialect dialect, PhysicalExpr expression) {
    return PlanExecutor.evaluate(expression, context(dialect));
  }

  /** The value as GoogleSQL's CAST to STRING shows it. */
  private static String shown(Value value) {
    return value.isNull() ? "NULL" : Values.format(value, Dialect.GOOGLE_STANDARD_SQL, ZONE);
  }

  private static PhysicalExpr call(String kernel, SqlType type, Object... arguments) {
    return TestDatabase.call(kernel, type, arguments);
  }

  private static Value numeric(String text) {
    return Values.parse(text, NUMERIC, Dialect.GOOGLE_STANDARD_SQL, ZONE);
  }

  private static Value pgNumeric(String text) {
    return Values.parse(text, PG_NUMERIC, Dialect.POSTGRESQL, ZONE);
  }

  private static Value date(String text) {
    return new Value.Date(DateTimeText.parseDate(text));
  }

  private static Value time(String text) {
    return DateTimeText.parseTimestamp(text, ZONE);
  }

  private static Value bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return new Value.Bytes(bytes);
  }

  private static Value array(SqlType type, Object... elements) {
    List<Value> values = new ArrayList<>();
    for (Object element : elements) {
      values.add(TestDatabase.value(element));
    }
    return new Value.Array(type, values);
  }

  private static Value nullOf(SqlType type) {
    return new Value.Null(type);
  }

  static Stream<Arguments> google() {
    return Stream.of(
        Arguments.of(call("add", INT64, 2, 3), "5"),
        Arguments.of(call("add", INT64, 2, nullOf(INT64)), "NULL"),
        Arguments.of(call("divide", FLOAT64, 7.0, 2.0), "3.5"),
        Arguments.of(call("div", INT64, -7, 2), "-3"),
        Arguments.of(call("mod", INT64, -7, 2), "-1"),
        Arguments.of(call("mod", INT64, Long.MIN_VALUE, -1), "0"),
        Arguments.of(call("safe_add", INT64, Long.MAX_VALUE, 1), "NULL"),
        Arguments.of(call("safe_divide", FLOAT64, 1.0, 0.0), "NULL"),
        Arguments.of(call("safe:divide", FLOAT64, 1.0, 0.0), "NULL"),
        Arguments.of(call("ieee_divide", FLOAT64, 1.0, 0.0), "inf"),
        Arguments.of(call("ieee_divide", FLOAT64, 0.0, 0.0), "nan"),
        Arguments.of(call("add", NUMERIC, numeric("1.5"), numeric("0.000000001")), "1.500000001"),
        Arguments.of(
            call("multiply", NUMERIC, numeric("1.5"), numeric("1.000000001")), "1.500000002"),
        Arguments.of(call("divide", NUMERIC, numeric("2"), numeric("3")), "0.666666667"),
        Arguments.of(call("round", FLOAT64, 2.5), "3"),
        Arguments.of(call("round", FLOAT64, -2.5), "-3"),
        Arguments.of(call("round", FLOAT64, 1234.567, -2), "1200"),
        Arguments.of(call("trunc", FLOAT64, -2.7), "-2"),
        Arguments.of(call("round", NUMERIC, numeric("1.235"), 2), "1.24"),
        Arguments.of(call("sqrt", FLOAT64, 9.0), "3"),
        Arguments.of(call("log", FLOAT64, 8.0, 2.0), "3"),
        Arguments.of(call("shift_right", INT64, -1, 63), "1"),
        Arguments.of(call("shift_left", INT64, 1, 64), "0"),
        Arguments.of(call("bit_count", INT64, -1), "64"),
        Arguments.of(call("bit_reverse", INT64, 100, true), "1369094286720630784"),
        Arguments.of(call("greatest", INT64, 1, nullOf(INT64)), "NULL"),
        Arguments.of(call("greatest", FLOAT64, 1.0, Double.NaN), "nan"),
        Arguments.of(call("least", INT64, 3, 1, 2), "1"),
        Arguments.of(call("eq", BOOL, Double.NaN, Double.NaN), "false"),
        Arguments.of(call("ne", BOOL, Double.NaN, Double.NaN), "true"),
        Arguments.of(call("eq", BOOL, 0.0, -0.0), "true"),
        Arguments.of(call("lt", BOOL, "a", "ä"), "true"),
        Arguments.of(call("is_distinct_from", BOOL, 1, nullOf(INT64)), "true"),
        Arguments.of(call("is_true", BOOL, nullOf(BOOL)), "false"),
        Arguments.of(call("substr", STRING, "apple", 0, 2), "ap"),
        Arguments.of(call("substr", STRING, "apple", -2), "le"),
        Arguments.of(call("substr", STRING, "apple", 9), ""),
        Arguments.of(call("substr", STRING, "a😀c", 2, 1), "😀"),
        Arguments.of(call("length", INT64, "a😀c"), "3"),
        Arguments.of(call("byte_length", INT64, "a😀c"), "6"),
        Arguments.of(call("strpos", INT64, "ä😀c", "c"), "3"),
        Arguments.of(call("concat", STRING, "a", "b", "c"), "abc"),
        Arguments.of(call("concat", STRING, "a", nullOf(STRING)), "NULL"),
        Arguments.of(call("lpad", STRING, "abc", 6, "xy"), "xyxabc"),
        Arguments.of(call("rpad", STRING, "abcdef", 3), "abc"),
        Arguments.of(call("trim", STRING, " \t x "), "x"),
        Arguments.of(call("ltrim", STRING, "xxyx", "x"), "yx"),
        Arguments.of(call("replace", STRING, "banana", "an", "-"), "b--a"),
        Arguments.of(call("repeat", STRING, "ab", 3), "ababab"),
        Arguments.of(call("like", BOOL, "banana", "b%n_"), "true"),
        Arguments.of(call("like", BOOL, "banana", "a%"), "false"),
        Arguments.of(call("like", BOOL, "50%", "50\\%"), "true"),
        Arguments.of(call("like", BOOL, "ä", "_"), "true"),
        Arguments.of(call("like", BOOL, "abcabc", "%abc"), "true"),
        Arguments.of(call("like", BOOL, "", "%"), "true"),
        Arguments.of(call("like", BOOL, "", "_"), "false"),
        Arguments.of(call("array_length", INT64, call("split", STRINGS, "")), "1"),
        Arguments.of(
            call("array_to_string", STRING, call("split", STRINGS, "abc", ""), "-"), "a-b-c"),
        Arguments.of(call("regexp_contains", BOOL, "abc", "b+"), "true"),
        Arguments.of(call("regexp_extract", STRING, "a=12;b", "=([0-9]+)"), "12"),
        Arguments.of(call("regexp_extract", STRING, "a", "x"), "NULL"),
        Arguments.of(call("regexp_replace", STRING, "abc", "(b)", "<\\1>"), "a<b>c"),
        Arguments.of(call("to_hex", STRING, bytes(0, 255)), "00ff"),
        Arguments.of(call("to_base64", STRING, bytes(1, 2)), "AQI="),
        Arguments.of(call("farm_fingerprint", INT64, "a"), "-5528939962900187677"),
        Arguments.of(
            call("to_hex", STRING, call("sha1", BYTES, "abc")),
            "a9993e364706816aba3e25717850c26c9cd0d89d"),
        Arguments.of(call("array_at_ordinal", INT64, array(LONGS, 1, 2, 3), 3), "3"),
        Arguments.of(call("array_safe_at_offset", INT64, array(LONGS, 1, 2, 3), 3), "NULL"),
        Arguments.of(
            call("array_length", INT64, call("array_slice", LONGS, array(LONGS, 1, 2, 3, 4), 1, 2)),
            "2"),
        Arguments.of(call("in_array", BOOL, 5, nullOf(LONGS)), "false"),
        Arguments.of(call("in_array", BOOL, 5, array(LONGS, 1, nullOf(INT64))), "NULL"),
        Arguments.of(call("array_length", INT64, call("generate_array", LONGS, 1, 10, 3)), "4"),
        Arguments.of(call("date_diff_week", INT64, date("2017-10-15"), date("2017-10-14")), "1"),
        Arguments.of(call("date_add_month", DATE, date("2024-01-31"), 1), "2024-02-29"),
        Arguments.of(call("extract_dayofweek", INT64, date("2026-11-29")), "1"),
        Arguments.of(
            call(
                "timestamp_diff_hour",
                INT64,
                time("2020-01-01 01:00:00Z"),
                time("2020-01-01 00:00:01Z")),
            "0"),
        Arguments.of(call("unix_seconds", INT64, time("1969-12-31 23:59:59.5Z")), "-1"),
        Arguments.of(call("extract_hour", INT64, time("2008-12-25 15:30:00Z")), "7"),
        Arguments.of(call("extract_hour", INT64, time("2008-12-25 15:30:00Z"), "UTC"), "15"),
        Arguments.of(
            call("format_date", STRING, "%A %d %b %Y, %j", date("2008-12-25")),
            "Thursday 25 Dec 2008, 360"),
        Arguments.of(
            call("format_timestamp", STRING, "%F %T %Ez", time("2008-12-25 15:30:00Z")),
            "2008-12-25 07:30:00 -08:00"),
        Arguments.of(call("parse_date", DATE, "%m/%d/%Y", "12/25/2008"), "2008-12-25"),
        Arguments.of(
            call("parse_timestamp", TIMESTAMP, "%Y-%m-%d %H:%M:%E*S", "2008-12-25 07:30:00.25"),
            "2008-12-25 07:30:00.250-08"),
        Arguments.of(call("current_timestamp", TIMESTAMP), "1969-12-31 16:00:01-08"),
        Arguments.of(call("current_date", DATE), "1969-12-31"),
        Arguments.of(call("add", DATE, date("2024-02-28"), 2), "2024-03-01"),
        Arguments.of(call("interval_day", INTERVAL, 3), "0-0 3 0:0:0"),
        Arguments.of(call("soundex", STRING, "Ashcraft"), "A261"));
  }

  @ParameterizedTest
  @MethodSource("google")
  void googleSqlResults(PhysicalExpr expression, String expected) {
    assertThat(shown(evaluate(Dialect.GOOGLE_STANDARD_SQL, expression))).isEqualTo(expected);
  }

  static Stream<Arguments> postgres() {
    return Stream.of(
        Arguments.of(call("pg_divide", INT64, -7, 2), "-3"),
        Arguments.of(
            call("divide", PG_NUMERIC, pgNumeric("10"), pgNumeric("4")), "2.5000000000000000"),
        Arguments.of(
            call("divide", PG_NUMERIC, pgNumeric("1"), pgNumeric("3")), "0.33333333333333333333"),
        Arguments.of(call("round", PG_NUMERIC, pgNumeric("2.5")), "3"),
        Arguments.of(call("pg_round", FLOAT64, 2.5), "2"),
        Arguments.of(call("pg_eq", BOOL, Double.NaN, Double.NaN), "true"),
        Arguments.of(call("pg_gt", BOOL, Double.NaN, 1e300), "true"),
        Arguments.of(call("pg_greatest", INT64, 1, nullOf(INT64), 3), "3"),
        Arguments.of(call("pg_substr", STRING, "hello", -1, 4), "he"),
        Arguments.of(call("pg_left", STRING, "hello", -2), "hel"),
        Arguments.of(call("pg_right", STRING, "hello", 2), "lo"),
        Arguments.of(call("pg_split_part", STRING, "a,b,c", ",", -1), "c"),
        Arguments.of(call("pg_btrim", STRING, "  x "), "x"),
        Arguments.of(call("pg_initcap", STRING, "hello wORLD"), "Hello World"),
        Arguments.of(call("pg_translate", STRING, "12345", "143", "ax"), "a2x5"),
        Arguments.of(call("pg_md5", STRING, "abc"), "900150983cd24fb0d6963f7d28e17f72"),
        Arguments.of(call("pg_ilike", BOOL, "ABC", "a%"), "true"),
        Arguments.of(call("pg_regex_match", BOOL, "abc", "^a"), "true"),
        Arguments.of(
            call("pg_regexp_replace", STRING, "banana", "an", "\\&\\&", "g"), "banananana"),
        Arguments.of(call("pg_array_at", INT64, array(LONGS, 1, 2), 5), "NULL"),
        Arguments.of(call("pg_any_eq", BOOL, 1, array(LONGS, 2, nullOf(INT64))), "NULL"),
        Arguments.of(call("pg_all_gt", BOOL, 1, array(LONGS)), "true"),
        Arguments.of(
            call("pg_extract_epoch", PG_NUMERIC, time("2000-01-01 00:00:00.5Z")),
            "946684800.500000"),
        Arguments.of(call("pg_extract_dow", PG_NUMERIC, date("2024-01-07")), "0"),
        Arguments.of(
            call("pg_date_trunc", TIMESTAMP, "week", time("2024-03-10 12:00:00Z"), "UTC"),
            "2024-03-04 00:00:00+00"),
        Arguments.of(
            call(
                "pg_to_char",
                STRING,
                time("2024-03-10 15:02:03Z"),
                "YYYY-MM-DD HH24:MI:SS FMDay",
                "UTC"),
            "2024-03-10 15:02:03 Sunday"),
        Arguments.of(call("pg_subtract", INT64, date("2024-03-10"), date("2024-03-01")), "9"));
  }

  @ParameterizedTest
  @MethodSource("postgres")
  void postgresResults(PhysicalExpr expression, String expected) {
    Value value = evaluate(Dialect.POSTGRESQL, expression);
    String shown =
        value.isNull()
            ? "NULL"
            : value instanceof Value.Bool b
                ? Boolean.toString(b.value())
                : Values.format(value, Dialect.POSTGRESQL, ZoneId.of("UTC"));
    assertThat(shown).isEqualTo(expected);
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(
            call("add", INT64, Long.MAX_VALUE, 1),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "int64 overflow: 9223372036854775807 + 1",
            "bigint out of range"),
        Arguments.of(
            call("div", INT64, 1, 0),
            ErrorCode.DIVISION_BY_ZERO,
            "division by zero: 1 / 0",
            "division by zero"),
        Arguments.of(
            call("divide", FLOAT64, 1.0, 0.0),
            ErrorCode.DIVISION_BY_ZERO,
            "division by zero: 1 / 0",
            "division by zero"),
        Arguments.of(
            call("multiply", FLOAT64, 1e300, 1e300),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "Floating point error in function: *",
            "value out of range: overflow"),
        Arguments.of(
            call("array_at_offset", INT64, array(LONGS, 1), 6),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "Array index 6 is out of bounds",
            "Array index 6 is out of bounds"),
        Arguments.of(
            call("regexp_contains", BOOL, "a", "("),
            ErrorCode.INVALID_REGULAR_EXPRESSION,
            "Cannot parse regular expression",
            "Cannot parse regular expression"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failuresSpeakTheDialect(
      PhysicalExpr expression, ErrorCode code, String google, String postgres) {
    assertFailure(Dialect.GOOGLE_STANDARD_SQL, expression, code, google);
    assertFailure(Dialect.POSTGRESQL, expression, code, postgres);
  }

  private static void assertFailure(
      Dialect dialect, PhysicalExpr expression, ErrorCode code, String message) {
    assertThatThrownBy(() -> evaluate(dialect, expression))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.message()).startsWith(message);
            });
  }

  private static PhysicalExpr cast(Object value, SqlType type, boolean safe, boolean postgres) {
    return new PhysicalExpr.Cast(TestDatabase.literal(value), type, safe, postgres, 0, 0, 0);
  }

  static Stream<Arguments> casts() {
    return Stream.of(
        Arguments.of(cast(2.5, INT64, false, false), "3"),
        Arguments.of(cast(-2.5, INT64, false, false), "-3"),
        Arguments.of(cast(0.49999999999999994, INT64, false, false), "0"),
        Arguments.of(cast(2.5, INT64, false, true), "2"),
        Arguments.of(cast(pgNumeric("2.5"), INT64, false, true), "3"),
        Arguments.of(cast("0x1F", INT64, false, false), "31"),
        Arguments.of(cast("  12 ", INT64, false, true), "12"),
        Arguments.of(cast("x", INT64, true, false), "NULL"),
        Arguments.of(cast("0.0000000005", NUMERIC, false, false), "0.000000001"),
        Arguments.of(cast(1.0, STRING, false, false), "1"),
        Arguments.of(cast(true, STRING, false, false), "true"),
        Arguments.of(
            cast(time("2008-12-25 15:30:00Z"), STRING, false, false), "2008-12-25 07:30:00-08"),
        Arguments.of(cast(time("2008-12-25 05:30:00Z"), DATE, false, false), "2008-12-24"),
        Arguments.of(cast(date("2008-12-25"), TIMESTAMP, false, false), "2008-12-25 00:00:00-08"),
        Arguments.of(cast("yes", BOOL, false, true), "true"),
        Arguments.of(
            new PhysicalExpr.Cast(TestDatabase.literal("äbc"), STRING, false, true, 2, 0, 0), "äb"),
        Arguments.of(
            new PhysicalExpr.Cast(
                TestDatabase.literal(pgNumeric("1.255")), PG_NUMERIC, false, true, 0, 5, 2),
            "1.26"));
  }

  @ParameterizedTest
  @MethodSource("casts")
  void castResults(PhysicalExpr expression, String expected) {
    assertThat(shown(evaluate(Dialect.GOOGLE_STANDARD_SQL, expression))).isEqualTo(expected);
  }

  @Test
  void castFailuresSpeakTheDialect() {
    assertFailure(
        Dialect.GOOGLE_STANDARD_SQL,
        cast("x", INT64, false, false),
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "Bad int64 value: x");
    assertFailure(
        Dialect.POSTGRESQL,
        cast("x", INT64, false, true),
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "invalid input syntax for type bigint: \"x\"");
  }

  @Test
  void branchThatIsNotTakenIsNotEvaluated() {
    PhysicalExpr divide = call("div", INT64, 1, 0);
    PhysicalExpr isZero = call("eq", BOOL, 0, 0);
    PhysicalExpr guarded =
        new PhysicalExpr.Case(
            List.of(new PhysicalExpr.When(isZero, TestDatabase.literal(0))), divide, INT64);
    assertThat(shown(evaluate(Dialect.GOOGLE_STANDARD_SQL, guarded))).isEqualTo("0");
    PhysicalExpr isOne = call("eq", BOOL, divide, 1);
    assertThat(
            shown(
                evaluate(Dialect.GOOGLE_STANDARD_SQL, new PhysicalExpr.Or(List.of(isZero, isOne)))))
        .isEqualTo("true");
    assertThat(
            shown(
                evaluate(
                    Dialect.GOOGLE_STANDARD_SQL,
                    new PhysicalExpr.Coalesce(List.of(TestDatabase.literal(7), divide), INT64))))
        .isEqualTo("7");
  }

  @Test
  void logicIsThreeValued() {
    PhysicalExpr yes = TestDatabase.literal(true);
    PhysicalExpr no = TestDatabase.literal(false);
    PhysicalExpr unknown = TestDatabase.literal(nullOf(BOOL));
    assertThat(logic(new PhysicalExpr.And(List.of(unknown, no)))).isEqualTo("false");
    assertThat(logic(new PhysicalExpr.And(List.of(unknown, yes)))).isEqualTo("NULL");
    assertThat(logic(new PhysicalExpr.Or(List.of(unknown, yes)))).isEqualTo("true");
    assertThat(logic(new PhysicalExpr.Or(List.of(no, unknown)))).isEqualTo("NULL");
    assertThat(logic(new PhysicalExpr.Not(unknown))).isEqualTo("NULL");
    PhysicalExpr five = TestDatabase.literal(5);
    PhysicalExpr inList =
        new PhysicalExpr.InList(
            five, List.of(TestDatabase.literal(1), TestDatabase.literal(nullOf(INT64))));
    assertThat(logic(new PhysicalExpr.Not(inList))).isEqualTo("NULL");
  }

  private static String logic(PhysicalExpr expression) {
    return shown(evaluate(Dialect.GOOGLE_STANDARD_SQL, expression));
  }
}
