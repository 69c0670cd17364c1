package org.ratchetdb.common.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

class OtherTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1-2 3 4:5:6.789 | 1-2 3 4:5:6.789",
        "1-2 | 1-2 0 0:0:0",
        "4:5:6 | 0-0 0 4:5:6",
        "-1-2 -3 -4:5:6.123456789 | -1-2 -3 -4:5:6.123456789",
        "P1Y2M3DT4H5M6.5S | 1-2 3 4:5:6.500",
        "PT1H2M | 0-0 0 1:2:0",
        "P1W | 0-0 7 0:0:0",
        "PT-0.000001S | 0-0 0 -0:0:0.000001",
        "3 4:5:6 | 0-0 3 4:5:6",
      })
  void googleIntervalsAreRead(String text, String canonical) {
    assertThat(IntervalText.format(IntervalText.parse(text))).isEqualTo(canonical);
  }

  @Test
  void googleIntervalErrorsSayWhere() {
    assertThatThrownBy(() -> IntervalText.parse("P1Y2M<3D"))
        .hasMessage("Invalid INTERVAL value 'P1Y2M<3D': Unexpected '<'");
    assertThatThrownBy(() -> IntervalText.parse("P-aY2M3D"))
        .hasMessage("Invalid INTERVAL value 'P-aY2M3D': Expected number at 'a'");
    assertThatThrownBy(() -> IntervalText.parse("P-"))
        .hasMessage("Invalid INTERVAL value 'P-': Expected number at end of string");
    for (String text : new String[] {"1", "P1", "", "P", "1-2-3", "99999999999999999999:0:0"}) {
      assertThatThrownBy(() -> IntervalText.parse(text)).isInstanceOf(DbException.class);
    }
  }

  @Test
  void intervalRangesAreRead() {
    assertThat(
            IntervalText.format(
                IntervalText.parseRange("-1 12:30", DateTimePart.DAY, DateTimePart.MINUTE)))
        .isEqualTo("0-0 -1 12:30:0");
    assertThat(
            IntervalText.format(
                IntervalText.parseRange("-10:20.52", DateTimePart.MINUTE, DateTimePart.SECOND)))
        .isEqualTo("0-0 0 -0:10:20.520");
    assertThat(
            IntervalText.format(
                IntervalText.parseRange("8-20 17", DateTimePart.YEAR, DateTimePart.DAY)))
        .isEqualTo("9-8 17 0:0:0");
  }

  @Test
  void intervalArithmeticSpillsDownward() {
    assertThat(IntervalText.format(Intervals.divide(Intervals.ofPart(10, DateTimePart.YEAR), 3)))
        .isEqualTo("3-4 0 0:0:0");
    assertThat(IntervalText.format(Intervals.divide(Intervals.ofPart(1, DateTimePart.MONTH), 12)))
        .isEqualTo("0-0 2 12:0:0");
    assertThat(
            Intervals.compare(
                Intervals.ofPart(30, DateTimePart.DAY), Intervals.ofPart(1, DateTimePart.MONTH)))
        .isZero();
    assertThatThrownBy(() -> Intervals.ofPart(120_001, DateTimePart.MONTH))
        .hasMessage("Interval field months '120001' is out of range -120000 to 120000");
    assertThat(IntervalText.format(Intervals.justify(IntervalText.parse("0-0 31 -1:0:0"))))
        .isEqualTo("0-1 0 23:0:0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 year 2 mons 3 days 04:05:06.5 | 1 year 2 mons 3 days 04:05:06.5",
        "1 day -02:03:00 | 1 day -02:03:00",
        "-1 days 02:03:00 | -1 days +02:03:00",
        "P1Y2M | 1 year 2 mons",
        "10 minutes | 00:10:00",
        "1.5 months | 1 mon 15 days",
        "2h30m | 02:30:00",
        "3 days ago | -3 days",
        "1 12:00 | 1 day 12:00:00",
        "0 | 00:00:00",
        "100:00:00 | 100:00:00",
      })
  void postgresIntervalsAreReadAndPrinted(String text, String printed) {
    assertThat(PgIntervalText.format(PgIntervalText.parse(text))).isEqualTo(printed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1 parsec", "1:2:3:4", "- 5"})
  void badPostgresIntervalIsReported(String text) {
    assertThatThrownBy(() -> PgIntervalText.parse(text))
        .hasMessage("invalid input syntax for type interval: \"" + text + "\"");
  }

  @Test
  void postgresIntervalAddsByTheCalendar() {
    Value.Timestamp t = DateTimeText.parseTimestamp("2024-03-09 20:00:00Z", ZoneOffset.UTC);
    ZoneId zone = TimeZones.DEFAULT;

    assertThat(Intervals.addToTimestamp(t, PgIntervalText.parse("1 day"), zone).epochMicros())
        .isEqualTo(t.epochMicros() + 23 * Intervals.MICROS_PER_HOUR);
    assertThatThrownBy(() -> Intervals.addToTimestamp(t, PgIntervalText.parse("1 month")))
        .isInstanceOf(DbException.class);
  }

  @Test
  void uuidsAreReadLiberally() {
    UUID uuid = UUID.fromString("0188cadb-6cdb-7a3a-8b1f-1d4b0a1b2c3d");

    assertThat(UuidText.parseGoogle("0188CADB6cdb7a3a8b1f1d4b0a1b2c3d")).isEqualTo(uuid);
    assertThat(UuidText.parsePostgres("{0188cadb-6cdb-7a3a-8b1f-1d4b0a1b2c3d}")).isEqualTo(uuid);
    for (String bad :
        new String[] {"", "-", "0188cadb--6cdb7a3a8b1f1d4b0a1b2c3d", "0188", uuid + "-", "x"}) {
      assertThatThrownBy(() -> UuidText.parsePostgres(bad))
          .hasMessage("invalid input syntax for type uuid: \"" + bad + "\"");
    }
  }

  @Test
  void byteaIsReadInBothForms() {
    assertThat(BytesText.parsePostgres("\\x0aFF")).isEqualTo(new byte[] {10, -1});
    assertThat(BytesText.parsePostgres("a\\\\b\\001")).isEqualTo(new byte[] {'a', '\\', 'b', 1});
    assertThat(BytesText.formatPostgres(new byte[] {0, -1})).isEqualTo("\\x00ff");
    assertThat(BytesText.formatGoogleLiteral(new byte[] {'a', '"', 0}))
        .isEqualTo("b\"a\\\"\\x00\"");
    assertThatThrownBy(() -> BytesText.parsePostgres("\\x0"))
        .hasMessage("invalid hexadecimal data: odd number of digits");
    assertThatThrownBy(() -> BytesText.decodeUtf8(new byte[] {-1}, 0, 1))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_UTF8));
  }

  @Property(tries = 500)
  void postgresArraysReadBack(@ForAll @Size(max = 4) List<String> elements) {
    assertThat(PgArrayText.parse(PgArrayText.format(elements))).isEqualTo(elements);
  }

  @Test
  void postgresArrayQuotesWhatNeedsIt() {
    assertThat(PgArrayText.format(Arrays.asList("a", "b c", "NULL", null, "\"q\"", "")))
        .isEqualTo("{a,\"b c\",\"NULL\",NULL,\"\\\"q\\\"\",\"\"}");
    assertThat(PgArrayText.parse(" { a , \"b\" ,null } ")).containsExactly("a", "b", null);
    assertThat(PgArrayText.parse("{}")).isEmpty();
    assertThatThrownBy(() -> PgArrayText.parse("{{1},{2}}"))
        .hasMessage("A multi-dimensional array is not supported");
    for (String bad : new String[] {"", "1", "{1", "{1}x", "{,}", "{\"a}"}) {
      assertThatThrownBy(() -> PgArrayText.parse(bad))
          .hasMessage("malformed array literal: \"" + bad + "\"");
    }
  }

  @Test
  void jsonBecomesCanonical() {
    assertThat(JsonText.canonicalGoogle(" { \"b\" : 1, \"a\":2, \"a\":3 , \"c\":[1.5, null,true]}"))
        .isEqualTo("{\"a\":2,\"b\":1,\"c\":[1.5,null,true]}");
    assertThat(JsonText.canonicalPostgres("{\"bb\":1,\"a\":2,\"a\":2.50,\"c\":[1e3,\"\\u00e9\"]}"))
        .isEqualTo("{\"a\": 2.50, \"c\": [1000, \"é\"], \"bb\": 1}");
    assertThat(JsonText.canonicalGoogle("18446744073709551615")).isEqualTo("18446744073709551615");
    for (String bad : new String[] {"", "{", "[1,]", "01", "nul", "\"a", "1 2", "{1:2}", "1e"}) {
      assertThatThrownBy(() -> JsonText.canonicalGoogle(bad)).isInstanceOf(DbException.class);
      assertThatThrownBy(() -> JsonText.canonicalPostgres(bad))
          .hasMessage("invalid input syntax for type json");
    }
    assertThatThrownBy(() -> JsonText.canonicalGoogle("[".repeat(81) + "]".repeat(81)))
        .isInstanceOf(DbException.class);
    assertThatThrownBy(() -> JsonText.canonicalGoogle("123456789012345678901234567890"))
        .isInstanceOf(DbException.class);
  }

  @Test
  void boolWordsDependOnTheDialect() {
    assertThat(Values.parseGoogleBool("TRUE")).isTrue();
    assertThatThrownBy(() -> Values.parseGoogleBool("abc")).hasMessage("Bad bool value: abc");
    assertThat(Values.parsePostgresBool(" ye ")).isTrue();
    assertThat(Values.parsePostgresBool("of")).isFalse();
    assertThatThrownBy(() -> Values.parsePostgresBool("o"))
        .hasMessage("invalid input syntax for type boolean: \"o\"");
  }

  @Test
  void valuesFormatAndParseByType() {
    SqlType type = SqlType.arrayOf(SqlType.INT64);
    Value array = Values.parse("{1,NULL}", type, Dialect.POSTGRESQL, ZoneOffset.UTC);

    assertThat(Values.format(array, Dialect.POSTGRESQL, ZoneOffset.UTC)).isEqualTo("{1,NULL}");
    assertThat(Values.format(array, Dialect.GOOGLE_STANDARD_SQL, ZoneOffset.UTC))
        .isEqualTo("[1, NULL]");
  }

  @Test
  void stringsCompareByCodePoint() {
    String emoji = "\uD83D\uDE00";
    assertThat(ValueComparator.compareUtf8("\uFFFF", emoji)).isNegative();
    assertThat(emoji.getBytes(StandardCharsets.UTF_8)).hasSize(4);
    assertThat(ValueComparator.compareDoubles(Double.NaN, 1, Dialect.GOOGLE_STANDARD_SQL))
        .isNegative();
    assertThat(ValueComparator.compareDoubles(Double.NaN, 1, Dialect.POSTGRESQL)).isPositive();
  }
}
