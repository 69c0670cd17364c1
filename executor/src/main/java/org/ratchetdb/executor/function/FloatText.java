package org.ratchetdb.executor.function;

import java.math.BigDecimal;

/** Floating point numbers as text: the shortest digits that read back as the same number. */
public final class FloatText {
  private FloatText() {}

  /** GoogleSQL: {@code 1}, {@code 1.5}, {@code 1e+20}, {@code inf}, {@code nan}. */
  public static String google(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return shortest(Double.toString(value), value < 0 || isNegativeZero(value), 15);
  }

  public static String google(float value) {
    if (Float.isNaN(value)) {
      return "nan";
    }
    if (Float.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return shortest(Float.toString(value), value < 0 || isNegativeZero(value), 6);
  }

  /** PostgreSQL: exponents from 1e15, {@code Infinity}, {@code NaN}. */
  public static String postgres(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    return shortest(Double.toString(value), value < 0 || isNegativeZero(value), 15);
  }

  /** PostgreSQL real: exponents from 1e6. */
  public static String postgres(float value) {
    if (Float.isNaN(value)) {
      return "NaN";
    }
    if (Float.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    return shortest(Float.toString(value), value < 0 || isNegativeZero(value), 6);
  }

  private static boolean isNegativeZero(double value) {
    return value == 0 && Double.doubleToRawLongBits(value) < 0;
  }

  /** Rewrites Java's shortest form; an exponent is used at or above the limit and below -4. */
  private static String shortest(String java, boolean negative, int exponentLimit) {
    BigDecimal number = new BigDecimal(java);
    if (number.signum() == 0) {
      return negative ? "-0" : "0";
    }
    BigDecimal stripped = number.stripTrailingZeros();
    String digits = stripped.unscaledValue().abs().toString();
    int exponent = digits.length() - 1 - stripped.scale();
    String sign = negative ? "-" : "";
    if (exponent >= exponentLimit || exponent < -4) {
      String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
      String size = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
      return sign + digits.charAt(0) + fraction + (exponent < 0 ? "e-" : "e+") + size;
    }
    return sign + stripped.abs().toPlainString();
  }
}
