package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.DATE;
import static org.ratchetdb.common.type.TypeKind.FLOAT64;
import static org.ratchetdb.common.type.TypeKind.INTERVAL;
import static org.ratchetdb.common.type.TypeKind.STRING;
import static org.ratchetdb.common.type.TypeKind.TIMESTAMP;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.Locale;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.CivilDates;
import org.ratchetdb.common.value.DateTimePart;
import org.ratchetdb.common.value.Intervals;
import org.ratchetdb.common.value.Timestamps;
import org.ratchetdb.common.value.Value;

/** Date and time functions in PostgreSQL's form. */
final class PgDateTimeFunctions {
  private static final String[] FIELDS = {
    "century",
    "day",
    "decade",
    "dow",
    "doy",
    "epoch",
    "hour",
    "isodow",
    "isoyear",
    "julian",
    "microseconds",
    "millennium",
    "milliseconds",
    "minute",
    "month",
    "quarter",
    "second",
    "week",
    "year",
    "timezone",
    "timezone_hour",
    "timezone_minute"
  };

  private static final int JULIAN_OF_EPOCH = 2_440_588;
  private static final int MONTHS_PER_YEAR = 12;

  private PgDateTimeFunctions() {}

  static void register(KernelRegistry r) {
    for (String field : FIELDS) {
      DateTimeFunctions.zoned(
          r,
          "pg_extract_" + field,
          (v, row, out, c) ->
              Numerics.setPg(
                  out, row, extract(field, Args.timestamp(v[0], row), Args.zone(v, 1, row, c))),
          TIMESTAMP);
      r.rows(
          "pg_extract_" + field,
          (v, row, out, c) -> Numerics.setPg(out, row, extractDate(field, (int) v[0].getLong(row))),
          DATE);
      r.rows(
          "pg_extract_" + field,
          (v, row, out, c) ->
              Numerics.setPg(out, row, extractInterval(field, Args.interval(v[0], row))),
          INTERVAL);
    }
    DateTimeFunctions.zoned(
        r,
        "pg_date_part",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                extract(
                        field(v[0].getString(row)),
                        Args.timestamp(v[1], row),
                        Args.zone(v, 2, row, c))
                    .doubleValue()),
        STRING,
        TIMESTAMP);
    r.rows(
        "pg_date_part",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                extractInterval(field(v[0].getString(row)), Args.interval(v[1], row))
                    .doubleValue()),
        STRING,
        INTERVAL);
    DateTimeFunctions.zoned(
        r,
        "pg_date_trunc",
        (v, row, out, c) ->
            Outcomes.setTimestamp(
                out,
                row,
                truncate(
                    field(v[0].getString(row)), Args.micros(v[1], row), Args.zone(v, 2, row, c)),
                0),
        STRING,
        TIMESTAMP);
    r.rows(
        "pg_date_trunc",
        (v, row, out, c) ->
            out.set(row, truncate(field(v[0].getString(row)), Args.interval(v[1], row))),
        STRING,
        INTERVAL);
    registerConversions(r);
    registerIntervals(r);
  }

  /** A field's name without its plural and abbreviations. */
  private static String field(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "years", "y" -> "year";
      case "months", "mon", "mons" -> "month";
      case "days", "d" -> "day";
      case "hours", "h" -> "hour";
      case "minutes", "min", "mins", "m" -> "minute";
      case "seconds", "sec", "s" -> "second";
      case "weeks", "w" -> "week";
      case "quarters" -> "quarter";
      case "decades" -> "decade";
      case "centuries" -> "century";
      case "millisecond", "msec", "ms" -> "milliseconds";
      case "microsecond", "usec", "us" -> "microseconds";
      default -> lower;
    };
  }

  private static DbException unknown(String field, String type) {
    return new DbException(
        ErrorCode.INVALID_ARGUMENT, "unit \"" + field + "\" not recognized for type " + type);
  }

  private static BigDecimal extract(String field, Value.Timestamp at, ZoneId zone) {
    long micros = at.epochMicros();
    int offset = Timestamps.offsetSecondsAt(micros, zone);
    long local = Timestamps.toLocalMicros(micros, zone);
    int day = (int) Math.floorDiv(local, Timestamps.MICROS_PER_DAY);
    long ofDay = Math.floorMod(local, Timestamps.MICROS_PER_DAY);
    long ofMinute = ofDay % 60_000_000L;
    return switch (field) {
      case "epoch" -> BigDecimal.valueOf(micros, 6);
      case "hour" -> BigDecimal.valueOf(ofDay / 3_600_000_000L);
      case "minute" -> BigDecimal.valueOf(ofDay / 60_000_000L % 60);
      case "second" -> BigDecimal.valueOf(ofMinute, 6);
      case "milliseconds" -> BigDecimal.valueOf(ofMinute, 3);
      case "microseconds" -> BigDecimal.valueOf(ofMinute);
      case "timezone" -> BigDecimal.valueOf(offset);
      case "timezone_hour" -> BigDecimal.valueOf(offset / 3600);
      case "timezone_minute" -> BigDecimal.valueOf(offset / 60 % 60);
      case "julian" ->
          BigDecimal.valueOf(day + JULIAN_OF_EPOCH)
              .add(
                  BigDecimal.valueOf(ofDay)
                      .divide(
                          BigDecimal.valueOf(Timestamps.MICROS_PER_DAY),
                          20,
                          java.math.RoundingMode.HALF_UP));
      default -> extractDay(field, day, "timestamp with time zone");
    };
  }

  private static BigDecimal extractDate(String field, int day) {
    return switch (field) {
      case "epoch" -> BigDecimal.valueOf(day * 86_400L);
      case "julian" -> BigDecimal.valueOf(day + JULIAN_OF_EPOCH);
      default -> extractDay(field, day, "date");
    };
  }

  private static BigDecimal extractDay(String field, int day, String type) {
    int civil = CivilDates.toCivil(day);
    int year = CivilDates.yearOf(civil);
    int value =
        switch (field) {
          case "year" -> year;
          case "month" -> CivilDates.monthOf(civil);
          case "day" -> CivilDates.dayOf(civil);
          case "quarter" -> (CivilDates.monthOf(civil) + 2) / 3;
          case "decade" -> year / 10;
          case "century" -> (year + 99) / 100;
          case "millennium" -> (year + 999) / 1000;
          case "dow" -> CivilDates.dayOfWeekFromSunday(day);
          case "isodow" -> CivilDates.dayOfWeekFromMonday(day) + 1;
          case "doy" -> CivilDates.dayOfYear(day);
          case "week" -> CivilDates.isoWeek(day);
          case "isoyear" -> CivilDates.isoYear(day);
          default -> throw unknown(field, type);
        };
    return BigDecimal.valueOf(value);
  }

  private static BigDecimal extractInterval(String field, Value.Interval v) {
    long ofMinute = v.micros() % 60_000_000L;
    int years = v.months() / MONTHS_PER_YEAR;
    return switch (field) {
      case "epoch" ->
          // A year has 365.25 days here, and a month 30.
          BigDecimal.valueOf(years * 31_557_600L)
              .add(
                  BigDecimal.valueOf(
                      (v.months() % MONTHS_PER_YEAR) * 2_592_000L + v.days() * 86_400L))
              .add(BigDecimal.valueOf(v.micros(), 6));
      case "year" -> BigDecimal.valueOf(years);
      case "month" -> BigDecimal.valueOf(v.months() % MONTHS_PER_YEAR);
      case "day" -> BigDecimal.valueOf(v.days());
      case "hour" -> BigDecimal.valueOf(v.micros() / 3_600_000_000L);
      case "minute" -> BigDecimal.valueOf(v.micros() / 60_000_000L % 60);
      case "second" -> BigDecimal.valueOf(ofMinute, 6);
      case "milliseconds" -> BigDecimal.valueOf(ofMinute, 3);
      case "microseconds" -> BigDecimal.valueOf(ofMinute);
      case "quarter" -> BigDecimal.valueOf(v.months() % MONTHS_PER_YEAR / 3 + 1);
      case "decade" -> BigDecimal.valueOf(years / 10);
      case "century" -> BigDecimal.valueOf(years / 100);
      case "millennium" -> BigDecimal.valueOf(years / 1000);
      default -> throw unknown(field, "interval");
    };
  }

  private static long truncate(String field, long micros, ZoneId zone) {
    return switch (field) {
      case "microseconds" -> micros;
      case "milliseconds" -> Timestamps.truncMicros(micros, DateTimePart.MILLISECOND, zone);
      case "second" -> Timestamps.truncMicros(micros, DateTimePart.SECOND, zone);
      case "minute" -> Timestamps.truncMicros(micros, DateTimePart.MINUTE, zone);
      case "hour" -> Timestamps.truncMicros(micros, DateTimePart.HOUR, zone);
      case "day" -> Timestamps.truncMicros(micros, DateTimePart.DAY, zone);
      case "week" -> Timestamps.truncMicros(micros, DateTimePart.ISOWEEK, zone);
      case "month" -> Timestamps.truncMicros(micros, DateTimePart.MONTH, zone);
      case "quarter" -> Timestamps.truncMicros(micros, DateTimePart.QUARTER, zone);
      case "year" -> Timestamps.truncMicros(micros, DateTimePart.YEAR, zone);
      case "decade" -> startOfYears(micros, zone, 10, 0);
      case "century" -> startOfYears(micros, zone, 100, 1);
      case "millennium" -> startOfYears(micros, zone, 1000, 1);
      default -> throw unknown(field, "timestamp with time zone");
    };
  }

  /** The start of a span of years whose first year has that remainder. */
  private static long startOfYears(long micros, ZoneId zone, int span, int first) {
    int year = CivilDates.yearOf(CivilDates.toCivil(Timestamps.toEpochDay(micros, zone)));
    int start = Math.max(1, Math.floorDiv(year - first, span) * span + first);
    return Timestamps.startOfDay(CivilDates.toEpochDay(start, 1, 1), zone);
  }

  private static Value.Interval truncate(String field, Value.Interval v) {
    long unit =
        switch (field) {
          case "microseconds" -> 1L;
          case "milliseconds" -> 1_000L;
          case "second" -> 1_000_000L;
          case "minute" -> 60_000_000L;
          case "hour" -> 3_600_000_000L;
          default -> 0;
        };
    if (unit > 0) {
      return Intervals.of(v.months(), v.days(), v.micros() / unit * unit, 0);
    }
    int months =
        switch (field) {
          case "day" -> 0;
          case "month" -> 1;
          case "quarter" -> 3;
          case "year" -> MONTHS_PER_YEAR;
          case "decade" -> 10 * MONTHS_PER_YEAR;
          case "century" -> 100 * MONTHS_PER_YEAR;
          case "millennium" -> 1000 * MONTHS_PER_YEAR;
          default -> throw unknown(field, "interval");
        };
    return months == 0
        ? Intervals.of(v.months(), v.days(), 0, 0)
        : Intervals.of((long) (v.months() / months) * months, 0, 0, 0);
  }

  private static void registerConversions(KernelRegistry r) {
    r.rows(
        "pg_to_timestamp",
        (v, row, out, c) -> {
          double seconds = v[0].getDouble(row);
          double micros = Math.rint(seconds * 1e6);
          if (!(micros >= Timestamps.MIN_MICROS && micros <= Timestamps.MAX_MICROS)) {
            throw new DbException(
                ErrorCode.DATETIME_OUT_OF_RANGE, "timestamp out of range: \"" + seconds + "\"");
          }
          Outcomes.setTimestamp(out, row, (long) micros, 0);
        },
        FLOAT64);
    DateTimeFunctions.zoned(
        r,
        "pg_to_timestamp",
        (v, row, out, c) ->
            out.set(
                row,
                PgTimeTemplate.parseTimestamp(
                    v[0].getString(row), v[1].getString(row), Args.zone(v, 2, row, c))),
        STRING,
        STRING);
    r.rows(
        "pg_to_date",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                (long) PgTimeTemplate.parseDate(v[0].getString(row), v[1].getString(row))),
        STRING,
        STRING);
    DateTimeFunctions.zoned(
        r,
        "pg_to_char",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                PgTimeTemplate.format(
                    v[1].getString(row), Args.micros(v[0], row), Args.zone(v, 2, row, c))),
        TIMESTAMP,
        STRING);
  }

  private static void registerIntervals(KernelRegistry r) {
    r.rows(
        "pg_multiply",
        (v, row, out, c) ->
            out.set(row, Intervals.multiply(Args.interval(v[0], row), v[1].getDouble(row))),
        INTERVAL,
        FLOAT64);
    r.rows(
        "pg_multiply",
        (v, row, out, c) ->
            out.set(row, Intervals.multiply(Args.interval(v[1], row), v[0].getDouble(row))),
        FLOAT64,
        INTERVAL);
    r.rows(
        "pg_divide",
        (v, row, out, c) -> {
          double divisor = v[1].getDouble(row);
          if (divisor == 0) {
            throw MathErrors.divisionByZero(c, "");
          }
          out.set(row, Intervals.multiply(Args.interval(v[0], row), 1 / divisor));
        },
        INTERVAL,
        FLOAT64);
  }
}
