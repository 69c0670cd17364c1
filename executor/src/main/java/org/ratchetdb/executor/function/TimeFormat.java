package org.ratchetdb.executor.function;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.CivilDates;
import org.ratchetdb.common.value.Timestamps;

/** FORMAT_DATE and FORMAT_TIMESTAMP: the elements of strftime that GoogleSQL knows. */
final class TimeFormat {
  static final String[] MONTHS = {
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December"
  };
  static final String[] DAYS = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"
  };
  private static final int SHORT_NAME = 3;

  private final StringBuilder out = new StringBuilder();
  private final int day;
  private final int civil;
  private final long microsOfDay;
  private final int nanos;
  private final boolean isTimestamp;
  private final long micros;
  private final ZoneId zone;

  private TimeFormat(
      int day, long microsOfDay, int nanos, boolean isTimestamp, long micros, ZoneId zone) {
    this.day = day;
    this.civil = CivilDates.toCivil(day);
    this.microsOfDay = microsOfDay;
    this.nanos = nanos;
    this.isTimestamp = isTimestamp;
    this.micros = micros;
    this.zone = zone;
  }

  static String formatDate(String format, int epochDay) {
    return new TimeFormat(epochDay, 0, 0, false, 0, ZoneOffset.UTC).format(format);
  }

  static String formatTimestamp(String format, long micros, int nanos, ZoneId zone) {
    long local = Timestamps.toLocalMicros(micros, zone);
    int day = (int) Math.floorDiv(local, Timestamps.MICROS_PER_DAY);
    long ofDay = Math.floorMod(local, Timestamps.MICROS_PER_DAY);
    return new TimeFormat(day, ofDay, nanos, true, micros, zone).format(format);
  }

  private String format(String format) {
    int i = 0;
    while (i < format.length()) {
      char c = format.charAt(i++);
      if (c != '%' || i == format.length()) {
        out.append(c);
        continue;
      }
      char element = format.charAt(i++);
      if (element == 'E' && i < format.length()) {
        i = extended(format, i);
      } else {
        append(element);
      }
    }
    return out.toString();
  }

  /** Elements that begin with %E; returns where they end. */
  private int extended(String format, int at) {
    char next = format.charAt(at);
    if (next == 'z') {
      offset(true);
      return at + 1;
    }
    if (next == '*' && format.startsWith("S", at + 1)) {
      seconds(-1);
      return at + 2;
    }
    if (next == '4' && format.startsWith("Y", at + 1)) {
      number(year(), 4, '0');
      return at + 2;
    }
    if (Character.isDigit(next) && format.startsWith("S", at + 1)) {
      seconds(next - '0');
      return at + 2;
    }
    append(next);
    return at + 1;
  }

  private void append(char element) {
    switch (element) {
      case 'Y' -> out.append(year());
      case 'y' -> number(Math.floorMod(year(), 100), 2, '0');
      case 'C' -> number(Math.floorDiv(year(), 100), 2, '0');
      case 'G' -> out.append(CivilDates.isoYear(day));
      case 'g' -> number(Math.floorMod(CivilDates.isoYear(day), 100), 2, '0');
      case 'Q' -> out.append((month() + 2) / 3);
      case 'm' -> number(month(), 2, '0');
      case 'B' -> out.append(MONTHS[month() - 1]);
      case 'b', 'h' -> out.append(MONTHS[month() - 1], 0, SHORT_NAME);
      case 'U' -> number(weekOfYear(CivilDates.dayOfWeekFromSunday(day)), 2, '0');
      case 'W' -> number(weekOfYear(CivilDates.dayOfWeekFromMonday(day)), 2, '0');
      case 'V' -> number(CivilDates.isoWeek(day), 2, '0');
      case 'u' -> out.append(CivilDates.dayOfWeekFromMonday(day) + 1);
      case 'w' -> out.append(CivilDates.dayOfWeekFromSunday(day));
      case 'A' -> out.append(DAYS[CivilDates.dayOfWeekFromSunday(day)]);
      case 'a' -> out.append(DAYS[CivilDates.dayOfWeekFromSunday(day)], 0, SHORT_NAME);
      case 'd' -> number(CivilDates.dayOf(civil), 2, '0');
      case 'e' -> number(CivilDates.dayOf(civil), 2, ' ');
      case 'j' -> number(CivilDates.dayOfYear(day), 3, '0');
      case 'F' -> all("Y-m-d");
      case 'D', 'x' -> all("m/d/y");
      case 'n' -> out.append('\n');
      case 't' -> out.append('\t');
      case '%' -> out.append('%');
      default -> time(element);
    }
  }

  private void time(char element) {
    if (!isTimestamp) {
      // Time elements of a date print nothing of their own.
      out.append('%').append(element);
      return;
    }
    switch (element) {
      case 'H' -> number(hour(), 2, '0');
      case 'I' -> number(hour12(), 2, '0');
      case 'k' -> number(hour(), 2, ' ');
      case 'l' -> number(hour12(), 2, ' ');
      case 'M' -> number((int) (microsOfDay / 60_000_000L % 60), 2, '0');
      case 'S' -> number((int) (microsOfDay / 1_000_000L % 60), 2, '0');
      case 'p' -> out.append(hour() < 12 ? "AM" : "PM");
      case 'P' -> out.append(hour() < 12 ? "am" : "pm");
      case 's' -> out.append(Math.floorDiv(micros, 1_000_000L));
      case 'Z' -> zoneName();
      case 'z' -> offset(false);
      case 'T', 'X' -> all("H:M:S");
      case 'R' -> all("H:M");
      case 'c' -> all("a b e H:M:S Y");
      default ->
          throw new DbException(
              ErrorCode.VALUE_OUT_OF_RANGE, "Invalid format element: %" + element);
    }
  }

  /** Letters are elements, all else stands for itself. */
  private void all(String elements) {
    for (int i = 0; i < elements.length(); i++) {
      char c = elements.charAt(i);
      if (Character.isLetter(c)) {
        append(c);
      } else {
        out.append(c);
      }
    }
  }

  private int year() {
    return CivilDates.yearOf(civil);
  }

  private int month() {
    return CivilDates.monthOf(civil);
  }

  private int hour() {
    return (int) (microsOfDay / 3_600_000_000L);
  }

  private int hour12() {
    return (hour() + 11) % 12 + 1;
  }

  private int weekOfYear(int dayOfWeek) {
    return (CivilDates.dayOfYear(day) - 1 + 7 - dayOfWeek) / 7;
  }

  private void number(int value, int width, char pad) {
    String digits = Integer.toString(value);
    for (int i = digits.length(); i < width; i++) {
      out.append(pad);
    }
    out.append(digits);
  }

  /** Seconds with a number of fractional digits, or with all that are needed when negative. */
  private void seconds(int digits) {
    number((int) (microsOfDay / 1_000_000L % 60), 2, '0');
    String fraction = String.format(Locale.ROOT, "%09d", microsOfDay % 1_000_000L * 1000 + nanos);
    if (digits < 0) {
      fraction = fraction.replaceFirst("0+$", "");
    } else {
      fraction = digits > 9 ? fraction : fraction.substring(0, digits);
    }
    if (!fraction.isEmpty()) {
      out.append('.').append(fraction);
    }
  }

  private void offset(boolean colon) {
    int seconds = Timestamps.offsetSecondsAt(micros, zone);
    int minutes = Math.abs(seconds) / 60;
    out.append(seconds < 0 ? '-' : '+');
    number(minutes / 60, 2, '0');
    if (colon) {
      out.append(':');
    }
    number(minutes % 60, 2, '0');
  }

  private void zoneName() {
    if (zone instanceof ZoneOffset || zone.getRules().isFixedOffset()) {
      int seconds = Timestamps.offsetSecondsAt(micros, zone);
      out.append("UTC");
      if (seconds != 0) {
        int minutes = Math.abs(seconds) / 60;
        out.append(seconds < 0 ? '-' : '+').append(minutes / 60);
        if (minutes % 60 != 0) {
          out.append(':');
          number(minutes % 60, 2, '0');
        }
      }
      return;
    }
    java.time.ZonedDateTime at =
        java.time.Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L)).atZone(zone);
    boolean daylight = zone.getRules().isDaylightSavings(at.toInstant());
    out.append(
        java.util.TimeZone.getTimeZone(zone)
            .getDisplayName(daylight, java.util.TimeZone.SHORT, Locale.ENGLISH));
  }
}
