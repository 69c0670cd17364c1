package org.ratchetdb.executor.function;

import java.time.ZoneId;
import java.util.Locale;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.CivilDates;
import org.ratchetdb.common.value.Timestamps;
import org.ratchetdb.common.value.Value;

/** The templates of to_char, to_date and to_timestamp: their usual patterns for dates and times. */
final class PgTimeTemplate {
  /** Patterns, a longer one before its prefixes. */
  private static final String[] PATTERNS = {
    "YYYY", "YYY", "YY", "Y", "IYYY", "MONTH", "Month", "month", "MON", "Mon", "mon", "MM", "MS",
    "MI", "DDD", "DAY", "Day", "day", "DY", "Dy", "dy", "DD", "D", "HH24", "HH12", "HH", "SSSS",
    "SS", "US", "AM", "PM", "am", "pm", "A.M.", "P.M.", "a.m.", "p.m.", "IW", "WW", "ID", "Q", "CC",
    "TZ", "tz", "OF"
  };

  private PgTimeTemplate() {}

  private static String patternAt(String template, int at) {
    for (String pattern : PATTERNS) {
      if (template.startsWith(pattern, at)) {
        return pattern;
      }
    }
    return "";
  }

  static String format(String template, long micros, ZoneId zone) {
    long local = Timestamps.toLocalMicros(micros, zone);
    int day = (int) Math.floorDiv(local, Timestamps.MICROS_PER_DAY);
    long ofDay = Math.floorMod(local, Timestamps.MICROS_PER_DAY);
    StringBuilder out = new StringBuilder();
    int at = 0;
    boolean fill = false;
    while (at < template.length()) {
      char c = template.charAt(at);
      if (template.startsWith("FM", at)) {
        fill = true;
        at += 2;
        continue;
      }
      if (c == '"') {
        int end = template.indexOf('"', at + 1);
        end = end < 0 ? template.length() : end;
        out.append(template, at + 1, end);
        at = end + 1;
        continue;
      }
      String pattern = patternAt(template, at);
      if (pattern.isEmpty()) {
        out.append(c);
        at++;
        continue;
      }
      String value = element(pattern, day, ofDay, micros, zone);
      out.append(fill ? stripped(value) : value);
      fill = false;
      at += pattern.length();
    }
    return out.toString();
  }

  /** Without the padding that FM suppresses. */
  private static String stripped(String value) {
    String trimmed = value.stripTrailing();
    return trimmed.matches("0+\\d+") ? trimmed.replaceFirst("^0+(?=\\d)", "") : trimmed;
  }

  private static String element(String pattern, int day, long ofDay, long micros, ZoneId zone) {
    int civil = CivilDates.toCivil(day);
    int year = CivilDates.yearOf(civil);
    int month = CivilDates.monthOf(civil);
    int hour = (int) (ofDay / 3_600_000_000L);
    String half = hour < 12 ? "AM" : "PM";
    return switch (pattern) {
      case "YYYY" -> digits(year, 4);
      case "YYY" -> digits(year % 1000, 3);
      case "YY" -> digits(year % 100, 2);
      case "Y" -> digits(year % 10, 1);
      case "IYYY" -> digits(CivilDates.isoYear(day), 4);
      case "MONTH" -> name(TimeFormat.MONTHS[month - 1].toUpperCase(Locale.ROOT));
      case "Month" -> name(TimeFormat.MONTHS[month - 1]);
      case "month" -> name(TimeFormat.MONTHS[month - 1].toLowerCase(Locale.ROOT));
      case "MON" -> TimeFormat.MONTHS[month - 1].substring(0, 3).toUpperCase(Locale.ROOT);
      case "Mon" -> TimeFormat.MONTHS[month - 1].substring(0, 3);
      case "mon" -> TimeFormat.MONTHS[month - 1].substring(0, 3).toLowerCase(Locale.ROOT);
      case "MM" -> digits(month, 2);
      case "MS" -> digits((int) (ofDay / 1000 % 1000), 3);
      case "MI" -> digits((int) (ofDay / 60_000_000L % 60), 2);
      case "DDD" -> digits(CivilDates.dayOfYear(day), 3);
      case "DAY" -> name(weekday(day).toUpperCase(Locale.ROOT));
      case "Day" -> name(weekday(day));
      case "day" -> name(weekday(day).toLowerCase(Locale.ROOT));
      case "DY" -> weekday(day).substring(0, 3).toUpperCase(Locale.ROOT);
      case "Dy" -> weekday(day).substring(0, 3);
      case "dy" -> weekday(day).substring(0, 3).toLowerCase(Locale.ROOT);
      case "DD" -> digits(CivilDates.dayOf(civil), 2);
      case "D" -> digits(CivilDates.dayOfWeekFromSunday(day) + 1, 1);
      case "HH24" -> digits(hour, 2);
      case "HH12", "HH" -> digits((hour + 11) % 12 + 1, 2);
      case "SSSS" -> Long.toString(ofDay / 1_000_000L);
      case "SS" -> digits((int) (ofDay / 1_000_000L % 60), 2);
      case "US" -> digits((int) (ofDay % 1_000_000L), 6);
      case "AM", "PM" -> half;
      case "am", "pm" -> half.toLowerCase(Locale.ROOT);
      case "A.M.", "P.M." -> half.charAt(0) + ".M.";
      case "a.m.", "p.m." -> half.toLowerCase(Locale.ROOT).charAt(0) + ".m.";
      case "IW" -> digits(CivilDates.isoWeek(day), 2);
      case "WW" -> digits((CivilDates.dayOfYear(day) - 1) / 7 + 1, 2);
      case "ID" -> digits(CivilDates.dayOfWeekFromMonday(day) + 1, 1);
      case "Q" -> digits((month + 2) / 3, 1);
      case "CC" -> digits((year + 99) / 100, 2);
      case "TZ" -> TimeFormat.formatTimestamp("%Z", micros, 0, zone);
      case "tz" -> TimeFormat.formatTimestamp("%Z", micros, 0, zone).toLowerCase(Locale.ROOT);
      default -> offset(Timestamps.offsetSecondsAt(micros, zone));
    };
  }

  private static String offset(int seconds) {
    int minutes = Math.abs(seconds) / 60;
    String hours = (seconds < 0 ? "-" : "+") + digits(minutes / 60, 2);
    return minutes % 60 == 0 ? hours : hours + ":" + digits(minutes % 60, 2);
  }

  private static String weekday(int day) {
    return TimeFormat.DAYS[CivilDates.dayOfWeekFromSunday(day)];
  }

  /** Names are padded to the longest. */
  private static String name(String value) {
    return String.format(Locale.ROOT, "%-9s", value);
  }

  private static String digits(int value, int width) {
    String digits = Integer.toString(value);
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  static int parseDate(String text, String template) {
    return new Parse(text, template).epochDay();
  }

  static Value.Timestamp parseTimestamp(String text, String template, ZoneId zone) {
    Parse parse = new Parse(text, template);
    long local = parse.epochDay() * Timestamps.MICROS_PER_DAY + parse.microsOfDay();
    long micros = Timestamps.fromLocalMicros(local, zone);
    if (!Timestamps.inRange(micros)) {
      throw new DbException(ErrorCode.DATETIME_OUT_OF_RANGE, "timestamp out of range");
    }
    return new Value.Timestamp(micros, 0);
  }

  /** Reads text by a template; separators match any separators. */
  private static final class Parse {
    private final String text;
    private int at;
    private int year = 1;
    private int month = 1;
    private int day = 1;
    private int hour;
    private int minute;
    private int second;
    private int micros;
    private boolean twelveHours;
    private boolean afternoon;

    Parse(String text, String template) {
      this.text = text;
      int position = 0;
      while (position < template.length()) {
        String pattern = patternAt(template, position);
        if (pattern.isEmpty()) {
          position++;
          if (at < text.length() && !Character.isLetterOrDigit(text.charAt(at))) {
            at++;
          }
        } else {
          skipSpace();
          read(pattern);
          position += pattern.length();
        }
      }
    }

    private void skipSpace() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    private void read(String pattern) {
      switch (pattern) {
        case "YYYY" -> year = number(4, pattern);
        case "YY" -> {
          int two = number(2, pattern);
          year = two < 70 ? 2000 + two : 1900 + two;
        }
        case "MM" -> month = number(2, pattern);
        case "DD" -> day = number(2, pattern);
        case "HH24" -> hour = number(2, pattern);
        case "HH12", "HH" -> {
          hour = number(2, pattern);
          twelveHours = true;
        }
        case "MI" -> minute = number(2, pattern);
        case "SS" -> second = number(2, pattern);
        case "MS" -> micros = fraction(3) * 1000;
        case "US" -> micros = fraction(6);
        case "AM", "PM", "am", "pm" -> half();
        case "MON", "Mon", "mon", "MONTH", "Month", "month" -> month = monthName();
        default -> throw DbException.notSupported("The pattern " + pattern + " in to_timestamp");
      }
    }

    private int number(int digitsMax, String pattern) {
      int start = at;
      int value = 0;
      while (at < text.length()
          && at - start < digitsMax
          && text.charAt(at) >= '0'
          && text.charAt(at) <= '9') {
        value = value * 10 + (text.charAt(at++) - '0');
      }
      if (at == start) {
        throw new DbException(
                ErrorCode.INVALID_DATETIME_FORMAT,
                "invalid value \"" + text.substring(start) + "\" for \"" + pattern + "\"")
            .detail("Value must be an integer.");
      }
      return value;
    }

    private int fraction(int digits) {
      int start = at;
      int value = number(digits, digits == 3 ? "MS" : "US");
      for (int i = at - start; i < digits; i++) {
        value *= 10;
      }
      return value;
    }

    private void half() {
      String rest = text.substring(at).toLowerCase(Locale.ROOT);
      if (!rest.startsWith("am") && !rest.startsWith("pm")) {
        throw new DbException(
            ErrorCode.INVALID_DATETIME_FORMAT, "invalid value \"" + rest + "\" for \"AM\"");
      }
      afternoon = rest.startsWith("pm");
      at += 2;
    }

    private int monthName() {
      String rest = text.substring(at).toLowerCase(Locale.ROOT);
      for (int i = 0; i < TimeFormat.MONTHS.length; i++) {
        String lower = TimeFormat.MONTHS[i].toLowerCase(Locale.ROOT);
        if (rest.startsWith(lower)) {
          at += lower.length();
          return i + 1;
        }
        if (rest.startsWith(lower.substring(0, 3))) {
          at += 3;
          return i + 1;
        }
      }
      throw new DbException(
          ErrorCode.INVALID_DATETIME_FORMAT, "invalid value \"" + rest + "\" for \"MONTH\"");
    }

    int epochDay() {
      if (!CivilDates.isValid(year, month, day)) {
        throw outOfRange();
      }
      return CivilDates.toEpochDay(year, month, day);
    }

    long microsOfDay() {
      int hours = twelveHours ? hour % 12 + (afternoon ? 12 : 0) : hour;
      if (hours > 23 || minute > 59 || second > 59) {
        throw outOfRange();
      }
      return ((hours * 60L + minute) * 60L + second) * 1_000_000L + micros;
    }

    private DbException outOfRange() {
      return new DbException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "date/time field value out of range: \"" + text + "\"");
    }
  }
}
