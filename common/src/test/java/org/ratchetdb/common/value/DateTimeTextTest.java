package org.ratchetdb.common.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneId;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

class DateTimeTextTest {
  private static final ZoneId PACIFIC = TimeZones.DEFAULT;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2008-12-25 15:30:00Z | 2008-12-25T15:30:00Z",
        "2008-12-25T15:30:00z | 2008-12-25T15:30:00Z",
        "2008-12-25t15:30:00.5-08 | 2008-12-25T23:30:00.500Z",
        "2008-12-25 15:30:00.123456789+5:30 | 2008-12-25T10:00:00.123456789Z",
        "2008-1-2 1:2:3 | 2008-01-02T09:02:03Z",
        "2008-12-25 | 2008-12-25T08:00:00Z",
        "2008-12-25+01 | 2008-12-24T23:00:00Z",
        "2008-12-25 Europe/Berlin | 2008-12-24T23:00:00Z",
        "2008-06-25 15:30:00 America/New_York | 2008-06-25T19:30:00Z",
        "2008-12-25 23:59:60Z | 2008-12-26T00:00:00Z",
        "2008-12-25 15:30:00.Z | 2008-12-25T15:30:00Z",
        "0001-01-01 00:00:00Z | 0001-01-01T00:00:00Z",
        "9999-12-31 23:59:59.999999999Z | 9999-12-31T23:59:59.999999999Z",
        // Skipped and repeated local times.
        "2024-03-10 02:30:00 | 2024-03-10T10:30:00Z",
        "2024-11-03 01:30:00 | 2024-11-03T08:30:00Z",
      })
  void timestampFormsAreRead(String text, String utc) {
    Value.Timestamp read = DateTimeText.parseTimestamp(text, PACIFIC);

    assertThat(DateTimeText.formatRfc3339(read.epochMicros(), read.nanos())).isEqualTo(utc);
  }

  @Test
  void lastHoursAreInTheYear10000EastOfUtc() {
    assertThat(DateTimeText.formatTimestamp(Timestamps.MAX_MICROS, 999, ZoneOffset.ofHours(9)))
        .isEqualTo("10000-01-01 08:59:59.999999999+09");
    assertThat(PgDateTimeText.formatTimestamp(Timestamps.MAX_MICROS, 0, ZoneOffset.ofHours(9)))
        .isEqualTo("10000-01-01 08:59:59.999999+09");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "2008-12-25 15:30",
        "2008-13-25 15:30:00Z",
        "2008-02-30",
        "2008-12-25 24:00:00Z",
        "2008-12-25 15:30:00 Z",
        "2008-12-25 15:30:00 +01",
        "2008-12-25 15:30:00Nowhere/City",
        "2008-12-25 15:30:00 Nowhere/City",
        "2008-12-25 15:30:00.1234567890Z",
        "2008-12-25 15:30:00Z ",
        "0001-01-01 00:00:00+01",
        "9999-12-31 23:59:59-01",
        "12008-12-25",
        "2008-12-25 15:30:00+15:00",
      })
  void otherTextIsAnInvalidTimestamp(String text) {
    assertThatThrownBy(() -> DateTimeText.parseTimestamp(text, PACIFIC))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DATETIME_FORMAT))
        .hasMessage("Invalid timestamp: '" + text + "'");
  }

  @Test
  void timestampPrintsInTheZoneWithAShortOffset() {
    Value.Timestamp t = DateTimeText.parseTimestamp("2008-12-25 15:30:00Z", PACIFIC);

    assertThat(DateTimeText.formatTimestamp(t.epochMicros(), 0, PACIFIC))
        .isEqualTo("2008-12-25 07:30:00-08");
    assertThat(DateTimeText.formatTimestamp(t.epochMicros() + 100_000, 0, PACIFIC))
        .isEqualTo("2008-12-25 07:30:00.100-08");
    assertThat(DateTimeText.formatTimestamp(t.epochMicros(), 1, ZoneId.of("Asia/Kolkata")))
        .isEqualTo("2008-12-25 21:00:00.000000001+05:30");
  }

  @Property(tries = 2000)
  void textOfATimestampReadsBack(
      @ForAll @LongRange(min = Timestamps.MIN_MICROS, max = Timestamps.MAX_MICROS) long micros,
      @ForAll @IntRange(max = 999) int nanos) {
    Value.Timestamp value = new Value.Timestamp(micros, nanos);

    assertThat(
            DateTimeText.parseTimestamp(
                DateTimeText.formatTimestamp(micros, nanos, ZoneOffset.UTC), PACIFIC))
        .isEqualTo(value);
    assertThat(
            PgDateTimeText.parseTimestamp(
                PgDateTimeText.formatTimestamp(micros, nanos, ZoneOffset.UTC), PACIFIC))
        .isEqualTo(value);
  }

  @Test
  void dateErrorQuotesTheText() {
    assertThatThrownBy(() -> DateTimeText.parseDate("xxx")).hasMessage("Invalid date: 'xxx'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2016-01-25 15:10:10.555555+00 | 2016-01-25T15:10:10.555555Z",
        "2024-03-10T01:02:03Z | 2024-03-10T01:02:03Z",
        "20240310 010203+0100 | 2024-03-10T00:02:03Z",
        "2024-03-10 | 2024-03-10T08:00:00Z",
        "2024-03-10 01:02 | 2024-03-10T09:02:00Z",
        "Jan 8 1999 04:05:06 PST | 1999-01-08T12:05:06Z",
        "January 8, 1999 | 1999-01-08T08:00:00Z",
        "8 Jan 1999 10:00 PM UTC | 1999-01-08T22:00:00Z",
        "1/8/1999 12:00 AM UTC | 1999-01-08T00:00:00Z",
        "1999-Jan-08 00:00+00 | 1999-01-08T00:00:00Z",
        "2024-03-10 24:00:00+00 | 2024-03-11T00:00:00Z",
        "2024-03-10 01:02:03.1234567899+00 | 2024-03-10T01:02:03.123456790Z",
        "2024-03-10 01:02:03 europe/berlin | 2024-03-10T00:02:03Z",
        "Sun Mar 10 01:02:03 2024 UTC | 2024-03-10T01:02:03Z",
      })
  void postgresFormsAreRead(String text, String utc) {
    Value.Timestamp read = PgDateTimeText.parseTimestamp(text, PACIFIC);

    assertThat(DateTimeText.formatRfc3339(read.epochMicros(), read.nanos())).isEqualTo(utc);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x | INVALID_DATETIME_FORMAT | invalid input syntax for type timestamp with time zone: \"x\"",
        "2024-13-01 | DATETIME_OUT_OF_RANGE | date/time field value out of range: \"2024-13-01\"",
        "2024-02-30 | DATETIME_OUT_OF_RANGE | date/time field value out of range: \"2024-02-30\"",
        "2024-02-01 25:00 | DATETIME_OUT_OF_RANGE"
            + " | date/time field value out of range: \"2024-02-01 25:00\"",
        "infinity | INVALID_SETTING | infinity and -infinity are not supported",
        "now | INVALID_SETTING | current/relative datetimes are not supported",
        "2024-02-01 10:00 Mars/Base | INVALID_SETTING | time zone \"mars/base\" not recognized",
        "2024-02-01 10:00+99 | INVALID_TIME_ZONE_DISPLACEMENT"
            + " | time zone displacement out of range: \"2024-02-01 10:00+99\"",
      })
  void postgresErrorsSpeakPostgres(String text, ErrorCode code, String message) {
    assertThatThrownBy(() -> PgDateTimeText.parseTimestamp(text, PACIFIC))
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessage(message);
  }

  @Test
  void postgresOffsetShowsSecondsOfHistoricZones() {
    long micros = DateTimeText.parseTimestamp("1880-01-01 00:00:00Z", PACIFIC).epochMicros();

    assertThat(PgDateTimeText.formatTimestamp(micros, 0, ZoneId.of("America/New_York")))
        .isEqualTo("1879-12-31 19:03:58-04:56:02");
  }

  @Test
  void timestampTruncationFollowsTheZone() {
    long micros = DateTimeText.parseTimestamp("2017-11-06 02:00:30.5Z", PACIFIC).epochMicros();

    assertThat(utc(Timestamps.truncMicros(micros, DateTimePart.DAY, PACIFIC)))
        .isEqualTo("2017-11-05T07:00:00Z");
    assertThat(utc(Timestamps.truncMicros(micros, DateTimePart.HOUR, ZoneId.of("Asia/Kolkata"))))
        .isEqualTo("2017-11-06T01:30:00Z");
    assertThat(utc(Timestamps.truncMicros(micros, DateTimePart.ISOWEEK, ZoneOffset.UTC)))
        .isEqualTo("2017-11-06T00:00:00Z");
    assertThat(Timestamps.extract(micros, 7, DateTimePart.NANOSECOND, PACIFIC))
        .isEqualTo(500_000_007);
    assertThat(Timestamps.extract(micros, 7, DateTimePart.HOUR, PACIFIC)).isEqualTo(18);
  }

  @Test
  void timestampDifferenceTruncatesTowardZero() {
    long a = DateTimeText.parseTimestamp("2020-01-01 01:00:00Z", PACIFIC).epochMicros();
    long b = DateTimeText.parseTimestamp("2020-01-01 00:00:01Z", PACIFIC).epochMicros();

    assertThat(Timestamps.diff(a, 0, b, 0, DateTimePart.HOUR)).isZero();
    assertThat(Timestamps.diff(b, 0, a, 0, DateTimePart.MINUTE)).isEqualTo(-59);
    assertThat(Timestamps.diff(a, 0, a - 1, 1, DateTimePart.MICROSECOND)).isZero();
    assertThat(Timestamps.diff(a, 0, a - 1, 1, DateTimePart.NANOSECOND)).isEqualTo(999);
    assertThatThrownBy(
            () ->
                Timestamps.diff(
                    Timestamps.MAX_MICROS, 0, Timestamps.MIN_MICROS, 0, DateTimePart.NANOSECOND))
        .isInstanceOf(DbException.class);
  }

  @Test
  void addingBeyondTheYearsIsAnError() {
    assertThatThrownBy(() -> Timestamps.add(Timestamps.MAX_MICROS, 999, 1, DateTimePart.NANOSECOND))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DATETIME_OUT_OF_RANGE));
    assertThat(Timestamps.add(0, 999, 1, DateTimePart.NANOSECOND))
        .isEqualTo(new Value.Timestamp(1, 0));
    assertThat(Timestamps.add(0, 0, -1, DateTimePart.NANOSECOND))
        .isEqualTo(new Value.Timestamp(-1, 999));
  }

  @Test
  void zonesAreFoundByNameAndOffset() {
    assertThat(TimeZones.google("-08:00")).isEqualTo(ZoneOffset.ofHours(-8));
    assertThat(TimeZones.postgres("utc").getRules().isFixedOffset()).isTrue();
    assertThat(TimeZones.postgres("-5")).isEqualTo(ZoneOffset.ofHours(-5));
    assertThatThrownBy(() -> TimeZones.google("abc")).hasMessage("Invalid time zone: abc");
    assertThatThrownBy(() -> TimeZones.postgres("abc"))
        .hasMessage("time zone \"abc\" not recognized");
  }

  private static String utc(long micros) {
    return DateTimeText.formatRfc3339(micros, 0);
  }
}
