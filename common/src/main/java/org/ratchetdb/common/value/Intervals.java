package org.ratchetdb.common.value;

import java.math.BigInteger;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Arithmetic and order of INTERVAL, whose months, days and time of day are kept apart. Results out
 * of GoogleSQL's range (10000 years, 3660000 days, 87840000 hours, either sign) are errors in both
 * dialects.
 */
public final class Intervals {
  public static final long MONTHS_MAX = 120_000;
  public static final long DAYS_MAX = 3_660_000;
  public static final long MICROS_MAX = 87_840_000L * 3600 * 1_000_000;

  public static final Value.Interval ZERO = new Value.Interval(0, 0, 0, 0);

  static final long MICROS_PER_HOUR = 3_600_000_000L;
  private static final int DAYS_PER_MONTH = 30;

  private Intervals() {}

  /**
   * Checks the range of each part.
   *
   * @param nanos 0..999 beyond the microseconds
   */
  public static Value.Interval of(long months, long days, long micros, int nanos) {
    checkField("months", months, MONTHS_MAX);
    checkField("days", days, DAYS_MAX);
    checkField("micros", micros, MICROS_MAX);
    return new Value.Interval((int) months, (int) days, micros, nanos);
  }

  /** {@code INTERVAL count part}. */
  public static Value.Interval ofPart(long count, DateTimePart part) {
    try {
      return switch (part) {
        case YEAR -> of(Math.multiplyExact(count, 12L), 0, 0, 0);
        case QUARTER -> of(Math.multiplyExact(count, 3L), 0, 0, 0);
        case MONTH -> of(count, 0, 0, 0);
        case WEEK -> of(0, Math.multiplyExact(count, 7L), 0, 0);
        case DAY -> of(0, count, 0, 0);
        case HOUR -> of(0, 0, Math.multiplyExact(count, MICROS_PER_HOUR), 0);
        case MINUTE -> of(0, 0, Math.multiplyExact(count, 60_000_000L), 0);
        case SECOND -> of(0, 0, Math.multiplyExact(count, 1_000_000L), 0);
        case MILLISECOND -> of(0, 0, Math.multiplyExact(count, 1_000L), 0);
        case MICROSECOND -> of(0, 0, count, 0);
        case NANOSECOND -> of(0, 0, Math.floorDiv(count, 1000L), Math.floorMod(count, 1000));
        default -> throw CivilDates.unsupportedPart(part, "INTERVAL");
      };
    } catch (ArithmeticException e) {
      throw outOfRange(String.valueOf(part), count, e);
    }
  }

  /** Orders with a month of 30 days and a day of 24 hours, as both dialects do. */
  public static int compare(Value.Interval a, Value.Interval b) {
    long daysA = totalDays(a);
    long daysB = totalDays(b);
    if (daysA != daysB) {
      return Long.compare(daysA, daysB);
    }
    long restA = Math.floorMod(a.micros(), Timestamps.MICROS_PER_DAY);
    long restB = Math.floorMod(b.micros(), Timestamps.MICROS_PER_DAY);
    return restA != restB ? Long.compare(restA, restB) : Integer.compare(a.nanos(), b.nanos());
  }

  /** Equal intervals in the sense of {@link #compare} have the same hash. */
  public static int hash(Value.Interval v) {
    long rest = Math.floorMod(v.micros(), Timestamps.MICROS_PER_DAY);
    return 31 * (31 * Long.hashCode(totalDays(v)) + Long.hashCode(rest)) + v.nanos();
  }

  public static Value.Interval add(Value.Interval a, Value.Interval b) {
    int nanos = a.nanos() + b.nanos();
    return of(
        (long) a.months() + b.months(),
        (long) a.days() + b.days(),
        Math.addExact(a.micros(), b.micros()) + nanos / 1000,
        nanos % 1000);
  }

  public static Value.Interval negate(Value.Interval v) {
    boolean borrow = v.nanos() != 0;
    return of(
        -(long) v.months(),
        -(long) v.days(),
        borrow ? -v.micros() - 1 : -v.micros(),
        borrow ? 1000 - v.nanos() : 0);
  }

  public static Value.Interval subtract(Value.Interval a, Value.Interval b) {
    return add(a, negate(b));
  }

  public static Value.Interval multiply(Value.Interval v, long factor) {
    try {
      BigInteger nanos = totalNanos(v).multiply(BigInteger.valueOf(factor));
      return ofNanos(
          Math.multiplyExact(v.months(), factor), Math.multiplyExact(v.days(), factor), nanos);
    } catch (ArithmeticException e) {
      throw outOfRange("product", factor, e);
    }
  }

  /** Remainders of months become days, those of days become time; time truncates. */
  public static Value.Interval divide(Value.Interval v, long divisor) {
    if (divisor == 0) {
      throw new DbException(
          ErrorCode.DIVISION_BY_ZERO, "division by zero: " + IntervalText.format(v) + " / 0");
    }
    long months = v.months() / divisor;
    long days = v.days() + v.months() % divisor * DAYS_PER_MONTH;
    BigInteger nanos =
        totalNanos(v)
            .add(
                BigInteger.valueOf(days % divisor)
                    .multiply(BigInteger.valueOf(Timestamps.MICROS_PER_DAY * 1000)))
            .divide(BigInteger.valueOf(divisor));
    return ofNanos(months, days / divisor, nanos);
  }

  /** PostgreSQL's {@code interval * float8}: fractions of months become days, of days time. */
  public static Value.Interval multiply(Value.Interval v, double factor) {
    double months = v.months() * factor;
    double days = v.days() * factor;
    double wholeMonths = months < 0 ? Math.ceil(months) : Math.floor(months);
    double spilledDays = (months - wholeMonths) * DAYS_PER_MONTH;
    double roundedSpill = Math.rint(spilledDays * 1e6) / 1e6;
    double allDays = days + roundedSpill;
    double wholeDays = allDays < 0 ? Math.ceil(allDays) : Math.floor(allDays);
    double micros =
        Math.rint((allDays - wholeDays) * Timestamps.MICROS_PER_DAY)
            + Math.rint(v.micros() * factor);
    if (!(Math.abs(months) <= MONTHS_MAX
        && Math.abs(allDays) <= DAYS_MAX
        && Math.abs(micros) <= MICROS_MAX)) {
      throw new DbException(ErrorCode.DATETIME_OUT_OF_RANGE, "interval out of range");
    }
    return of((long) wholeMonths, (long) wholeDays, (long) micros, 0);
  }

  /** JUSTIFY_HOURS: every 24 hours become a day. */
  public static Value.Interval justifyHours(Value.Interval v) {
    BigInteger perDay = BigInteger.valueOf(Timestamps.MICROS_PER_DAY * 1000);
    BigInteger[] parts = totalNanos(v).divideAndRemainder(perDay);
    long days = v.days() + parts[0].longValue();
    BigInteger rest = parts[1];
    if (days > 0 && rest.signum() < 0) {
      days--;
      rest = rest.add(perDay);
    } else if (days < 0 && rest.signum() > 0) {
      days++;
      rest = rest.subtract(perDay);
    }
    return ofNanos(v.months(), days, rest);
  }

  /** JUSTIFY_DAYS: every 30 days become a month. */
  public static Value.Interval justifyDays(Value.Interval v) {
    long months = (long) v.months() + v.days() / DAYS_PER_MONTH;
    long days = v.days() % DAYS_PER_MONTH;
    if (months > 0 && days < 0) {
      months--;
      days += DAYS_PER_MONTH;
    } else if (months < 0 && days > 0) {
      months++;
      days -= DAYS_PER_MONTH;
    }
    return of(months, days, v.micros(), v.nanos());
  }

  /** JUSTIFY_INTERVAL: both, and one sign for all parts. */
  public static Value.Interval justify(Value.Interval v) {
    Value.Interval result = justifyDays(justifyHours(v));
    long months = result.months();
    long days = result.days();
    BigInteger nanos = totalNanos(result);
    if (months > 0 && (days < 0 || (days == 0 && nanos.signum() < 0))) {
      months--;
      days += DAYS_PER_MONTH;
    } else if (months < 0 && (days > 0 || (days == 0 && nanos.signum() > 0))) {
      months++;
      days -= DAYS_PER_MONTH;
    }
    BigInteger perDay = BigInteger.valueOf(Timestamps.MICROS_PER_DAY * 1000);
    if (days > 0 && nanos.signum() < 0) {
      days--;
      nanos = nanos.add(perDay);
    } else if (days < 0 && nanos.signum() > 0) {
      days++;
      nanos = nanos.subtract(perDay);
    }
    return ofNanos(months, days, nanos);
  }

  /** EXTRACT(part FROM interval); all parts carry the sign of their group. */
  public static long extract(Value.Interval v, DateTimePart part) {
    // Toward zero: a negative time with nanoseconds is stored rounded down.
    long micros = v.micros() < 0 && v.nanos() > 0 ? v.micros() + 1 : v.micros();
    long secondMicros = micros % 1_000_000;
    return switch (part) {
      case YEAR -> v.months() / 12;
      case MONTH -> v.months() % 12;
      case DAY -> v.days();
      case HOUR -> micros / MICROS_PER_HOUR;
      case MINUTE -> micros / 60_000_000 % 60;
      case SECOND -> micros / 1_000_000 % 60;
      case MILLISECOND -> secondMicros / 1000;
      case MICROSECOND -> secondMicros;
      case NANOSECOND -> v.micros() % 1_000_000 * 1000 + v.nanos();
      default -> throw CivilDates.unsupportedPart(part, "EXTRACT from INTERVAL");
    };
  }

  /** TIMESTAMP + INTERVAL of GoogleSQL: a day is 24 hours; months are refused. */
  public static Value.Timestamp addToTimestamp(Value.Timestamp t, Value.Interval v) {
    if (v.months() != 0) {
      throw new DbException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "TIMESTAMP +/- INTERVAL is not supported for intervals with non-zero MONTH or YEAR part.");
    }
    return plus(t.epochMicros(), t.nanos(), v.days() * Timestamps.MICROS_PER_DAY, v);
  }

  /** timestamptz + interval of PostgreSQL: months and days by the calendar of the zone. */
  public static Value.Timestamp addToTimestamp(Value.Timestamp t, Value.Interval v, ZoneId zone) {
    long micros = t.epochMicros();
    if (v.months() != 0 || v.days() != 0) {
      long local = Timestamps.toLocalMicros(micros, zone);
      int day = (int) Math.floorDiv(local, Timestamps.MICROS_PER_DAY);
      long ofDay = Math.floorMod(local, Timestamps.MICROS_PER_DAY);
      int shifted = CivilDates.add(day, v.months(), DateTimePart.MONTH);
      shifted = CivilDates.add(shifted, v.days(), DateTimePart.DAY);
      micros = Timestamps.fromLocalMicros(shifted * Timestamps.MICROS_PER_DAY + ofDay, zone);
    }
    return plus(micros, t.nanos(), 0, v);
  }

  private static Value.Timestamp plus(long micros, int nanos, long extra, Value.Interval v) {
    int sum = nanos + v.nanos();
    // All terms are within their ranges, whose sum fits a long by far.
    long result = micros + extra + v.micros() + sum / 1000;
    return new Value.Timestamp(Timestamps.checkRange(result, "timestamp out of range"), sum % 1000);
  }

  private static Value.Interval ofNanos(long months, long days, BigInteger nanos) {
    BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(1000));
    int rest = parts[1].intValue();
    BigInteger micros = parts[0];
    if (rest < 0) {
      rest += 1000;
      micros = micros.subtract(BigInteger.ONE);
    }
    if (micros.bitLength() >= Long.SIZE) {
      throw new DbException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          "Interval field micros '" + micros + "' is out of range");
    }
    return of(months, days, micros.longValue(), rest);
  }

  private static BigInteger totalNanos(Value.Interval v) {
    return BigInteger.valueOf(v.micros())
        .multiply(BigInteger.valueOf(1000))
        .add(BigInteger.valueOf(v.nanos()));
  }

  private static long totalDays(Value.Interval v) {
    return (long) v.months() * DAYS_PER_MONTH
        + v.days()
        + Math.floorDiv(v.micros(), Timestamps.MICROS_PER_DAY);
  }

  private static void checkField(String field, long value, long max) {
    if (value < -max || value > max) {
      throw new DbException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          "Interval field " + field + " '" + value + "' is out of range " + -max + " to " + max);
    }
  }

  private static DbException outOfRange(String field, long value, @Nullable Throwable cause) {
    return new DbException(
        ErrorCode.DATETIME_OUT_OF_RANGE,
        "Interval field " + field + " '" + value + "' is out of range",
        cause);
  }
}
