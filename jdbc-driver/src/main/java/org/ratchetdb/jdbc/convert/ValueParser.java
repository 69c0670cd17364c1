package org.ratchetdb.jdbc.convert;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.SqlErrors;

/**
 * Values from texts: what a server sends in text format, and strings that a program sets for a
 * parameter of another type. Reads what either dialect writes.
 */
public final class ValueParser {
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "(\\d{1,4}-\\d{1,2}-\\d{1,2})(?:[Tt ]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.(\\d{1,9}))?)?)?"
              + "\\s*([Zz]|[+-]\\d{1,2}(?::?\\d{2})?(?::?\\d{2})?|[A-Za-z]\\S*)?");
  private static final Pattern DATE = Pattern.compile("(\\d{1,4})-(\\d{1,2})-(\\d{1,2})");
  private static final Pattern ISO_INTERVAL =
      Pattern.compile(
          "P(?:(-?\\d+)Y)?(?:(-?\\d+)M)?(?:(-?\\d+)W)?(?:(-?\\d+)D)?"
              + "(?:T(?:(-?\\d+)H)?(?:(-?\\d+)M)?(?:(-?\\d+(?:\\.\\d{1,9})?)S)?)?",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern POSTGRES_INTERVAL_PART =
      Pattern.compile(
          "([+-]?\\d+) (year|mon|day)s?|([+-]?)(\\d+):(\\d{2}):(\\d{2}(?:\\.\\d{1,9})?)");

  private ValueParser() {}

  /**
   * Reads a text.
   *
   * @throws SQLException 22P02, 22003, 22007 or 22008 when the text is none of that type
   */
  public static Value parse(String text, SqlType type) throws SQLException {
    try {
      return switch (type.kind()) {
        case STRING, UNKNOWN -> new Value.Str(text);
        case BOOL -> new Value.Bool(bool(text));
        case INT64 -> new Value.Int64(Long.parseLong(text.strip()));
        case PG_OID -> new Value.Oid(Long.parseLong(text.strip()));
        case FLOAT64 -> new Value.Float64(floating(text));
        case FLOAT32 -> new Value.Float32((float) floating(text));
        case NUMERIC -> new Value.Numeric(new BigDecimal(text.strip()));
        case PG_NUMERIC ->
            new Value.PgNumeric(
                text.strip().equalsIgnoreCase("NaN") ? null : new BigDecimal(text.strip()));
        case DATE -> new Value.Date(Math.toIntExact(date(text).toEpochDay()));
        case TIMESTAMP -> timestamp(text);
        case BYTES -> new Value.Bytes(bytes(text));
        case UUID -> new Value.Uuid(uuid(text));
        case JSON, PG_JSONB -> new Value.Json(text, type);
        case INTERVAL -> interval(text);
        case ARRAY -> array(text, type);
        case STRUCT -> throw SqlErrors.notSupported("Reading a STRUCT from text");
      };
    } catch (NumberFormatException e) {
      throw invalid(text, type, ErrorCode.INVALID_TEXT_REPRESENTATION, e);
    } catch (DateTimeException | ArithmeticException e) {
      throw invalid(text, type, ErrorCode.INVALID_DATETIME_FORMAT, e);
    }
  }

  private static SQLException invalid(String text, SqlType type, ErrorCode code, Exception cause) {
    return SqlErrors.of(code, "Cannot read '" + text + "' as " + type, cause);
  }

  static boolean bool(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "t", "true", "y", "yes", "on", "1" -> true;
      case "f", "false", "n", "no", "off", "0" -> false;
      default -> throw new NumberFormatException("not a boolean");
    };
  }

  static double floating(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text.strip());
    };
  }

  static LocalDate date(String text) {
    Matcher m = DATE.matcher(text.strip());
    if (!m.matches()) {
      throw new DateTimeException("not a date");
    }
    return LocalDate.of(
        Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)), Integer.parseInt(m.group(3)));
  }

  static Value.Timestamp timestamp(String text) {
    Matcher m = TIMESTAMP.matcher(text.strip());
    if (!m.matches()) {
      throw new DateTimeException("not a timestamp");
    }
    LocalDateTime local =
        date(m.group(1))
            .atTime(
                number(m.group(2)),
                number(m.group(3)),
                number(m.group(4)),
                m.group(5) == null
                    ? 0
                    : Integer.parseInt((m.group(5) + "00000000").substring(0, 9)));
    return SqlValues.timestamp(local.atZone(zone(m.group(6))).toInstant());
  }

  private static int number(String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /** A text without a zone is in the zone of this Java, as java.sql.Timestamp has it. */
  private static ZoneId zone(String text) {
    if (text == null) {
      return ZoneId.systemDefault();
    }
    char first = text.charAt(0);
    if (first == '+' || first == '-') {
      String digits = text.substring(1).replace(":", "");
      if (digits.length() % 2 == 1) {
        digits = "0" + digits;
      }
      int seconds = 0;
      int unit = 3600;
      for (int i = 0; i + 2 <= digits.length(); i += 2) {
        seconds += Integer.parseInt(digits.substring(i, i + 2)) * unit;
        unit /= 60;
      }
      return ZoneOffset.ofTotalSeconds(first == '-' ? -seconds : seconds);
    }
    return ZoneId.of(text.equalsIgnoreCase("z") ? "Z" : text);
  }

  /** PostgreSQL's {@code \x} form, else base64 as Spanner writes bytes. */
  static byte[] bytes(String text) {
    try {
      return text.startsWith("\\x")
          ? HexFormat.of().parseHex(text.substring(2))
          : Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      NumberFormatException wrong = new NumberFormatException("not bytes");
      wrong.initCause(e);
      throw wrong;
    }
  }

  static UUID uuid(String text) {
    String digits = text.strip().replace("-", "").replace("{", "").replace("}", "");
    if (digits.length() != 32) {
      throw new NumberFormatException("not a UUID");
    }
    return new UUID(
        Long.parseUnsignedLong(digits.substring(0, 16), 16),
        Long.parseUnsignedLong(digits.substring(16), 16));
  }

  static Value.Interval interval(String text) {
    Matcher iso = ISO_INTERVAL.matcher(text.strip());
    if (iso.matches()) {
      Duration time = Duration.ofHours(amount(iso.group(5))).plusMinutes(amount(iso.group(6)));
      if (iso.group(7) != null) {
        time = time.plusNanos(nanos(iso.group(7)));
      }
      return interval(
          Math.addExact(Math.multiplyExact(amount(iso.group(1)), 12), amount(iso.group(2))),
          Math.addExact(Math.multiplyExact(amount(iso.group(3)), 7), amount(iso.group(4))),
          time);
    }
    Matcher part = POSTGRES_INTERVAL_PART.matcher(text.strip());
    int end = 0;
    int months = 0;
    int days = 0;
    Duration time = Duration.ZERO;
    while (part.find() && text.strip().substring(end, part.start()).isBlank()) {
      end = part.end();
      if (part.group(2) == null) {
        time =
            Duration.ofHours(amount(part.group(4)))
                .plusMinutes(amount(part.group(5)))
                .plusNanos(nanos(part.group(6)));
        time = "-".equals(part.group(3)) ? time.negated() : time;
      } else if (part.group(2).equals("day")) {
        days = Math.addExact(days, amount(part.group(1)));
      } else {
        int unit = part.group(2).equals("year") ? 12 : 1;
        months = Math.addExact(months, Math.multiplyExact(amount(part.group(1)), unit));
      }
    }
    if (end == 0 || end != text.strip().length()) {
      throw new DateTimeException("not an interval");
    }
    return interval(months, days, time);
  }

  private static Value.Interval interval(int months, int days, Duration time) {
    long micros =
        Math.addExact(Math.multiplyExact(time.getSeconds(), 1_000_000L), time.getNano() / 1000);
    return new Value.Interval(months, days, micros, time.getNano() % 1000);
  }

  private static int amount(String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private static long nanos(String seconds) {
    return new BigDecimal(seconds).movePointRight(9).longValueExact();
  }

  /** PostgreSQL's {@code {a,"b c",NULL}}; one dimension. */
  private static Value array(String text, SqlType type) throws SQLException {
    String s = text.strip();
    if (s.length() < 2 || s.charAt(0) != '{' || s.charAt(s.length() - 1) != '}') {
      throw new NumberFormatException("not an array");
    }
    List<Value> elements = new ArrayList<>();
    int end = s.length() - 1;
    int i = 1;
    while (i < end) {
      StringBuilder element = new StringBuilder();
      boolean quoted = s.charAt(i) == '"';
      i += quoted ? 1 : 0;
      while (i < end && (quoted ? s.charAt(i) != '"' : s.charAt(i) != ',')) {
        if (s.charAt(i) == '\\') {
          i++;
        }
        element.append(s.charAt(i++));
      }
      i += quoted ? 1 : 0;
      if (!quoted && element.toString().equalsIgnoreCase("NULL")) {
        elements.add(new Value.Null(type.elementType()));
      } else {
        elements.add(parse(element.toString(), type.elementType()));
      }
      if (i < end && s.charAt(i) != ',') {
        throw new NumberFormatException("not an array");
      }
      i++;
    }
    return new Value.Array(type, elements);
  }
}
