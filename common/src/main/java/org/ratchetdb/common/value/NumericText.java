package org.ratchetdb.common.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** NUMERIC, PostgreSQL numeric and INT64 as text. */
public final class NumericText {
  // Beyond these, BigDecimal would build numbers that no column can hold.
  private static final int EXPONENT_MAX = 200_000;

  private NumericText() {}

  /** GoogleSQL: plain digits, trailing zeros of the fraction stripped. */
  public static String format(BigDecimal value) {
    if (value.signum() == 0) {
      return "0";
    }
    BigDecimal shown = value.scale() > 0 ? value.stripTrailingZeros() : value;
    return shown.toPlainString();
  }

  /** PostgreSQL: plain digits, the scale kept; null is NaN. */
  public static String formatPostgres(@Nullable BigDecimal value) {
    return value == null ? "NaN" : value.toPlainString();
  }

  /** CAST to NUMERIC: rounds half away from zero at the ninth decimal. */
  public static BigDecimal parse(String text) {
    BigDecimal value = decimalOrNull(text.strip());
    if (value != null) {
      if (value.scale() > NumericMath.SCALE) {
        value = value.setScale(NumericMath.SCALE, RoundingMode.HALF_UP);
      }
      if (NumericMath.inRange(value)) {
        return value;
      }
    }
    throw invalid(text);
  }

  /** A NUMERIC literal: more than nine decimals are an error. */
  public static BigDecimal parseStrict(String text) {
    BigDecimal value = decimalOrNull(text.strip());
    if (value == null
        || !NumericMath.inRange(value)
        || (value.scale() > NumericMath.SCALE
            && value.stripTrailingZeros().scale() > NumericMath.SCALE)) {
      throw invalid(text);
    }
    return value.scale() > NumericMath.SCALE ? value.setScale(NumericMath.SCALE) : value;
  }

  /** PostgreSQL numeric input; NaN is null. */
  public static Value.PgNumeric parsePostgres(String text) {
    String trimmed = text.strip();
    if (trimmed.equalsIgnoreCase("nan")) {
      return new Value.PgNumeric(null);
    }
    String unsigned =
        trimmed.startsWith("-") || trimmed.startsWith("+") ? trimmed.substring(1) : trimmed;
    if (unsigned.equalsIgnoreCase("infinity") || unsigned.equalsIgnoreCase("inf")) {
      throw DbException.notSupported("Infinity in type numeric");
    }
    if (!FloatText.isDecimal(trimmed)) {
      throw PgErrors.invalidInput("numeric", text);
    }
    BigDecimal value = decimalOrNull(trimmed);
    if (value == null) {
      throw PgNumericMath.overflow();
    }
    return new Value.PgNumeric(PgNumericMath.checked(value));
  }

  /** CAST to INT64: decimal or 0x digits, optional sign, white space around. */
  public static long parseInt64(String text) {
    String trimmed = text.strip();
    int sign = trimmed.startsWith("-") || trimmed.startsWith("+") ? 1 : 0;
    try {
      if (trimmed.length() > sign + 2
          && trimmed.charAt(sign) == '0'
          && (trimmed.charAt(sign + 1) == 'x' || trimmed.charAt(sign + 1) == 'X')
          && Character.digit(trimmed.charAt(sign + 2), 16) >= 0) {
        String digits = trimmed.substring(sign + 2);
        return Long.parseLong(trimmed.startsWith("-") ? "-" + digits : digits, 16);
      }
      if (isAsciiDigits(trimmed, sign)) {
        return Long.parseLong(trimmed);
      }
    } catch (NumberFormatException e) {
      throw new DbException(ErrorCode.INVALID_TEXT_REPRESENTATION, "Bad int64 value: " + text, e);
    }
    throw new DbException(ErrorCode.INVALID_TEXT_REPRESENTATION, "Bad int64 value: " + text);
  }

  /** PostgreSQL int8 input. */
  public static long parseBigint(String text) {
    return parsePgInteger(text, "bigint", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** PostgreSQL input of an integer type with those bounds. */
  public static long parsePgInteger(String text, String type, long min, long max) {
    String trimmed = text.strip();
    int sign = trimmed.startsWith("-") || trimmed.startsWith("+") ? 1 : 0;
    if (!isAsciiDigits(trimmed, sign)) {
      throw PgErrors.invalidInput(type, text);
    }
    try {
      long value = Long.parseLong(trimmed);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw outOfRange(text, type).detail("The number does not fit 64 bits.");
    }
    throw outOfRange(text, type);
  }

  private static DbException outOfRange(String text, String type) {
    return new DbException(
        ErrorCode.VALUE_OUT_OF_RANGE, "value \"" + text + "\" is out of range for type " + type);
  }

  private static boolean isAsciiDigits(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.length() > from;
  }

  private static @Nullable BigDecimal decimalOrNull(String text) {
    if (!FloatText.isDecimal(text)) {
      return null;
    }
    int e = Math.max(text.indexOf('e'), text.indexOf('E'));
    if (e >= 0) {
      String exponent = text.substring(e + 1);
      if (exponent.length() > 7 || Math.abs(Integer.parseInt(exponent)) > EXPONENT_MAX) {
        return null;
      }
    }
    BigDecimal value = new BigDecimal(text);
    return value.scale() < 0 ? value.setScale(0) : value;
  }

  private static DbException invalid(String text) {
    return new DbException(ErrorCode.INVALID_TEXT_REPRESENTATION, "Invalid NUMERIC value: " + text);
  }
}
