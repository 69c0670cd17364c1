package org.ratchetdb.executor.function;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.CivilDates;
import org.ratchetdb.common.value.TimeZones;
import org.ratchetdb.common.value.Timestamps;
import org.ratchetdb.common.value.Value;

/**
 * PARSE_DATE and PARSE_TIMESTAMP. What the format leaves out is that of 1970-01-01 00:00:00. White
 * space in the format stands for any white space.
 */
final class TimeParse {
  private final String text;
  private int at;

  private int year = 1970;
  private int month = 1;
  private int day = 1;
  private int dayOfYear;
  private int century = -1;
  private int hour;
  private boolean twelveHours;
  private boolean afternoon;
  private int minute;
  private int second;
  private long nanosOfSecond;
  private @Nullable Long epochSeconds;
  private @Nullable ZoneId zone;

  private TimeParse(String text) {
    this.text = text;
  }

  static int parseDate(String format, String text) {
    TimeParse parse = new TimeParse(text);
    parse.run(format);
    return parse.epochDay();
  }

  static Value.Timestamp parseTimestamp(String format, String text, ZoneId defaultZone) {
    TimeParse parse = new TimeParse(text);
    parse.run(format);
    return parse.timestamp(defaultZone);
  }

  private void run(String format) {
    skipSpace();
    int i = 0;
    while (i < format.length()) {
      char c = format.charAt(i++);
      if (Character.isWhitespace(c)) {
        skipSpace();
      } else if (c == '%' && i < format.length()) {
        char element = format.charAt(i++);
        if (element == 'E' && i < format.length()) {
          i = extended(format, i);
        } else {
          parse(element);
        }
      } else {
        expect(c);
      }
    }
    skipSpace();
    if (at < text.length()) {
      throw failed("Illegal non-space trailing data");
    }
  }

  private int extended(String format, int from) {
    char next = format.charAt(from);
    if (next == 'z') {
      offset();
      return from + 1;
    }
    if ((next == '*' || Character.isDigit(next)) && format.startsWith("S", from + 1)) {
      second = number(2, 0, 60);
      fraction(next == '*' ? 9 : next - '0');
      return from + 2;
    }
    if (next == '4' && format.startsWith("Y", from + 1)) {
      year = number(4, 0, 9999);
      return from + 2;
    }
    parse(next);
    return from + 1;
  }

  private void parse(char element) {
    switch (element) {
      case 'Y' -> year = number(4, 0, 9999);
      case 'y' -> {
        int two = number(2, 0, 99);
        year = two + (century >= 0 ? century * 100 : two < 69 ? 2000 : 1900);
      }
      case 'C' -> {
        century = number(2, 0, 99);
        year = century * 100 + year % 100;
      }
      case 'm' -> month = number(2, 1, 12);
      case 'B', 'b', 'h' -> month = name(TimeFormat.MONTHS) + 1;
      case 'd', 'e' -> {
        skipSpace();
        day = number(2, 1, 31);
      }
      case 'j' -> dayOfYear = number(3, 1, 366);
      case 'A', 'a' -> name(TimeFormat.DAYS);
      case 'u' -> number(1, 1, 7);
      case 'w' -> number(1, 0, 6);
      case 'U', 'W', 'V' -> number(2, 0, 53);
      case 'Q' -> month = number(1, 1, 4) * 3 - 2;
      case 'H', 'k' -> {
        skipSpace();
        hour = number(2, 0, 23);
      }
      case 'I', 'l' -> {
        skipSpace();
        hour = number(2, 1, 12);
        twelveHours = true;
      }
      case 'M' -> minute = number(2, 0, 59);
      case 'S' -> second = number(2, 0, 60);
      case 'p', 'P' -> half();
      case 's' -> epochSeconds = signed();
      case 'z' -> offset();
      case 'Z' -> zone = TimeZones.google(word());
      case 'F' -> all("Y-m-d");
      case 'D', 'x' -> all("m/d/y");
      case 'T', 'X' -> all("H:M:S");
      case 'R' -> all("H:M");
      case 'c' -> all("a b e H:M:S Y");
      case 'n', 't' -> skipSpace();
      case '%' -> expect('%');
      default -> throw failed("Invalid format element %" + element);
    }
  }

  private void all(String elements) {
    for (int i = 0; i < elements.length(); i++) {
      char c = elements.charAt(i);
      if (Character.isLetter(c)) {
        parse(c);
      } else if (c == ' ') {
        skipSpace();
      } else {
        expect(c);
      }
    }
  }

  private void expect(char c) {
    if (at >= text.length() || text.charAt(at) != c) {
      throw failed("Mismatch between format character '" + c + "' and string character");
    }
    at++;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private int number(int digitsMax, int min, int max) {
    int start = at;
    int value = 0;
    while (at < text.length() && at - start < digitsMax && isDigit(text.charAt(at))) {
      value = value * 10 + (text.charAt(at++) - '0');
    }
    if (at == start || value < min || value > max) {
      throw failed("Failed to parse a number");
    }
    return value;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private long signed() {
    boolean negative = at < text.length() && text.charAt(at) == '-';
    if (negative) {
      at++;
    }
    int start = at;
    long value = 0;
    while (at < text.length() && at - start < 18 && isDigit(text.charAt(at))) {
      value = value * 10 + (text.charAt(at++) - '0');
    }
    if (at == start) {
      throw failed("Failed to parse a number");
    }
    return negative ? -value : value;
  }

  private void fraction(int digitsMax) {
    if (at >= text.length() || text.charAt(at) != '.') {
      return;
    }
    at++;
    long value = 0;
    int digits = 0;
    while (at < text.length() && digits < digitsMax && isDigit(text.charAt(at))) {
      value = value * 10 + (text.charAt(at++) - '0');
      digits++;
    }
    for (int i = digits; i < 9; i++) {
      value *= 10;
    }
    nanosOfSecond = value;
  }

  /** A full name or its first three letters, in any case. */
  private int name(String[] names) {
    String rest = text.substring(at).toLowerCase(Locale.ROOT);
    for (int i = 0; i < names.length; i++) {
      String lower = names[i].toLowerCase(Locale.ROOT);
      if (rest.startsWith(lower)) {
        at += lower.length();
        return i;
      }
    }
    for (int i = 0; i < names.length; i++) {
      if (rest.startsWith(names[i].substring(0, 3).toLowerCase(Locale.ROOT))) {
        at += 3;
        return i;
      }
    }
    throw failed("Failed to parse a name");
  }

  private void half() {
    String rest = text.substring(at).toLowerCase(Locale.ROOT);
    if (!rest.startsWith("am") && !rest.startsWith("pm")) {
      throw failed("Failed to parse AM or PM");
    }
    afternoon = rest.startsWith("pm");
    at += 2;
  }

  private void offset() {
    if (at < text.length() && (text.charAt(at) == 'Z' || text.charAt(at) == 'z')) {
      at++;
      zone = ZoneOffset.UTC;
      return;
    }
    int sign = at < text.length() && text.charAt(at) == '-' ? -1 : 1;
    if (at >= text.length() || "+-".indexOf(text.charAt(at)) < 0) {
      throw failed("Failed to parse a time zone offset");
    }
    at++;
    int hours = number(2, 0, 14);
    if (at < text.length() && text.charAt(at) == ':') {
      at++;
    }
    int minutes = at < text.length() && isDigit(text.charAt(at)) ? number(2, 0, 59) : 0;
    zone = ZoneOffset.ofTotalSeconds(sign * (hours * 3600 + minutes * 60));
  }

  private String word() {
    int start = at;
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private int epochDay() {
    if (epochSeconds != null) {
      return (int) Math.floorDiv(epochSeconds, 86_400L);
    }
    if (dayOfYear > 0) {
      if (year < 1 || (dayOfYear == 366 && !CivilDates.isLeapYear(year))) {
        throw outOfRange();
      }
      return CivilDates.toEpochDay(year, 1, 1) + dayOfYear - 1;
    }
    if (!CivilDates.isValid(year, month, day)) {
      throw outOfRange();
    }
    return CivilDates.toEpochDay(year, month, day);
  }

  private Value.Timestamp timestamp(ZoneId defaultZone) {
    int nanos = (int) (nanosOfSecond % 1000);
    if (epochSeconds != null) {
      long seconds = epochSeconds;
      if (Math.abs(seconds) > Timestamps.MAX_MICROS / 1_000_000L
          || !Timestamps.inRange(seconds * 1_000_000L)) {
        throw outOfRange();
      }
      return new Value.Timestamp(seconds * 1_000_000L, 0);
    }
    int hours = twelveHours ? hour % 12 + (afternoon ? 12 : 0) : hour;
    long local =
        epochDay() * Timestamps.MICROS_PER_DAY
            + (hours * 3600L + minute * 60L + second) * 1_000_000L
            + nanosOfSecond / 1000;
    long micros = Timestamps.fromLocalMicros(local, zone == null ? defaultZone : zone);
    if (!Timestamps.inRange(micros)) {
      throw outOfRange();
    }
    return new Value.Timestamp(micros, nanos);
  }

  private DbException outOfRange() {
    return new DbException(
        ErrorCode.DATETIME_OUT_OF_RANGE, "Out-of-range value in input string \"" + text + "\"");
  }

  private DbException failed(String why) {
    return new DbException(
        ErrorCode.INVALID_DATETIME_FORMAT,
        "Failed to parse input string \"" + text + "\": " + why + " at position " + at);
  }
}
