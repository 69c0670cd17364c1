package org.ratchetdb.common.value;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * date and timestamptz as PostgreSQL text. Prints ISO style; reads ISO, compact, month-name and
 * month/day/year forms (DateStyle ISO, MDY). The special words (now, infinity, ...) are refused, as
 * in Spanner.
 */
public final class PgDateTimeText {
  private static final String DATE = "date";
  private static final String TIMESTAMPTZ = "timestamp with time zone";

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> MONTH_NAMES =
      List.of(
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");
  private static final List<String> DAY_NAMES =
      List.of("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday");

  private PgDateTimeText() {}

  /** ISO, as {@link DateTimeText#formatDate}. */
  public static String formatDate(int epochDay) {
    return DateTimeText.formatDate(epochDay);
  }

  /**
   * {@code 2016-01-25 15:10:10.555555+00}: the fraction trimmed, minutes and seconds of the offset
   * only when not zero.
   *
   * @param nanos 0..999; the wire, which has no nanoseconds, rounds first and passes 0
   */
  public static String formatTimestamp(long micros, int nanos, ZoneId zone) {
    StringBuilder out = new StringBuilder(35);
    appendTimestamp(out, micros, nanos, zone);
    return out.toString();
  }

  public static void appendTimestamp(StringBuilder out, long micros, int nanos, ZoneId zone) {
    int offsetSeconds = Timestamps.offsetSecondsAt(micros, zone);
    DateTimeText.appendLocal(out, micros + offsetSeconds * Timestamps.MICROS_PER_SECOND, ' ');
    appendFraction(out, Math.floorMod(micros, 1_000_000) * 1000 + nanos);
    DateTimeText.appendOffset(out, offsetSeconds);
    int seconds = Math.abs(offsetSeconds) % 60;
    if (seconds != 0) {
      if (offsetSeconds / 60 % 60 == 0) {
        out.append(":00");
      }
      out.append(':');
      DateTimeText.appendTwoDigits(out, seconds);
    }
  }

  /** A fraction of a second in nanoseconds without trailing zeros. */
  static void appendFraction(StringBuilder out, int nanosOfSecond) {
    if (nanosOfSecond == 0) {
      return;
    }
    int digits = 9;
    int fraction = nanosOfSecond;
    while (fraction % 10 == 0) {
      fraction /= 10;
      digits--;
    }
    out.append('.');
    DateTimeText.appendDigits(out, fraction, digits);
  }

  /** Reads a date; a time of day behind it is read and dropped. */
  public static int parseDate(String text) {
    int iso = isoDateOrMinusOne(text);
    if (iso != NOT_ISO) {
      return iso;
    }
    return new Parser(text, DATE).parse(ZoneOffset.UTC).day;
  }

  /** Reads a timestamptz; without a zone it is local time of the session's zone. */
  public static Value.Timestamp parseTimestamp(String text, ZoneId zone) {
    Parser parser = new Parser(text, TIMESTAMPTZ).parse(zone);
    long local = parser.day * Timestamps.MICROS_PER_DAY + parser.microsOfDay;
    long micros = Timestamps.fromLocalMicros(local, parser.zone);
    if (!Timestamps.inRange(micros)) {
      throw new DbException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "timestamp out of range: \"" + text + "\"");
    }
    return new Value.Timestamp(micros, parser.nanos);
  }

  private static final int NOT_ISO = Integer.MIN_VALUE;

  /** The fast path: exactly YYYY-MM-DD. */
  private static int isoDateOrMinusOne(String text) {
    if (text.length() != 10 || text.charAt(4) != '-' || text.charAt(7) != '-') {
      return NOT_ISO;
    }
    int year = digits(text, 0, 4);
    int month = digits(text, 5, 7);
    int day = digits(text, 8, 10);
    return CivilDates.isValid(year, month, day) ? CivilDates.toEpochDay(year, month, day) : NOT_ISO;
  }

  private static int digits(String text, int from, int to) {
    int value = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
    return value;
  }

  /** One pass over the text: words and numbers in any order that can be understood. */
  private static final class Parser {
    final String text;
    final String type;
    int position;

    int year = -1;
    int month = -1;
    int dayOfMonth = -1;
    boolean timeSeen;
    boolean pm;
    boolean meridiem;

    int day;
    long microsOfDay;
    int nanos;
    ZoneId zone = ZoneOffset.UTC;

    Parser(String text, String type) {
      this.text = text;
      this.type = type;
    }

    Parser parse(ZoneId defaultZone) {
      zone = defaultZone;
      refuseSpecialWords();
      while (skipSpaces()) {
        char c = text.charAt(position);
        if (isDigit(c)) {
          number();
        } else if (Character.isLetter(c)) {
          word();
        } else if ((c == '+' || c == '-') && timeSeen) {
          offset();
        } else {
          throw invalid();
        }
      }
      if (year < 0 || month < 0 || dayOfMonth < 0) {
        throw invalid();
      }
      if (!CivilDates.isValid(year, month, dayOfMonth)) {
        throw outOfRange();
      }
      day = CivilDates.toEpochDay(year, month, dayOfMonth);
      if (meridiem) {
        long hour = microsOfDay / Intervals.MICROS_PER_HOUR;
        if (hour < 1 || hour > 12) {
          throw outOfRange();
        }
        microsOfDay += (hour % 12 - hour + (pm ? 12 : 0)) * Intervals.MICROS_PER_HOUR;
      }
      return this;
    }

    private void refuseSpecialWords() {
      switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "now", "today", "tomorrow", "yesterday" ->
            throw new DbException(
                ErrorCode.INVALID_SETTING, "current/relative datetimes are not supported");
        case "epoch" -> throw new DbException(ErrorCode.INVALID_SETTING, "epoch is not supported");
        case "infinity", "-infinity", "+infinity" ->
            throw new DbException(
                ErrorCode.INVALID_SETTING, "infinity and -infinity are not supported");
        default -> {}
      }
    }

    private void number() {
      int start = position;
      while (position < text.length() && isDigit(text.charAt(position))) {
        position++;
      }
      int count = position - start;
      char next = position < text.length() ? text.charAt(position) : ' ';
      if (next == ':') {
        time(start);
      } else if (year < 0
          && (next == '-' || next == '/' || (next == '.' && count <= 4))
          && position + 1 < text.length()) {
        separatedDate(start, next);
      } else if (count == 8 && year < 0) {
        year = digits(text, start, start + 4);
        month = digits(text, start + 4, start + 6);
        dayOfMonth = digits(text, start + 6, start + 8);
      } else if (count == 6 && year < 0) {
        year = twoDigitYear(digits(text, start, start + 2));
        month = digits(text, start + 2, start + 4);
        dayOfMonth = digits(text, start + 4, start + 6);
      } else if ((count == 6 || count == 4) && dateComplete() && !timeSeen) {
        int hour = digits(text, start, start + 2);
        int minute = digits(text, start + 2, start + 4);
        setTime(hour, minute, count == 6 ? digits(text, start + 4, start + 6) : 0);
        fraction();
      } else if (count > 2 && count <= 4 && year < 0) {
        year = digits(text, start, position);
      } else if (count <= 2 && dayOfMonth < 0) {
        dayOfMonth = digits(text, start, position);
      } else if (count <= 2 && year < 0) {
        year = twoDigitYear(digits(text, start, position));
      } else {
        throw invalid();
      }
      skipOne(',');
    }

    /** Three fields of one separator: year first when it has three digits or more, else MDY. */
    private void separatedDate(int start, char separator) {
      position = start;
      String[] fields = new String[3];
      int found = 0;
      while (found < 3) {
        int from = position;
        while (position < text.length()
            && (isDigit(text.charAt(position)) || Character.isLetter(text.charAt(position)))) {
          if (found == 2 && !isDigit(text.charAt(position))) {
            break; // the T before a time
          }
          position++;
        }
        fields[found++] = text.substring(from, position);
        if (found < 3) {
          if (position >= text.length() || text.charAt(position) != separator) {
            throw invalid();
          }
          position++;
        }
      }
      int namedMonth = monthOf(fields[1].toLowerCase(Locale.ROOT));
      if (fields[0].length() > 2) {
        year = fieldNumber(fields[0]);
        month = namedMonth > 0 ? namedMonth : fieldNumber(fields[1]);
        dayOfMonth = fieldNumber(fields[2]);
      } else {
        boolean shortYear = fields[2].length() <= 2;
        year = fieldNumber(fields[2]);
        year = shortYear ? twoDigitYear(year) : year;
        month = namedMonth > 0 ? namedMonth : fieldNumber(fields[0]);
        dayOfMonth = namedMonth > 0 ? fieldNumber(fields[0]) : fieldNumber(fields[1]);
      }
    }

    private int fieldNumber(String field) {
      if (field.isEmpty() || field.length() > 9) {
        throw invalid();
      }
      int value = digits(field, 0, field.length());
      if (value < 0) {
        throw invalid();
      }
      return value;
    }

    private void time(int start) {
      if (timeSeen || position - start > 2) {
        throw invalid();
      }
      int hour = digits(text, start, position);
      position++;
      int minute = readTwo();
      int second = 0;
      if (position < text.length() && text.charAt(position) == ':') {
        position++;
        second = readTwo();
      }
      setTime(hour, minute, second);
      fraction();
    }

    private void setTime(int hour, int minute, int second) {
      boolean midnight = hour == 24 && minute == 0 && second == 0;
      if ((hour > 23 && !midnight) || minute > 59 || second > 60) {
        throw outOfRange();
      }
      timeSeen = true;
      microsOfDay = (hour * 3600L + minute * 60L + second) * Timestamps.MICROS_PER_SECOND;
    }

    private void fraction() {
      if (position >= text.length() || text.charAt(position) != '.') {
        return;
      }
      position++;
      int value = 0;
      int count = 0;
      boolean roundUp = false;
      while (position < text.length() && isDigit(text.charAt(position))) {
        int digit = text.charAt(position++) - '0';
        if (count < 9) {
          value = value * 10 + digit;
        } else if (count == 9) {
          roundUp = digit >= 5;
        }
        count++;
      }
      for (; count < 9; count++) {
        value *= 10;
      }
      value += roundUp ? 1 : 0;
      microsOfDay += value / 1000;
      nanos = value % 1000;
    }

    private void word() {
      int start = position;
      while (position < text.length() && isWordCharacter(text.charAt(position))) {
        position++;
      }
      String word = text.substring(start, position).toLowerCase(Locale.ROOT);
      int named = monthOf(word);
      if (word.equals("t") && dateComplete() && !timeSeen) {
        return;
      }
      if (word.startsWith("t") && word.length() > 1 && isDigit(word.charAt(1)) && !timeSeen) {
        position = start + 1;
        return;
      }
      if (named > 0 && month < 0) {
        month = named;
        skipOne(',');
      } else if (word.equals("am") || word.equals("pm")) {
        meridiem = true;
        pm = word.equals("pm");
      } else if (word.equals("ad") && dateComplete()) {
        return;
      } else if (word.equals("bc")) {
        throw outOfRange();
      } else if (isDayName(word)) {
        skipOne(',');
      } else if (timeSeen || (dateComplete() && type.equals(TIMESTAMPTZ))) {
        zone = namedZone(text.substring(start, position));
      } else {
        throw invalid();
      }
    }

    private ZoneId namedZone(String name) {
      ZoneId named = TimeZones.postgresOrNull(name);
      if (named == null) {
        if (name.indexOf('/') < 0) {
          throw invalid();
        }
        throw new DbException(
            ErrorCode.INVALID_SETTING,
            "time zone \"" + name.toLowerCase(Locale.ROOT) + "\" not recognized");
      }
      return named;
    }

    private void offset() {
      int start = position++;
      while (position < text.length()
          && (isDigit(text.charAt(position)) || text.charAt(position) == ':')) {
        position++;
      }
      ZoneOffset offset = TimeZones.offsetOrNull(text.substring(start, position));
      if (offset == null) {
        throw new DbException(
            ErrorCode.INVALID_TIME_ZONE_DISPLACEMENT,
            "time zone displacement out of range: \"" + text + "\"");
      }
      zone = offset;
    }

    private int readTwo() {
      int start = position;
      while (position < text.length() && position - start < 2 && isDigit(text.charAt(position))) {
        position++;
      }
      if (position == start) {
        throw invalid();
      }
      return digits(text, start, position);
    }

    private boolean dateComplete() {
      return year >= 0 && month >= 0 && dayOfMonth >= 0;
    }

    private boolean skipSpaces() {
      while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
        position++;
      }
      return position < text.length();
    }

    private void skipOne(char c) {
      if (position < text.length() && text.charAt(position) == c) {
        position++;
      }
    }

    private DbException invalid() {
      return PgErrors.invalidDatetime(type, text);
    }

    private DbException outOfRange() {
      return new DbException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "date/time field value out of range: \"" + text + "\"");
    }

    private static int twoDigitYear(int value) {
      return value < 70 ? value + 2000 : value + 1900;
    }

    private static int monthOf(String word) {
      if (word.length() < 3) {
        return -1;
      }
      int index = MONTHS.indexOf(word.substring(0, 3));
      boolean known =
          index >= 0
              && (word.length() == 3 || word.equals(MONTH_NAMES.get(index)) || word.equals("sept"));
      return known ? index + 1 : -1;
    }

    private static boolean isDayName(String word) {
      return word.length() >= 3 && DAY_NAMES.stream().anyMatch(n -> n.startsWith(word));
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    private static boolean isWordCharacter(char c) {
      return Character.isLetterOrDigit(c) || c == '/' || c == '_';
    }
  }
}
