package org.ratchetdb.jdbc.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

final class ConversionTest {
  private static final Dialect GOOGLE = Dialect.GOOGLE_STANDARD_SQL;
  private static final Dialect POSTGRES = Dialect.POSTGRESQL;
  private static final SqlType TEXTS = SqlType.arrayOf(SqlType.STRING);

  private static String google(Value value) {
    return ValueText.of(value, GOOGLE);
  }

  private static String postgres(Value value) {
    return ValueText.of(value, POSTGRES);
  }

  private static Value.Timestamp timestamp(String text) {
    return SqlValues.timestamp(Instant.parse(text));
  }

  @Test
  void numbersPrintPlainly() {
    assertThat(google(new Value.Float64(1))).isEqualTo("1");
    assertThat(google(new Value.Float64(-0.1))).isEqualTo("-0.1");
    assertThat(google(new Value.Float64(1e15))).isEqualTo("1e+15");
    assertThat(google(new Value.Float64(1.5e-7))).isEqualTo("1.5e-07");
    assertThat(google(new Value.Float64(-0.0))).isEqualTo("-0");
    assertThat(google(new Value.Float64(Double.NaN))).isEqualTo("NaN");
    assertThat(google(new Value.Float64(Double.NEGATIVE_INFINITY))).isEqualTo("-Infinity");
    assertThat(google(new Value.Float32(0.1f))).isEqualTo("0.1");
    assertThat(google(new Value.Numeric(new BigDecimal("1E+2")))).isEqualTo("100");
    assertThat(google(new Value.Numeric(new BigDecimal("1.500")))).isEqualTo("1.5");
    assertThat(google(new Value.Numeric(new BigDecimal("0.000000001")))).isEqualTo("0.000000001");
    assertThat(postgres(new Value.PgNumeric(new BigDecimal("1.500")))).isEqualTo("1.500");
    assertThat(postgres(new Value.PgNumeric(null))).isEqualTo("NaN");
  }

  @Test
  void otherTextsFollowTheDialect() {
    Value time = timestamp("2024-02-29T01:02:03.450Z");
    assertThat(google(time)).isEqualTo("2024-02-29T01:02:03.45Z");
    assertThat(postgres(time)).isEqualTo("2024-02-29 01:02:03.45+00");
    Value bytes = new Value.Bytes(new byte[] {1, -1});
    assertThat(google(bytes)).isEqualTo("Af8=");
    assertThat(postgres(bytes)).isEqualTo("\\x01ff");
    Value array =
        new Value.Array(
            TEXTS,
            List.of(
                new Value.Str("a b"),
                new Value.Str("null"),
                new Value.Null(SqlType.STRING),
                new Value.Str("q\"\\"),
                new Value.Str("")));
    assertThat(google(array)).isEqualTo("[a b, null, NULL, q\"\\, ]");
    assertThat(postgres(array)).isEqualTo("{\"a b\",\"null\",NULL,\"q\\\"\\\\\",\"\"}");
    assertThat(google(new Value.Interval(14, -3, 3_661_500_000L, 7)))
        .isEqualTo("P1Y2M-3DT1H1M1.500000007S");
    assertThat(google(new Value.Interval(0, 0, -1, 999))).isEqualTo("PT-0.000000001S");
    assertThat(google(new Value.Interval(0, 0, 0, 0))).isEqualTo("P0Y");
  }

  @Test
  void textsOfAServerReadBack() throws SQLException {
    assertThat(ValueParser.parse("2024-03-10 01:02:03.45+00", SqlType.TIMESTAMP))
        .isEqualTo(timestamp("2024-03-10T01:02:03.450Z"));
    assertThat(ValueParser.parse("2024-03-10 01:02:03-07:30", SqlType.TIMESTAMP))
        .isEqualTo(timestamp("2024-03-10T08:32:03Z"));
    assertThat(ValueParser.parse("2024-03-10T01:02:03.123456789Z", SqlType.TIMESTAMP))
        .isEqualTo(timestamp("2024-03-10T01:02:03.123456789Z"));
    assertThat(ValueParser.parse("{\"a b\",NULL,\"NULL\",x\\,y,\"\"}", TEXTS))
        .isEqualTo(
            new Value.Array(
                TEXTS,
                List.of(
                    new Value.Str("a b"),
                    new Value.Null(SqlType.STRING),
                    new Value.Str("NULL"),
                    new Value.Str("x,y"),
                    new Value.Str(""))));
    assertThat(ValueParser.parse("{}", TEXTS)).isEqualTo(new Value.Array(TEXTS, List.of()));
    assertThat(ValueParser.parse("1 year 2 mons -3 days 04:05:06.5", SqlType.INTERVAL))
        .isEqualTo(new Value.Interval(14, -3, 14_706_500_000L, 0));
    assertThat(ValueParser.parse("-00:00:00.000001", SqlType.INTERVAL))
        .isEqualTo(new Value.Interval(0, 0, -1, 0));
    assertThat(ValueParser.parse("t", SqlType.BOOL)).isEqualTo(new Value.Bool(true));
    assertThat(ValueParser.parse("\\x01ff", SqlType.BYTES))
        .isEqualTo(new Value.Bytes(new byte[] {1, -1}));
  }

  @Test
  void badTextsAreDataErrors() {
    for (SqlType type :
        List.of(
            SqlType.INT64,
            SqlType.BOOL,
            SqlType.DATE,
            SqlType.TIMESTAMP,
            SqlType.UUID,
            SqlType.NUMERIC,
            SqlType.INTERVAL,
            SqlType.FLOAT64,
            SqlType.arrayOf(SqlType.INT64))) {
      assertThatThrownBy(() -> ValueParser.parse("wat", type))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("'wat'");
    }
    assertThatThrownBy(() -> ValueParser.parse("2024-02-30", SqlType.DATE))
        .extracting("SQLState")
        .isEqualTo("22007");
  }

  @Property
  void doublesReadBack(@ForAll @DoubleRange(min = -1e300, max = 1e300) double value)
      throws SQLException {
    assertThat(ValueParser.parse(google(new Value.Float64(value)), SqlType.FLOAT64))
        .isEqualTo(new Value.Float64(value));
  }

  @Property
  void textsInArraysReadBack(@ForAll List<String> texts) throws SQLException {
    Value array = new Value.Array(TEXTS, texts.stream().<Value>map(Value.Str::new).toList());
    assertThat(ValueParser.parse(postgres(array), TEXTS)).isEqualTo(array);
  }

  @Test
  void integersDoNotOverflow() throws SQLException {
    assertThat(JavaValues.toLong(new Value.Float64(1.9))).isEqualTo(1);
    assertThat(JavaValues.toLong(new Value.Str(" 12 "))).isEqualTo(12);
    assertThat(JavaValues.toLong(new Value.Numeric(new BigDecimal("-1.9")))).isEqualTo(-1);
    for (Value big :
        List.of(
            new Value.Float64(0x1p63),
            new Value.Float64(Double.NaN),
            new Value.Numeric(new BigDecimal("9223372036854775808")))) {
      assertThatThrownBy(() -> JavaValues.toLong(big)).extracting("SQLState").isEqualTo("22003");
    }
    assertThatThrownBy(() -> JavaValues.toClass(new Value.Int64(1L << 31), Integer.class, GOOGLE))
        .extracting("SQLState")
        .isEqualTo("22003");
    assertThatThrownBy(() -> JavaValues.toLong(new Value.Bytes(new byte[0])))
        .extracting("SQLState")
        .isEqualTo("42846");
  }

  @Test
  void datesAndInstantsConvert() throws SQLException {
    Value date = SqlValues.date(LocalDate.of(2024, 2, 29));
    assertThat(JavaValues.toDate(date, null)).isEqualTo(java.sql.Date.valueOf("2024-02-29"));
    Calendar utc = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    assertThat(JavaValues.toDate(date, utc).getTime())
        .isEqualTo(Instant.parse("2024-02-29T00:00:00Z").toEpochMilli());
    Value time = timestamp("2024-02-29T23:59:59.999999999Z");
    assertThat(JavaValues.toClass(time, OffsetDateTime.class, GOOGLE))
        .isEqualTo(OffsetDateTime.parse("2024-02-29T23:59:59.999999999Z"));
    LocalDateTime local = LocalDateTime.of(2024, 5, 1, 12, 0, 0, 5);
    assertThat(JavaValues.toClass(SqlValues.of(local, GOOGLE), LocalDateTime.class, GOOGLE))
        .isEqualTo(local);
    assertThatThrownBy(() -> SqlValues.of(java.sql.Time.valueOf("01:02:03"), GOOGLE))
        .extracting("SQLState")
        .isEqualTo("0A000");
  }

  @Test
  void objectsBecomeValuesByClass() throws SQLException {
    UUID uuid = new UUID(1, 2);
    assertThat(SqlValues.of(uuid, GOOGLE)).isEqualTo(new Value.Uuid(uuid));
    assertThat(SqlValues.of((short) 3, GOOGLE)).isEqualTo(new Value.Int64(3));
    assertThat(SqlValues.of(BigDecimal.ONE, POSTGRES))
        .isEqualTo(new Value.PgNumeric(BigDecimal.ONE));
    assertThat(SqlValues.of(Arrays.asList(1, null), GOOGLE))
        .isEqualTo(
            new Value.Array(
                SqlType.arrayOf(SqlType.INT64),
                List.of(new Value.Int64(1), new Value.Null(SqlType.INT64))));
    assertThat(SqlValues.of("7", Types.BIGINT, GOOGLE)).isEqualTo(new Value.Int64(7));
    assertThat(SqlValues.of(null, Types.DATE, GOOGLE)).isEqualTo(new Value.Null(SqlType.DATE));
    assertThatThrownBy(() -> SqlValues.of(new Object(), GOOGLE))
        .extracting("SQLState")
        .isEqualTo("0A000");
    assertThatThrownBy(() -> SqlValues.of(1, Types.REF, GOOGLE))
        .extracting("SQLState")
        .isEqualTo("0A000");
  }

  @Test
  void arraysComeAsArraysOfTheirElements() throws SQLException {
    Value.Array array =
        new Value.Array(
            SqlType.arrayOf(SqlType.INT64),
            List.of(new Value.Int64(1), new Value.Null(SqlType.INT64)));
    assertThat(JavaValues.toJavaArray(array, GOOGLE))
        .isInstanceOf(Long[].class)
        .containsExactly(1L, null);
  }
}
