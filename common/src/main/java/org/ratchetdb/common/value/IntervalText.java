package org.ratchetdb.common.value;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** INTERVAL as GoogleSQL text: {@code [-]Y-M [-]D [-]H:M:S[.F]}, and ISO 8601 durations. */
public final class IntervalText {
  private static final Pattern CANONICAL =
      Pattern.compile(
          "(?:([+-]?)(\\d+)-(\\d+))?(?:(?:^| )([+-]?\\d+))??"
              + "(?:(?:^| )([+-]?)(\\d+):(\\d+):(\\d+)(?:\\.(\\d{1,9}))?)?");

  private static final DateTimePart[] RANGE_PARTS = {
    DateTimePart.YEAR,
    DateTimePart.MONTH,
    DateTimePart.DAY,
    DateTimePart.HOUR,
    DateTimePart.MINUTE,
    DateTimePart.SECOND
  };

  private static final DateTimePart[] ISO_DATE_PARTS = {
    DateTimePart.YEAR, DateTimePart.MONTH, DateTimePart.WEEK, DateTimePart.DAY
  };

  private IntervalText() {}

  public static String format(Value.Interval v) {
    StringBuilder out = new StringBuilder();
    int months = Math.abs(v.months());
    if (v.months() < 0) {
      out.append('-');
    }
    out.append(months / 12).append('-').append(months % 12);
    out.append(' ').append(v.days()).append(' ');
    boolean negative = v.micros() < 0;
    long micros = v.micros();
    int nanos = v.nanos();
    if (negative) {
      out.append('-');
      micros = nanos == 0 ? -micros : -micros - 1;
      nanos = nanos == 0 ? 0 : 1000 - nanos;
    }
    long seconds = micros / 1_000_000;
    out.append(seconds / 3600).append(':').append(seconds / 60 % 60).append(':');
    out.append(seconds % 60);
    int fraction = (int) (micros % 1_000_000) * 1000 + nanos;
    if (fraction != 0) {
      int digits = 9;
      while (fraction % 1000 == 0) {
        fraction /= 1000;
        digits -= 3;
      }
      out.append('.');
      DateTimeText.appendDigits(out, fraction, digits);
    }
    return out.toString();
  }

  /** ISO 8601, as Spanner's API writes it. */
  public static String formatIso(Value.Interval v) {
    if (v.equals(Intervals.ZERO)) {
      return "P0Y";
    }
    StringBuilder out = new StringBuilder("P");
    appendIso(out, v.months() / 12, 'Y');
    appendIso(out, v.months() % 12, 'M');
    appendIso(out, v.days(), 'D');
    if (v.micros() == 0 && v.nanos() == 0) {
      return out.toString();
    }
    out.append('T');
    boolean negative = v.micros() < 0;
    long micros = negative ? (v.nanos() == 0 ? -v.micros() : -v.micros() - 1) : v.micros();
    int nanos = negative && v.nanos() != 0 ? 1000 - v.nanos() : v.nanos();
    long sign = negative ? -1 : 1;
    appendIso(out, sign * (micros / Intervals.MICROS_PER_HOUR), 'H');
    appendIso(out, sign * (micros / 60_000_000 % 60), 'M');
    long seconds = micros / 1_000_000 % 60;
    int fraction = (int) (micros % 1_000_000) * 1000 + nanos;
    if (seconds != 0 || fraction != 0) {
      out.append(negative ? "-" : "").append(seconds);
      if (fraction != 0) {
        int digits = 9;
        while (fraction % 1000 == 0) {
          fraction /= 1000;
          digits -= 3;
        }
        out.append('.');
        DateTimeText.appendDigits(out, fraction, digits);
      }
      out.append('S');
    }
    return out.toString();
  }

  private static void appendIso(StringBuilder out, long value, char unit) {
    if (value != 0) {
      out.append(value).append(unit);
    }
  }

  /** CAST(STRING AS INTERVAL). */
  public static Value.Interval parse(String text) {
    try {
      if (text.startsWith("P") || text.startsWith("-P") || text.startsWith("+P")) {
        return parseIso(text);
      }
      Matcher m = CANONICAL.matcher(text);
      if (!m.matches() || (m.group(2) == null && m.group(6) == null)) {
        throw invalid(text, "");
      }
      long months = 0;
      if (m.group(2) != null) {
        months = Math.addExact(Math.multiplyExact(number(m, 2), 12L), number(m, 3));
        months = "-".equals(m.group(1)) ? -months : months;
      }
      long days = m.group(4) == null ? 0 : number(m, 4);
      if (m.group(6) == null) {
        return Intervals.of(months, days, 0, 0);
      }
      long seconds =
          Math.addExact(
              Math.multiplyExact(number(m, 6), 3600L),
              Math.addExact(Math.multiplyExact(number(m, 7), 60L), number(m, 8)));
      String fraction = m.group(9);
      return withSeconds(
          months, days, "-".equals(m.group(5)), seconds, fraction == null ? "" : fraction);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new DbException(
          ErrorCode.INVALID_DATETIME_FORMAT, "Invalid INTERVAL value '" + text + "'", e);
    }
  }

  /** The text of {@code INTERVAL '...' from TO to}, a sign before the first field of a group. */
  public static Value.Interval parseRange(String text, DateTimePart from, DateTimePart to) {
    int first = indexOf(from);
    int last = indexOf(to);
    if (first < 0 || last <= first) {
      throw new DbException(
          ErrorCode.INVALID_ARGUMENT, "Invalid INTERVAL range " + from + " TO " + to);
    }
    StringBuilder pattern = new StringBuilder();
    for (int i = first; i <= last; i++) {
      boolean startsGroup = i == first || i == 2 || i == 3;
      if (i > first) {
        pattern.append(startsGroup ? " " : i == 1 ? "-" : ":");
      }
      pattern.append(startsGroup ? "([+-]?)" : "()").append("(\\d+)");
      if (i == 5) {
        pattern.append("(?:\\.(\\d{1,9}))?");
      }
    }
    Matcher m = Pattern.compile(pattern.toString()).matcher(text);
    if (!m.matches()) {
      throw invalid(text, "");
    }
    try {
      long[] fields = new long[6];
      boolean negative = false;
      boolean timeNegative = false;
      for (int i = first; i <= last; i++) {
        int group = (i - first) * 2 + 1;
        if (i == first || i == 2 || i == 3) {
          negative = "-".equals(m.group(group));
        }
        long value = number(m, group + 1);
        fields[i] = i < 3 && negative ? -value : value;
        timeNegative = i >= 3 && negative;
      }
      String fraction = last == 5 ? m.group((last - first) * 2 + 3) : null;
      long seconds =
          Math.addExact(
              Math.multiplyExact(fields[3], 3600L),
              Math.addExact(Math.multiplyExact(fields[4], 60L), fields[5]));
      long months = Math.addExact(Math.multiplyExact(fields[0], 12L), fields[1]);
      return withSeconds(
          months, fields[2], timeNegative, seconds, fraction == null ? "" : fraction);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new DbException(
          ErrorCode.INVALID_DATETIME_FORMAT, "Invalid INTERVAL value '" + text + "'", e);
    }
  }

  static Value.Interval withSeconds(
      long months, long days, boolean negative, long seconds, String fractionDigits) {
    String nine = (fractionDigits + "000000000").substring(0, 9);
    int fraction = Integer.parseInt(nine);
    long micros = Math.addExact(Math.multiplyExact(seconds, 1_000_000L), fraction / 1000);
    Value.Interval time = Intervals.of(0, 0, micros, fraction % 1000);
    if (negative) {
      time = Intervals.negate(time);
    }
    return Intervals.of(months, days, time.micros(), time.nanos());
  }

  /** {@code P[nY][nM][nW][nD][T[nH][nM][n[.f]S]]}, each number with an own sign. */
  private static Value.Interval parseIso(String text) {
    boolean allNegative = text.charAt(0) == '-';
    int i = text.indexOf('P') + 1;
    Value.Interval result = Intervals.ZERO;
    boolean time = false;
    boolean any = false;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == 'T' && !time) {
        time = true;
        any = false;
        i++;
        continue;
      }
      boolean negative = c == '-';
      if (c == '-' || c == '+') {
        i++;
      } else if (c < '0' || c > '9') {
        throw invalid(text, ": Unexpected '" + c + "'");
      }
      int start = i;
      while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
        i++;
      }
      if (i == start) {
        throw invalid(
            text,
            i == text.length()
                ? ": Expected number at end of string"
                : ": Expected number at '" + text.charAt(i) + "'");
      }
      long value = Long.parseLong(text.substring(start, i));
      String fraction = "";
      if (i < text.length() && text.charAt(i) == '.') {
        int fractionStart = ++i;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
          i++;
        }
        fraction = text.substring(fractionStart, i);
        if (fraction.isEmpty() || fraction.length() > 9) {
          throw invalid(text, "");
        }
      }
      if (i == text.length()) {
        throw invalid(text, ": Unexpected end of input in the date portion of interval");
      }
      char unit = text.charAt(i++);
      if (!fraction.isEmpty() && !(time && unit == 'S')) {
        throw invalid(text, ": Fractional values are only allowed for seconds part 'S'");
      }
      Value.Interval part =
          time && unit == 'S'
              ? withSeconds(0, 0, false, value, fraction)
              : Intervals.ofPart(value, isoPart(text, unit, time));
      result = Intervals.add(result, negative ? Intervals.negate(part) : part);
      any = true;
    }
    if (!any) {
      throw invalid(text, ": At least one datetime part must be defined in the interval");
    }
    return allNegative ? Intervals.negate(result) : result;
  }

  private static DateTimePart isoPart(String text, char unit, boolean time) {
    if (time) {
      if (unit == 'H') {
        return DateTimePart.HOUR;
      }
      if (unit == 'M') {
        return DateTimePart.MINUTE;
      }
    } else {
      int index = "YMWD".indexOf(unit);
      if (index >= 0) {
        return ISO_DATE_PARTS[index];
      }
    }
    throw invalid(text, ": Unexpected '" + unit + "'");
  }

  private static int indexOf(DateTimePart part) {
    for (int i = 0; i < RANGE_PARTS.length; i++) {
      if (RANGE_PARTS[i] == part) {
        return i;
      }
    }
    return -1;
  }

  private static long number(Matcher m, int group) {
    return Long.parseLong(m.group(group));
  }

  private static DbException invalid(String text, String reason) {
    return new DbException(
        ErrorCode.INVALID_DATETIME_FORMAT, "Invalid INTERVAL value '" + text + "'" + reason);
  }
}
