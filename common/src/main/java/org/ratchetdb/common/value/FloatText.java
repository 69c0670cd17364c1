package org.ratchetdb.common.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Floats as text. Both dialects print the shortest decimal that reads back as the same number; they
 * differ in when they switch to an exponent and in the names of the special values.
 */
public final class FloatText {
  private FloatText() {}

  /**
   * As CAST to STRING writes it: {@code 1}, {@code 0.1}, {@code 1e+20}, {@code inf}, {@code nan}.
   */
  public static String formatGoogle(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == (long) value && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    Decimal decimal = shortest(value);
    return decimal.format(value < 0, decimal.digits.length() <= 15 ? 15 : 17);
  }

  public static String formatGoogle(float value) {
    if (Float.isNaN(value) || Float.isInfinite(value)) {
      return formatGoogle((double) value);
    }
    if (value == (int) value && Math.abs(value) < 1e6) {
      return Integer.toString((int) value);
    }
    Decimal decimal = shortest(value);
    return decimal.format(value < 0, decimal.digits.length() <= 6 ? 6 : 9);
  }

  /** As a float8 column prints: {@code 1}, {@code 1e+15}, {@code -0}, {@code Infinity}. */
  public static String formatPostgres(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    if (value == (long) value && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    return shortest(value).format(value < 0, 15);
  }

  /** As a float4 column prints. */
  public static String formatPostgres(float value) {
    if (Float.isNaN(value) || Float.isInfinite(value) || value == 0) {
      return formatPostgres((double) value);
    }
    if (value == (int) value && Math.abs(value) < 1e6) {
      return Integer.toString((int) value);
    }
    return shortest(value).format(value < 0, 6);
  }

  /** Reads what CAST to FLOAT64 accepts. */
  public static double parseGoogle(String text) {
    String trimmed = text.strip();
    if (isDecimal(trimmed)) {
      double value = Double.parseDouble(trimmed);
      if (!Double.isInfinite(value)) {
        return value;
      }
    } else if (isSpecial(trimmed)) {
      return special(trimmed);
    }
    throw new DbException(ErrorCode.INVALID_TEXT_REPRESENTATION, "Bad double value: " + text);
  }

  /** Reads what CAST to FLOAT32 accepts. */
  public static float parseGoogleFloat(String text) {
    String trimmed = text.strip();
    if (isDecimal(trimmed)) {
      float value = Float.parseFloat(trimmed);
      if (!Float.isInfinite(value)) {
        return value;
      }
    } else if (isSpecial(trimmed)) {
      return (float) special(trimmed);
    }
    throw new DbException(ErrorCode.INVALID_TEXT_REPRESENTATION, "Bad float value: " + text);
  }

  /** Reads float8 input; too small a number is zero, as in Spanner. */
  public static double parsePostgres(String text) {
    String trimmed = text.strip();
    if (isDecimal(trimmed)) {
      double value = Double.parseDouble(trimmed);
      if (Double.isInfinite(value)) {
        throw outOfRange(trimmed, "double precision");
      }
      return value;
    }
    if (isSpecial(trimmed)) {
      return special(trimmed);
    }
    throw PgErrors.invalidInput("double precision", text);
  }

  /** Reads float4 input. */
  public static float parsePostgresFloat(String text) {
    String trimmed = text.strip();
    if (isDecimal(trimmed)) {
      float value = Float.parseFloat(trimmed);
      if (Float.isInfinite(value)) {
        throw outOfRange(trimmed, "real");
      }
      return value;
    }
    if (isSpecial(trimmed)) {
      return (float) special(trimmed);
    }
    throw PgErrors.invalidInput("real", text);
  }

  private static DbException outOfRange(String text, String type) {
    return new DbException(
        ErrorCode.VALUE_OUT_OF_RANGE, "\"" + text + "\" is out of range for type " + type);
  }

  private static boolean isSpecial(String text) {
    int start = !text.isEmpty() && (text.charAt(0) == '+' || text.charAt(0) == '-') ? 1 : 0;
    String name = text.substring(start);
    return name.equalsIgnoreCase("nan")
        || name.equalsIgnoreCase("inf")
        || name.equalsIgnoreCase("infinity");
  }

  private static double special(String text) {
    if (text.length() >= 3 && text.regionMatches(true, text.length() - 3, "nan", 0, 3)) {
      return Double.NaN;
    }
    return text.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
  }

  /** Optional sign, digits with an optional point, optional exponent: less than Java would take. */
  static boolean isDecimal(String text) {
    int i = 0;
    int end = text.length();
    if (i < end && (text.charAt(i) == '+' || text.charAt(i) == '-')) {
      i++;
    }
    int digits = 0;
    boolean point = false;
    for (; i < end; i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        digits++;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (digits == 0) {
      return false;
    }
    if (i == end) {
      return true;
    }
    if (text.charAt(i) != 'e' && text.charAt(i) != 'E') {
      return false;
    }
    i++;
    if (i < end && (text.charAt(i) == '+' || text.charAt(i) == '-')) {
      i++;
    }
    int exponentStart = i;
    while (i < end && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i == end && i > exponentStart;
  }

  /** Digits without leading or trailing zeros, and the power of ten of the first. */
  private record Decimal(String digits, int exponent) {
    String format(boolean negative, int exponentFrom) {
      StringBuilder out = new StringBuilder(24);
      if (negative) {
        out.append('-');
      }
      int count = digits.length();
      if (exponent < -4 || exponent >= exponentFrom) {
        out.append(digits.charAt(0));
        if (count > 1) {
          out.append('.').append(digits, 1, count);
        }
        out.append('e').append(exponent < 0 ? '-' : '+');
        int magnitude = Math.abs(exponent);
        if (magnitude < 10) {
          out.append('0');
        }
        return out.append(magnitude).toString();
      }
      if (exponent < 0) {
        out.append("0.").append("0".repeat(-exponent - 1)).append(digits);
      } else if (count <= exponent + 1) {
        out.append(digits).append("0".repeat(exponent + 1 - count));
      } else {
        out.append(digits, 0, exponent + 1).append('.').append(digits, exponent + 1, count);
      }
      return out.toString();
    }
  }

  /**
   * Java 17 prints up to two digits more than needed for some numbers. Fifteen digits always
   * identify a normal double, so only longer answers and subnormal numbers need a second look.
   */
  private static Decimal shortest(double value) {
    double magnitude = Math.abs(value);
    Decimal decimal = parse(Double.toString(magnitude));
    if (decimal.digits.length() <= 15 && magnitude >= Double.MIN_NORMAL) {
      return decimal;
    }
    BigDecimal exact = new BigDecimal(magnitude);
    int first = magnitude >= Double.MIN_NORMAL ? 15 : 1;
    for (int precision = first; precision < 17; precision++) {
      BigDecimal rounded = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == magnitude) {
        return of(rounded);
      }
    }
    return of(exact.round(new MathContext(17, RoundingMode.HALF_EVEN)));
  }

  private static Decimal shortest(float value) {
    float magnitude = Math.abs(value);
    Decimal decimal = parse(Float.toString(magnitude));
    if (decimal.digits.length() <= 6 && magnitude >= Float.MIN_NORMAL) {
      return decimal;
    }
    BigDecimal exact = new BigDecimal(magnitude);
    int first = magnitude >= Float.MIN_NORMAL ? 6 : 1;
    for (int precision = first; precision < 9; precision++) {
      BigDecimal rounded = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
      if (rounded.floatValue() == magnitude) {
        return of(rounded);
      }
    }
    return of(exact.round(new MathContext(9, RoundingMode.HALF_EVEN)));
  }

  private static Decimal of(BigDecimal value) {
    String digits = value.unscaledValue().toString();
    return stripped(digits, digits.length() - 1 - value.scale());
  }

  private static Decimal parse(String javaText) {
    int e = javaText.indexOf('E');
    int exponent = e < 0 ? 0 : Integer.parseInt(javaText, e + 1, javaText.length(), 10);
    String mantissa = e < 0 ? javaText : javaText.substring(0, e);
    int point = mantissa.indexOf('.');
    return stripped(
        mantissa.substring(0, point) + mantissa.substring(point + 1), exponent + point - 1);
  }

  private static Decimal stripped(String digits, int exponent) {
    int from = 0;
    while (from < digits.length() - 1 && digits.charAt(from) == '0') {
      from++;
    }
    int to = digits.length();
    while (to > from + 1 && digits.charAt(to - 1) == '0') {
      to--;
    }
    return new Decimal(digits.substring(from, to), exponent - from);
  }
}
