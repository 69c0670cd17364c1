package org.ratchetdb.common.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * interval as PostgreSQL text: prints the postgres style, {@code 1 year 2 mons 3 days 04:05:06.5};
 * reads that, ISO 8601 and the words that people write.
 */
public final class PgIntervalText {
  private PgIntervalText() {}

  public static String format(Value.Interval v) {
    StringBuilder out = new StringBuilder();
    boolean negativeBefore = appendUnit(out, v.months() / 12, "year", false);
    negativeBefore = appendUnit(out, v.months() % 12, "mon", negativeBefore);
    negativeBefore = appendUnit(out, v.days(), "day", negativeBefore);
    boolean hasTime = v.micros() != 0 || v.nanos() != 0;
    if (!hasTime && out.length() > 0) {
      return out.toString();
    }
    if (out.length() > 0) {
      out.append(' ');
    }
    boolean negative = v.micros() < 0;
    long micros = negative ? (v.nanos() == 0 ? -v.micros() : -v.micros() - 1) : v.micros();
    int nanos = negative && v.nanos() != 0 ? 1000 - v.nanos() : v.nanos();
    if (negative) {
      out.append('-');
    } else if (negativeBefore) {
      out.append('+');
    }
    long seconds = micros / 1_000_000;
    if (seconds / 3600 < 10) {
      out.append('0');
    }
    out.append(seconds / 3600).append(':');
    DateTimeText.appendTwoDigits(out, (int) (seconds / 60 % 60));
    out.append(':');
    DateTimeText.appendTwoDigits(out, (int) (seconds % 60));
    PgDateTimeText.appendFraction(out, (int) (micros % 1_000_000) * 1000 + nanos);
    return out.toString();
  }

  /** Returns whether a negative part was the last one written. */
  private static boolean appendUnit(
      StringBuilder out, int value, String unit, boolean negativeBefore) {
    if (value == 0) {
      return negativeBefore;
    }
    if (out.length() > 0) {
      out.append(' ');
    }
    if (value > 0 && negativeBefore) {
      out.append('+');
    }
    out.append(value).append(' ').append(unit);
    if (value != 1) {
      out.append('s');
    }
    return value < 0;
  }

  public static Value.Interval parse(String text) {
    try {
      String trimmed = text.strip();
      if (trimmed.startsWith("P") || trimmed.startsWith("-P")) {
        return IntervalText.parse(trimmed);
      }
      return parseWords(text, trimmed.toLowerCase(Locale.ROOT));
    } catch (ArithmeticException | NumberFormatException e) {
      throw outOfRange(text, e);
    } catch (DbException e) {
      if (e.code() == ErrorCode.DATETIME_OUT_OF_RANGE) {
        throw outOfRange(text, e);
      }
      throw PgErrors.invalidDatetime("interval", text);
    }
  }

  private static Value.Interval parseWords(String text, String lower) {
    String words = lower.startsWith("@") ? lower.substring(1).strip() : lower;
    boolean ago = words.endsWith(" ago");
    if (ago) {
      words = words.substring(0, words.length() - 4).strip();
    }
    Value.Interval result = Intervals.ZERO;
    String[] tokens =
        words
            .replaceAll("(\\d)([a-z])", "$1 $2")
            .replaceAll("([a-z])([-+\\d])", "$1 $2")
            .split("\\s+");
    if (words.isEmpty()) {
      throw PgErrors.invalidDatetime("interval", text);
    }
    for (int i = 0; i < tokens.length; i++) {
      String token = tokens[i];
      if (token.indexOf(':') >= 0) {
        result = Intervals.add(result, parseClock(text, token));
      } else if (FloatText.isDecimal(token)) {
        String unit = "second";
        if (i + 1 < tokens.length && Character.isLetter(tokens[i + 1].charAt(0))) {
          unit = tokens[++i];
        } else if (i + 1 < tokens.length) {
          unit = "day"; // a number before a clock time
        }
        result = Intervals.add(result, unitAmount(text, new BigDecimal(token), unit));
      } else if (token.matches("[+-]?\\d+-\\d+")) {
        result = Intervals.add(result, IntervalText.parse(token));
      } else {
        throw PgErrors.invalidDatetime("interval", text);
      }
    }
    return ago ? Intervals.negate(result) : result;
  }

  private static Value.Interval parseClock(String text, String token) {
    if (!token.matches("[+-]?\\d+:\\d{1,2}(:\\d{1,2}(\\.\\d*)?)?")) {
      throw PgErrors.invalidDatetime("interval", text);
    }
    boolean negative = token.startsWith("-");
    String unsigned = negative || token.startsWith("+") ? token.substring(1) : token;
    String[] fields = unsigned.split(":");
    long seconds =
        Math.multiplyExact(Long.parseLong(fields[0]), 3600L) + Integer.parseInt(fields[1]) * 60L;
    String fraction = "";
    if (fields.length == 3) {
      int point = fields[2].indexOf('.');
      seconds += Integer.parseInt(point < 0 ? fields[2] : fields[2].substring(0, point));
      fraction = point < 0 ? "" : fields[2].substring(point + 1);
    }
    if (Integer.parseInt(fields[1]) > 59) {
      throw outOfRange(text, null);
    }
    return IntervalText.withSeconds(0, 0, negative, seconds, fraction);
  }

  /** Fractions of months become days, fractions of days become time. */
  private static Value.Interval unitAmount(String text, BigDecimal amount, String unit) {
    return switch (unit) {
      case "millennium", "millennia", "mil", "mils" -> months(amount, 12_000);
      case "century", "centuries", "cent", "c" -> months(amount, 1200);
      case "decade", "decades", "dec", "decs" -> months(amount, 120);
      case "year", "years", "yr", "yrs", "y" -> months(amount, 12);
      case "month", "months", "mon", "mons" -> months(amount, 1);
      case "week", "weeks", "w" -> days(amount.multiply(BigDecimal.valueOf(7)));
      case "day", "days", "d" -> days(amount);
      case "hour", "hours", "hr", "hrs", "h" -> nanos(amount, 3_600_000_000_000L);
      case "minute", "minutes", "min", "mins", "m" -> nanos(amount, 60_000_000_000L);
      case "second", "seconds", "sec", "secs", "s" -> nanos(amount, 1_000_000_000L);
      case "millisecond", "milliseconds", "msec", "msecs", "ms" -> nanos(amount, 1_000_000L);
      case "microsecond", "microseconds", "usec", "usecs", "us" -> nanos(amount, 1_000L);
      default -> throw PgErrors.invalidDatetime("interval", text);
    };
  }

  private static Value.Interval months(BigDecimal amount, int monthsPerUnit) {
    BigDecimal months = amount.multiply(BigDecimal.valueOf(monthsPerUnit));
    BigDecimal whole = months.setScale(0, RoundingMode.DOWN);
    BigDecimal restDays = months.subtract(whole).multiply(BigDecimal.valueOf(30));
    Value.Interval days = restDays.signum() == 0 ? Intervals.ZERO : days(restDays);
    return Intervals.add(Intervals.of(whole.longValueExact(), 0, 0, 0), days);
  }

  private static Value.Interval days(BigDecimal amount) {
    BigDecimal whole = amount.setScale(0, RoundingMode.DOWN);
    Value.Interval time = nanos(amount.subtract(whole), 86_400_000_000_000L);
    return Intervals.of(0, whole.longValueExact(), time.micros(), time.nanos());
  }

  private static Value.Interval nanos(BigDecimal amount, long nanosPerUnit) {
    BigDecimal nanos =
        amount.multiply(BigDecimal.valueOf(nanosPerUnit)).setScale(0, RoundingMode.HALF_UP);
    BigDecimal micros = nanos.divide(BigDecimal.valueOf(1000), 0, RoundingMode.FLOOR);
    int rest = nanos.subtract(micros.multiply(BigDecimal.valueOf(1000))).intValueExact();
    return Intervals.of(0, 0, micros.longValueExact(), rest);
  }

  private static DbException outOfRange(String text, @Nullable Throwable cause) {
    return new DbException(
        ErrorCode.INTERVAL_OUT_OF_RANGE,
        "interval field value out of range: \"" + text + "\"",
        cause);
  }
}
