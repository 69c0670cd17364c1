package org.ratchetdb.jdbc.convert;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;

/**
 * The text of a value, as {@code getString} and the console show it: what the dialect's own cast to
 * text gives, so that it reads back as a literal. NULL has no text; ask before.
 */
public final class ValueText {
  private static final int POSTGRES_EXPONENT_MIN = -4;
  private static final int POSTGRES_EXPONENT_MAX = 15;

  private ValueText() {}

  public static String of(Value value, Dialect dialect) {
    if (value instanceof Value.Str v) {
      return v.value();
    }
    if (value instanceof Value.Int64 v) {
      return Long.toString(v.value());
    }
    if (value instanceof Value.Bool v) {
      return Boolean.toString(v.value());
    }
    if (value instanceof Value.Float64 v) {
      return number(v.value(), Double.toString(v.value()));
    }
    if (value instanceof Value.Float32 v) {
      return number(v.value(), Float.toString(v.value()));
    }
    if (value instanceof Value.Numeric v) {
      return plain(v.value());
    }
    if (value instanceof Value.PgNumeric v) {
      BigDecimal number = v.value();
      return number == null ? "NaN" : number.toPlainString();
    }
    if (value instanceof Value.Date v) {
      return LocalDate.ofEpochDay(v.epochDay()).toString();
    }
    if (value instanceof Value.Timestamp v) {
      return timestamp(v, dialect);
    }
    if (value instanceof Value.Bytes v) {
      return dialect == Dialect.POSTGRESQL
          ? "\\x" + HexFormat.of().formatHex(v.value())
          : Base64.getEncoder().encodeToString(v.value());
    }
    if (value instanceof Value.Uuid v) {
      return v.value().toString();
    }
    if (value instanceof Value.Json v) {
      return v.text();
    }
    if (value instanceof Value.Interval v) {
      return interval(v);
    }
    if (value instanceof Value.Oid v) {
      return Long.toString(v.value());
    }
    if (value instanceof Value.Array v) {
      return dialect == Dialect.POSTGRESQL
          ? postgresArray(v.elements())
          : googleList("[", v.elements(), "]");
    }
    if (value instanceof Value.Struct v) {
      return dialect == Dialect.POSTGRESQL
          ? postgresRecord(v.fields())
          : googleList("(", v.fields(), ")");
    }
    throw new IllegalArgumentException("no text for " + value.type());
  }

  private static String plain(BigDecimal number) {
    // setScale keeps 100 from becoming 1E+2, which toPlainString would undo at the cost of a copy.
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0).toString() : stripped.toPlainString();
  }

  /** The digits that Java found, in the notation that both dialects use. */
  private static String number(double value, String javaText) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    if (value == 0) {
      return javaText.startsWith("-") ? "-0" : "0";
    }
    BigDecimal digits = new BigDecimal(javaText).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= POSTGRES_EXPONENT_MIN && exponent < POSTGRES_EXPONENT_MAX) {
      return digits.toPlainString();
    }
    String all = digits.unscaledValue().abs().toString();
    return (digits.signum() < 0 ? "-" : "")
        + all.charAt(0)
        + (all.length() > 1 ? "." + all.substring(1) : "")
        + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  private static String timestamp(Value.Timestamp value, Dialect dialect) {
    LocalDateTime utc = LocalDateTime.ofInstant(instant(value), ZoneOffset.UTC);
    boolean postgres = dialect == Dialect.POSTGRESQL;
    StringBuilder out = new StringBuilder(32);
    out.append(utc.toLocalDate())
        .append(postgres ? ' ' : 'T')
        .append(twoDigits(utc.getHour()))
        .append(':')
        .append(twoDigits(utc.getMinute()))
        .append(':')
        .append(twoDigits(utc.getSecond()));
    appendFraction(out, utc.getNano());
    return out.append(postgres ? "+00" : "Z").toString();
  }

  static Instant instant(Value.Timestamp value) {
    return Instant.ofEpochSecond(
        Math.floorDiv(value.epochMicros(), 1_000_000L),
        Math.floorMod(value.epochMicros(), 1_000_000L) * 1000 + value.nanos());
  }

  private static void appendFraction(StringBuilder out, long nanos) {
    if (nanos != 0) {
      String digits = String.format(Locale.ROOT, "%09d", nanos);
      int end = digits.length();
      while (digits.charAt(end - 1) == '0') {
        end--;
      }
      out.append('.').append(digits, 0, end);
    }
  }

  private static String twoDigits(long n) {
    return n < 10 ? "0" + n : Long.toString(n);
  }

  /** ISO 8601, which both dialects read. */
  private static String interval(Value.Interval v) {
    StringBuilder out = new StringBuilder("P");
    appendPart(out, v.months() / 12, 'Y');
    appendPart(out, v.months() % 12, 'M');
    appendPart(out, v.days(), 'D');
    long micros = v.micros();
    int nanos = v.nanos();
    if (micros == 0 && nanos == 0) {
      return out.length() == 1 ? "P0Y" : out.toString();
    }
    out.append('T');
    // Nanoseconds stand beyond micros rounded down: make both parts of one sign.
    boolean negative = micros < 0;
    if (negative && nanos > 0) {
      micros++;
      nanos = 1000 - nanos;
    }
    long magnitude = Math.abs(micros);
    String sign = negative ? "-" : "";
    long hours = magnitude / 3_600_000_000L;
    long minutes = magnitude / 60_000_000L % 60;
    long seconds = magnitude / 1_000_000L % 60;
    long fraction = magnitude % 1_000_000L * 1000 + nanos;
    if (hours != 0) {
      out.append(sign).append(hours).append('H');
    }
    if (minutes != 0) {
      out.append(sign).append(minutes).append('M');
    }
    if (seconds != 0 || fraction != 0) {
      out.append(sign).append(seconds);
      appendFraction(out, fraction);
      out.append('S');
    }
    return out.toString();
  }

  private static void appendPart(StringBuilder out, long amount, char unit) {
    if (amount != 0) {
      out.append(amount).append(unit);
    }
  }

  private static String googleList(String open, List<Value> values, String close) {
    StringBuilder out = new StringBuilder(open);
    String separator = "";
    for (Value value : values) {
      out.append(separator)
          .append(value.isNull() ? "NULL" : of(value, Dialect.GOOGLE_STANDARD_SQL));
      separator = ", ";
    }
    return out.append(close).toString();
  }

  private static String postgresArray(List<Value> values) {
    StringBuilder out = new StringBuilder("{");
    String separator = "";
    for (Value value : values) {
      out.append(separator);
      if (value.isNull()) {
        out.append("NULL");
      } else if (value instanceof Value.Bool v) {
        out.append(v.value() ? 't' : 'f');
      } else {
        String text = of(value, Dialect.POSTGRESQL);
        out.append(needsQuotes(text) ? quoted(text) : text);
      }
      separator = ",";
    }
    return out.append('}').toString();
  }

  private static String postgresRecord(List<Value> values) {
    StringBuilder out = new StringBuilder("(");
    String separator = "";
    for (Value value : values) {
      out.append(separator);
      if (!value.isNull()) {
        String text = of(value, Dialect.POSTGRESQL);
        out.append(needsQuotes(text) ? quoted(text) : text);
      }
      separator = ",";
    }
    return out.append(')').toString();
  }

  private static boolean needsQuotes(String text) {
    return text.isEmpty()
        || text.equalsIgnoreCase("NULL")
        || text.chars().anyMatch(c -> "{}(),\"\\".indexOf(c) >= 0 || Character.isWhitespace(c));
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
