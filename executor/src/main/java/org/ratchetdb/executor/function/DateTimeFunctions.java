package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.DATE;
import static org.ratchetdb.common.type.TypeKind.INT64;
import static org.ratchetdb.common.type.TypeKind.INTERVAL;
import static org.ratchetdb.common.type.TypeKind.STRING;
import static org.ratchetdb.common.type.TypeKind.TIMESTAMP;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.CivilDates;
import org.ratchetdb.common.value.DateTimePart;
import org.ratchetdb.common.value.DateTimeText;
import org.ratchetdb.common.value.Intervals;
import org.ratchetdb.common.value.Timestamps;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.ColumnVector;

/**
 * Dates, timestamps and intervals in GoogleSQL's form. A part of a date is a suffix of the kernel's
 * name; a time zone is a last argument that may be left out.
 */
final class DateTimeFunctions {
  private DateTimeFunctions() {}

  static void register(KernelRegistry r) {
    registerCurrent(r);
    registerDates(r);
    registerTimestamps(r);
    registerConversions(r);
    registerParts(r);
    registerArithmetic(r);
    registerIntervals(r);
  }

  /** Registers a kernel with and without a time zone as its last argument. */
  static void zoned(KernelRegistry r, String name, RowKernel kernel, @Nullable TypeKind... kinds) {
    r.rows(name, kernel, kinds);
    TypeKind[] withZone = java.util.Arrays.copyOf(kinds, kinds.length + 1);
    withZone[kinds.length] = STRING;
    r.rows(name, kernel, withZone);
  }

  private static void registerCurrent(KernelRegistry r) {
    r.rows(
        "current_timestamp",
        (v, row, out, c) -> Outcomes.setTimestamp(out, row, c.statementMicros(), 0));
    r.rows(
        "pg_clock_timestamp",
        (v, row, out, c) -> Outcomes.setTimestamp(out, row, c.statementMicros(), 0));
    zoned(
        r,
        "current_date",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                (long) Timestamps.toEpochDay(c.statementMicros(), Args.zone(v, 0, row, c))));
  }

  private static void registerDates(KernelRegistry r) {
    r.rows(
        "date_from_parts",
        (v, row, out, c) -> {
          long year = v[0].getLong(row);
          long month = v[1].getLong(row);
          long day = v[2].getLong(row);
          if (year != (int) year
              || month != (int) month
              || day != (int) day
              || !CivilDates.isValid((int) year, (int) month, (int) day)) {
            throw new DbException(
                ErrorCode.DATETIME_OUT_OF_RANGE,
                c.isPostgres()
                    ? "date field value out of range: " + year + "-" + month + "-" + day
                    : "Input calculates to invalid date: " + year + "-" + month + "-" + day);
          }
          Outcomes.set(out, row, (long) CivilDates.toEpochDay((int) year, (int) month, (int) day));
        },
        INT64,
        INT64,
        INT64);
    zoned(
        r,
        "date_of_timestamp",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                (long) Timestamps.toEpochDay(Args.micros(v[0], row), Args.zone(v, 1, row, c))),
        TIMESTAMP);
    r.rows("unix_date", (v, row, out, c) -> Outcomes.set(out, row, v[0].getLong(row)), DATE);
    r.rows(
        "date_from_unix_date",
        (v, row, out, c) -> {
          long day = v[0].getLong(row);
          if (!CivilDates.inRange(day)) {
            throw new DbException(
                ErrorCode.DATETIME_OUT_OF_RANGE,
                "DATE_FROM_UNIX_DATE range is "
                    + CivilDates.MIN_EPOCH_DAY
                    + " to "
                    + CivilDates.MAX_EPOCH_DAY
                    + " but saw "
                    + day);
          }
          Outcomes.set(out, row, day);
        },
        INT64);
  }

  private static void registerTimestamps(KernelRegistry r) {
    fromUnits(r, "timestamp_seconds", 1_000_000L);
    fromUnits(r, "timestamp_millis", 1_000L);
    fromUnits(r, "timestamp_micros", 1L);
    toUnits(r, "unix_seconds", 1_000_000L);
    toUnits(r, "unix_millis", 1_000L);
    toUnits(r, "unix_micros", 1L);
  }

  private static void fromUnits(KernelRegistry r, String name, long microsPerUnit) {
    r.rows(
        name,
        (v, row, out, c) -> {
          long value = v[0].getLong(row);
          long micros = value * microsPerUnit;
          if (Math.multiplyHigh(value, microsPerUnit) != micros >> 63
              || !Timestamps.inRange(micros)) {
            throw new DbException(
                ErrorCode.DATETIME_OUT_OF_RANGE,
                "Input value "
                    + value
                    + " of "
                    + name.toUpperCase(Locale.ROOT)
                    + " is out of range");
          }
          Outcomes.setTimestamp(out, row, micros, 0);
        },
        INT64);
  }

  private static void toUnits(KernelRegistry r, String name, long microsPerUnit) {
    r.rows(
        name,
        (v, row, out, c) ->
            Outcomes.set(out, row, Math.floorDiv(Args.micros(v[0], row), microsPerUnit)),
        TIMESTAMP);
  }

  private static void registerConversions(KernelRegistry r) {
    r.rows(
        "timestamp_from_string",
        (v, row, out, c) ->
            out.set(row, DateTimeText.parseTimestamp(v[0].getString(row), c.zone())),
        STRING);
    r.rows(
        "timestamp_from_string",
        (v, row, out, c) ->
            out.set(
                row,
                DateTimeText.parseTimestampWithoutZone(
                    v[0].getString(row), Args.zone(v, 1, row, c))),
        STRING,
        STRING);
    zoned(
        r,
        "timestamp_from_date",
        (v, row, out, c) ->
            Outcomes.setTimestamp(
                out,
                row,
                Timestamps.startOfDay((int) v[0].getLong(row), Args.zone(v, 1, row, c)),
                0),
        DATE);
    zoned(
        r,
        "string_of_timestamp",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                DateTimeText.formatTimestamp(
                    Args.micros(v[0], row), Args.nanos(v[0], row), Args.zone(v, 1, row, c))),
        TIMESTAMP);
    r.rows(
        "format_date",
        (v, row, out, c) ->
            Outcomes.set(
                out, row, TimeFormat.formatDate(v[0].getString(row), (int) v[1].getLong(row))),
        STRING,
        DATE);
    r.rows(
        "parse_date",
        (v, row, out, c) ->
            Outcomes.set(
                out, row, (long) TimeParse.parseDate(v[0].getString(row), v[1].getString(row))),
        STRING,
        STRING);
    zoned(
        r,
        "format_timestamp",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                TimeFormat.formatTimestamp(
                    v[0].getString(row),
                    Args.micros(v[1], row),
                    Args.nanos(v[1], row),
                    Args.zone(v, 2, row, c))),
        STRING,
        TIMESTAMP);
    zoned(
        r,
        "parse_timestamp",
        (v, row, out, c) ->
            out.set(
                row,
                TimeParse.parseTimestamp(
                    v[0].getString(row), v[1].getString(row), Args.zone(v, 2, row, c))),
        STRING,
        STRING);
  }

  private static void registerParts(KernelRegistry r) {
    for (DateTimePart part : DateTimePart.values()) {
      String suffix = "_" + part.name().toLowerCase(Locale.ROOT);
      switch (part) {
        case YEAR, QUARTER, MONTH, WEEK, DAY, ISOWEEK, ISOYEAR -> {
          datePart(r, suffix, part);
          timestampPart(r, suffix, part);
        }
        case DAYOFWEEK, DAYOFYEAR -> {
          extractDate(r, suffix, part);
          extractTimestamp(r, suffix, part);
        }
        case DATE -> extractTimestamp(r, suffix, part);
        case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND ->
            timestampPart(r, suffix, part);
      }
    }
    for (DateTimePart part :
        new DateTimePart[] {
          DateTimePart.YEAR,
          DateTimePart.MONTH,
          DateTimePart.DAY,
          DateTimePart.HOUR,
          DateTimePart.MINUTE,
          DateTimePart.SECOND,
          DateTimePart.MILLISECOND,
          DateTimePart.MICROSECOND,
          DateTimePart.NANOSECOND
        }) {
      r.rows(
          "extract_" + part.name().toLowerCase(Locale.ROOT),
          (v, row, out, c) ->
              Outcomes.set(out, row, Intervals.extract(Args.interval(v[0], row), part)),
          INTERVAL);
    }
  }

  private static void extractDate(KernelRegistry r, String suffix, DateTimePart part) {
    r.rows(
        "extract" + suffix,
        (v, row, out, c) ->
            Outcomes.set(out, row, (long) CivilDates.extract((int) v[0].getLong(row), part)),
        DATE);
  }

  private static void extractTimestamp(KernelRegistry r, String suffix, DateTimePart part) {
    zoned(
        r,
        "extract" + suffix,
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                Timestamps.extract(
                    Args.micros(v[0], row), Args.nanos(v[0], row), part, Args.zone(v, 1, row, c))),
        TIMESTAMP);
  }

  private static void datePart(KernelRegistry r, String suffix, DateTimePart part) {
    extractDate(r, suffix, part);
    r.rows(
        "date_add" + suffix,
        (v, row, out, c) ->
            Outcomes.set(
                out, row, (long) CivilDates.add((int) v[0].getLong(row), v[1].getLong(row), part)),
        DATE,
        INT64);
    r.rows(
        "date_sub" + suffix,
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                (long) CivilDates.add((int) v[0].getLong(row), negated(v[1].getLong(row)), part)),
        DATE,
        INT64);
    r.rows(
        "date_diff" + suffix,
        (v, row, out, c) ->
            Outcomes.set(
                out, row, CivilDates.diff((int) v[0].getLong(row), (int) v[1].getLong(row), part)),
        DATE,
        DATE);
    r.rows(
        "date_trunc" + suffix,
        (v, row, out, c) ->
            Outcomes.set(out, row, (long) CivilDates.trunc((int) v[0].getLong(row), part)),
        DATE);
  }

  /** The smallest number has no counterpart; anything near it is out of every range anyway. */
  private static long negated(long count) {
    return count == Long.MIN_VALUE ? Long.MAX_VALUE : -count;
  }

  private static void timestampPart(KernelRegistry r, String suffix, DateTimePart part) {
    extractTimestamp(r, suffix, part);
    zoned(
        r,
        "timestamp_trunc" + suffix,
        (v, row, out, c) -> {
          long micros = Args.micros(v[0], row);
          if (part == DateTimePart.NANOSECOND) {
            Outcomes.setTimestamp(out, row, micros, Args.nanos(v[0], row));
          } else {
            Outcomes.setTimestamp(
                out, row, Timestamps.truncMicros(micros, part, Args.zone(v, 1, row, c)), 0);
          }
        },
        TIMESTAMP);
    switch (part) {
      case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND -> {
        r.rows(
            "timestamp_add" + suffix,
            (v, row, out, c) -> addUnits(v, row, out, v[1].getLong(row), part),
            TIMESTAMP,
            INT64);
        r.rows(
            "timestamp_sub" + suffix,
            (v, row, out, c) -> addUnits(v, row, out, negated(v[1].getLong(row)), part),
            TIMESTAMP,
            INT64);
        r.rows(
            "timestamp_diff" + suffix,
            (v, row, out, c) ->
                Outcomes.set(
                    out,
                    row,
                    Timestamps.diff(
                        Args.micros(v[0], row),
                        Args.nanos(v[0], row),
                        Args.micros(v[1], row),
                        Args.nanos(v[1], row),
                        part)),
            TIMESTAMP,
            TIMESTAMP);
      }
      default -> {
        // Longer than a day: of no fixed length.
      }
    }
  }

  private static void addUnits(
      ColumnVector[] v, int row, ColumnVector out, long count, DateTimePart part) {
    out.set(row, Timestamps.add(Args.micros(v[0], row), Args.nanos(v[0], row), count, part));
  }

  private static void registerArithmetic(KernelRegistry r) {
    r.rows("add", (v, row, out, c) -> addDays(v[0], v[1], 1, row, out), DATE, INT64);
    r.rows("add", (v, row, out, c) -> addDays(v[1], v[0], 1, row, out), INT64, DATE);
    r.rows("subtract", (v, row, out, c) -> addDays(v[0], v[1], -1, row, out), DATE, INT64);
    r.rows(
        "add",
        (v, row, out, c) -> addInterval(v[0], Args.interval(v[1], row), row, out, c),
        TIMESTAMP,
        INTERVAL);
    r.rows(
        "add",
        (v, row, out, c) -> addInterval(v[1], Args.interval(v[0], row), row, out, c),
        INTERVAL,
        TIMESTAMP);
    r.rows(
        "subtract",
        (v, row, out, c) ->
            addInterval(v[0], Intervals.negate(Args.interval(v[1], row)), row, out, c),
        TIMESTAMP,
        INTERVAL);
    r.rows(
        "subtract",
        (v, row, out, c) ->
            out.set(row, Intervals.of(0, v[0].getLong(row) - v[1].getLong(row), 0, 0)),
        DATE,
        DATE);
    r.rows(
        "pg_subtract",
        (v, row, out, c) -> Outcomes.set(out, row, v[0].getLong(row) - v[1].getLong(row)),
        DATE,
        DATE);
    r.rows(
        "subtract",
        (v, row, out, c) -> out.set(row, difference(v, row, false)),
        TIMESTAMP,
        TIMESTAMP);
    r.rows(
        "pg_subtract",
        (v, row, out, c) -> out.set(row, difference(v, row, true)),
        TIMESTAMP,
        TIMESTAMP);
  }

  private static void addDays(
      ColumnVector date, ColumnVector days, int sign, int row, ColumnVector out) {
    long count = days.getLong(row);
    Outcomes.set(
        out,
        row,
        (long)
            CivilDates.add(
                (int) date.getLong(row), sign < 0 ? negated(count) : count, DateTimePart.DAY));
  }

  private static void addInterval(
      ColumnVector time,
      Value.Interval interval,
      int row,
      ColumnVector out,
      ExecutionContext context) {
    Value.Timestamp at = Args.timestamp(time, row);
    out.set(
        row,
        context.isPostgres()
            ? Intervals.addToTimestamp(at, interval, context.zone())
            : Intervals.addToTimestamp(at, interval));
  }

  private static Value.Interval difference(ColumnVector[] v, int row, boolean inDays) {
    long micros = Args.micros(v[0], row) - Args.micros(v[1], row);
    int nanos = Args.nanos(v[0], row) - Args.nanos(v[1], row);
    if (nanos < 0) {
      nanos += 1000;
      micros--;
    }
    if (!inDays) {
      return Intervals.of(0, 0, micros, nanos);
    }
    long days = micros / Timestamps.MICROS_PER_DAY;
    return Intervals.of(0, days, micros - days * Timestamps.MICROS_PER_DAY, nanos);
  }

  private static void registerIntervals(KernelRegistry r) {
    r.rows(
        "add",
        (v, row, out, c) ->
            out.set(row, Intervals.add(Args.interval(v[0], row), Args.interval(v[1], row))),
        INTERVAL,
        INTERVAL);
    r.rows(
        "subtract",
        (v, row, out, c) ->
            out.set(row, Intervals.subtract(Args.interval(v[0], row), Args.interval(v[1], row))),
        INTERVAL,
        INTERVAL);
    r.rows(
        "multiply",
        (v, row, out, c) ->
            out.set(row, Intervals.multiply(Args.interval(v[0], row), v[1].getLong(row))),
        INTERVAL,
        INT64);
    r.rows(
        "multiply",
        (v, row, out, c) ->
            out.set(row, Intervals.multiply(Args.interval(v[1], row), v[0].getLong(row))),
        INT64,
        INTERVAL);
    r.rows(
        "divide",
        (v, row, out, c) -> {
          if (v[1].getLong(row) == 0) {
            throw MathErrors.divisionByZero(c, "INTERVAL / 0");
          }
          out.set(row, Intervals.divide(Args.interval(v[0], row), v[1].getLong(row)));
        },
        INTERVAL,
        INT64);
    r.rows(
        "negate",
        (v, row, out, c) -> out.set(row, Intervals.negate(Args.interval(v[0], row))),
        INTERVAL);
    for (DateTimePart part :
        new DateTimePart[] {
          DateTimePart.YEAR,
          DateTimePart.QUARTER,
          DateTimePart.MONTH,
          DateTimePart.WEEK,
          DateTimePart.DAY,
          DateTimePart.HOUR,
          DateTimePart.MINUTE,
          DateTimePart.SECOND,
          DateTimePart.MILLISECOND,
          DateTimePart.MICROSECOND,
          DateTimePart.NANOSECOND
        }) {
      r.rows(
          "interval_" + part.name().toLowerCase(Locale.ROOT),
          (v, row, out, c) -> out.set(row, Intervals.ofPart(v[0].getLong(row), part)),
          INT64);
    }
    r.rows(
        "justify_days",
        (v, row, out, c) -> out.set(row, Intervals.justifyDays(Args.interval(v[0], row))),
        INTERVAL);
    r.rows(
        "justify_hours",
        (v, row, out, c) -> out.set(row, Intervals.justifyHours(Args.interval(v[0], row))),
        INTERVAL);
    r.rows(
        "justify_interval",
        (v, row, out, c) -> out.set(row, Intervals.justify(Args.interval(v[0], row))),
        INTERVAL);
  }
}
