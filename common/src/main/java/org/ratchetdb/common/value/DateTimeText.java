package org.ratchetdb.common.value;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Dates and timestamps as GoogleSQL text: what CAST reads and writes. The PostgreSQL forms are in
 * {@link PgDateTimeText}.
 */
public final class DateTimeText {
  private DateTimeText() {}

  /** {@code YYYY-MM-DD}. */
  public static String formatDate(int epochDay) {
    StringBuilder out = new StringBuilder(10);
    appendDate(out, epochDay);
    return out.toString();
  }

  public static void appendDate(StringBuilder out, int epochDay) {
    int civil = CivilDates.toCivil(epochDay);
    int year = CivilDates.yearOf(civil);
    if (year > 9999) {
      out.append(year); // local time of the last hours, east of UTC
    } else {
      appendTwoDigits(out, year / 100);
      appendTwoDigits(out, year % 100);
    }
    out.append('-');
    appendTwoDigits(out, CivilDates.monthOf(civil));
    out.append('-');
    appendTwoDigits(out, CivilDates.dayOf(civil));
  }

  /** CAST to STRING: local time, 0, 3, 6 or 9 decimals, offset with minutes only when needed. */
  public static String formatTimestamp(long micros, int nanos, ZoneId zone) {
    StringBuilder out = new StringBuilder(35);
    appendTimestamp(out, micros, nanos, zone);
    return out.toString();
  }

  public static void appendTimestamp(StringBuilder out, long micros, int nanos, ZoneId zone) {
    int offsetSeconds = Timestamps.offsetSecondsAt(micros, zone);
    // Historic offsets have seconds, which the text form cannot show: both parts drop them.
    offsetSeconds -= offsetSeconds % 60;
    appendLocal(out, micros + offsetSeconds * Timestamps.MICROS_PER_SECOND, ' ');
    appendFractionInThrees(out, micros, nanos);
    appendOffset(out, offsetSeconds);
  }

  /** RFC 3339 in UTC, as Spanner's API writes it. */
  public static String formatRfc3339(long micros, int nanos) {
    StringBuilder out = new StringBuilder(35);
    appendLocal(out, micros, 'T');
    appendFractionInThrees(out, micros, nanos);
    return out.append('Z').toString();
  }

  /** Reads a date; {@code Invalid date: '...'} when it is none. */
  public static int parseDate(String text) {
    Cursor in = new Cursor(text);
    int day = in.readDate();
    if (day == Cursor.BAD || !in.atEnd()) {
      throw new DbException(ErrorCode.INVALID_DATETIME_FORMAT, "Invalid date: '" + text + "'");
    }
    return day;
  }

  /** Reads a timestamp; one without a zone is local time of the given zone. */
  public static Value.Timestamp parseTimestamp(String text, ZoneId defaultZone) {
    Value.Timestamp result = parseTimestampOrNull(text, defaultZone, true);
    if (result == null) {
      throw invalidTimestamp(text);
    }
    return result;
  }

  /** As {@link #parseTimestamp} for TIMESTAMP(text, zone), where the text may name no zone. */
  public static Value.Timestamp parseTimestampWithoutZone(String text, ZoneId zone) {
    Value.Timestamp result = parseTimestampOrNull(text, zone, false);
    if (result == null) {
      throw invalidTimestamp(text);
    }
    return result;
  }

  private static DbException invalidTimestamp(String text) {
    return new DbException(ErrorCode.INVALID_DATETIME_FORMAT, "Invalid timestamp: '" + text + "'");
  }

  private static Value.@Nullable Timestamp parseTimestampOrNull(
      String text, ZoneId defaultZone, boolean zoneAllowed) {
    Cursor in = new Cursor(text);
    int day = in.readDate();
    if (day == Cursor.BAD) {
      return null;
    }
    long microsOfDay = 0;
    int nanos = 0;
    if (in.atTimeSeparator()) {
      in.position++;
      microsOfDay = in.readTimeOfDay();
      if (microsOfDay < 0) {
        return null;
      }
      nanos = in.nanos;
    }
    ZoneId zone = defaultZone;
    if (!in.atEnd()) {
      ZoneId named = zoneAllowed ? zoneOrNull(text.substring(in.position)) : null;
      if (named == null) {
        return null;
      }
      zone = named;
    }
    long micros = Timestamps.fromLocalMicros(day * Timestamps.MICROS_PER_DAY + microsOfDay, zone);
    return Timestamps.inRange(micros) ? new Value.Timestamp(micros, nanos) : null;
  }

  /** {@code Z}, an offset without a space, or a space and a name. */
  private static @Nullable ZoneId zoneOrNull(String text) {
    if (text.equals("Z") || text.equals("z")) {
      return ZoneOffset.UTC;
    }
    char first = text.charAt(0);
    if (first == ' ') {
      String name = text.substring(1);
      return name.isEmpty() || name.charAt(0) == '+' || name.charAt(0) == '-'
          ? null
          : TimeZones.googleOrNull(name);
    }
    return TimeZones.offsetOrNull(text);
  }

  static void appendTwoDigits(StringBuilder out, int value) {
    out.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
  }

  /** Date and time to the second. */
  static void appendLocal(StringBuilder out, long localMicros, char separator) {
    appendDate(out, (int) Math.floorDiv(localMicros, Timestamps.MICROS_PER_DAY));
    out.append(separator);
    int second =
        (int)
            (Math.floorMod(localMicros, Timestamps.MICROS_PER_DAY) / Timestamps.MICROS_PER_SECOND);
    appendTwoDigits(out, second / 3600);
    out.append(':');
    appendTwoDigits(out, second / 60 % 60);
    out.append(':');
    appendTwoDigits(out, second % 60);
  }

  static void appendOffset(StringBuilder out, int offsetSeconds) {
    out.append(offsetSeconds < 0 ? '-' : '+');
    int minutes = Math.abs(offsetSeconds) / 60;
    appendTwoDigits(out, minutes / 60);
    if (minutes % 60 != 0) {
      out.append(':');
      appendTwoDigits(out, minutes % 60);
    }
  }

  private static void appendFractionInThrees(StringBuilder out, long micros, int nanos) {
    int fraction = Math.floorMod(micros, 1_000_000) * 1000 + nanos;
    if (fraction == 0) {
      return;
    }
    int digits = 9;
    while (fraction % 1000 == 0) {
      fraction /= 1000;
      digits -= 3;
    }
    out.append('.');
    appendDigits(out, fraction, digits);
  }

  static void appendDigits(StringBuilder out, int value, int digits) {
    int divisor = 1;
    for (int i = 1; i < digits; i++) {
      divisor *= 10;
    }
    for (; divisor > 0; divisor /= 10) {
      out.append((char) ('0' + value / divisor % 10));
    }
  }

  /** Reads the fixed part of GoogleSQL's forms. */
  private static final class Cursor {
    static final int BAD = Integer.MIN_VALUE;

    final String text;
    int position;
    int nanos;

    Cursor(String text) {
      this.text = text;
    }

    boolean atEnd() {
      return position == text.length();
    }

    boolean atTimeSeparator() {
      if (position + 1 >= text.length()) {
        return false;
      }
      char c = text.charAt(position);
      if (c == 'T' || c == 't') {
        return true;
      }
      // A space may also stand before a zone name.
      char next = text.charAt(position + 1);
      return c == ' ' && next >= '0' && next <= '9';
    }

    int readDate() {
      int year = readDigits(4, 5);
      if (year < 0 || !skip('-')) {
        return BAD;
      }
      int month = readDigits(1, 2);
      if (month < 0 || !skip('-')) {
        return BAD;
      }
      int day = readDigits(1, 2);
      return CivilDates.isValid(year, month, day) ? CivilDates.toEpochDay(year, month, day) : BAD;
    }

    /**
     * Microseconds since midnight, nanoseconds aside, or -1; the 60th second is the next minute.
     */
    long readTimeOfDay() {
      int hour = readDigits(1, 2);
      if (hour < 0 || hour > 23 || !skip(':')) {
        return -1;
      }
      int minute = readDigits(1, 2);
      if (minute < 0 || minute > 59 || !skip(':')) {
        return -1;
      }
      int second = readDigits(1, 2);
      if (second < 0 || second > 60) {
        return -1;
      }
      int fraction = 0;
      if (skip('.')) {
        int start = position;
        fraction = readDigits(0, 9);
        if (fraction < 0 || (position < text.length() && isDigit(text.charAt(position)))) {
          return -1;
        }
        for (int digits = position - start; digits < 9; digits++) {
          fraction *= 10;
        }
        if (second == 60) {
          fraction = 0;
        }
      }
      nanos = fraction % 1000;
      return (hour * 3600L + minute * 60L + second) * Timestamps.MICROS_PER_SECOND
          + fraction / 1000;
    }

    private boolean skip(char expected) {
      if (position < text.length() && text.charAt(position) == expected) {
        position++;
        return true;
      }
      return false;
    }

    private int readDigits(int min, int max) {
      int start = position;
      int value = 0;
      while (position < text.length() && position - start < max && isDigit(text.charAt(position))) {
        value = value * 10 + (text.charAt(position++) - '0');
      }
      return position - start < min ? -1 : value;
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }
  }
}
