package org.ratchetdb.common.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * GoogleSQL NUMERIC: 29 integer and 9 fractional digits. Results round half away from zero at the
 * ninth decimal; results outside the range are errors.
 *
 * <p>Every operation exists twice: on the value times 10^9 as a long, which answers {@link #NO_FIT}
 * when operands or result need more, and on BigDecimal, which is exact for all values.
 */
public final class NumericMath {
  public static final int SCALE = 9;
  public static final long ONE = 1_000_000_000L;

  /** What operations on scaled longs answer when the result is not a scaled long. */
  public static final long NO_FIT = Long.MIN_VALUE;

  public static final BigDecimal MAX =
      new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE), SCALE);
  public static final BigDecimal MIN = MAX.negate();

  private NumericMath() {}

  /** The value times 10^9, or {@link #NO_FIT}. */
  public static long toScaled(BigDecimal value) {
    BigInteger unscaled = value.setScale(SCALE, RoundingMode.HALF_UP).unscaledValue();
    return unscaled.bitLength() < Long.SIZE ? unscaled.longValue() : NO_FIT;
  }

  public static BigDecimal fromScaled(long scaled) {
    return BigDecimal.valueOf(scaled, SCALE);
  }

  /** An INT64 as scaled NUMERIC, or {@link #NO_FIT}. */
  public static long scaledFromLong(long value) {
    long scaled = value * ONE;
    return Math.multiplyHigh(value, ONE) == scaled >> 63 ? scaled : NO_FIT;
  }

  public static long addScaled(long a, long b) {
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 ? NO_FIT : sum;
  }

  public static long subtractScaled(long a, long b) {
    long difference = a - b;
    return ((a ^ b) & (a ^ difference)) < 0 ? NO_FIT : difference;
  }

  public static long multiplyScaled(long a, long b) {
    long low = a * b;
    long high = Math.multiplyHigh(a, b);
    return high == low >> 63 ? divideHalfAway(low, ONE) : divideByOne(high, low);
  }

  /**
   * A 128-bit product of two scaled values, scaled once: its magnitude divided by {@link #ONE} in
   * two steps of 32 bits.
   */
  private static long divideByOne(long high, long low) {
    boolean negative = high < 0;
    long magnitudeLow = negative ? -low : low;
    long magnitudeHigh = negative ? ~high + (low == 0 ? 1 : 0) : high;
    if (magnitudeHigh >= ONE) {
      return NO_FIT;
    }
    long upper = (magnitudeHigh << 32) | (magnitudeLow >>> 32);
    long upperQuotient = upper / ONE;
    long lower = ((upper % ONE) << 32) | (magnitudeLow & 0xFFFFFFFFL);
    long quotient = (upperQuotient << 32) | (lower / ONE);
    if (quotient >= 0 && lower % ONE >= ONE / 2) {
      quotient++;
    }
    if (quotient < 0) {
      return NO_FIT;
    }
    return negative ? -quotient : quotient;
  }

  /** The divisor must not be zero. */
  public static long divideScaled(long a, long b) {
    long dividend = a * ONE;
    if (Math.multiplyHigh(a, ONE) != dividend >> 63 || dividend == NO_FIT || b == NO_FIT) {
      return NO_FIT;
    }
    return divideHalfAway(dividend, b);
  }

  private static long divideHalfAway(long dividend, long divisor) {
    long quotient = dividend / divisor;
    long rest = Math.abs(dividend % divisor);
    long magnitude = Math.abs(divisor);
    if (rest >= magnitude - rest) {
      quotient += (dividend < 0) == (divisor < 0) ? 1 : -1;
    }
    return quotient;
  }

  public static BigDecimal add(BigDecimal a, BigDecimal b) {
    return check(a.add(b), a, "+", b);
  }

  public static BigDecimal subtract(BigDecimal a, BigDecimal b) {
    return check(a.subtract(b), a, "-", b);
  }

  public static BigDecimal multiply(BigDecimal a, BigDecimal b) {
    return check(a.multiply(b), a, "*", b);
  }

  public static BigDecimal divide(BigDecimal a, BigDecimal b) {
    if (b.signum() == 0) {
      throw divisionByZero(a, b);
    }
    return check(a.divide(b, SCALE, RoundingMode.HALF_UP), a, "/", b);
  }

  /** DIV: truncates toward zero. */
  public static BigDecimal div(BigDecimal a, BigDecimal b) {
    if (b.signum() == 0) {
      throw divisionByZero(a, b);
    }
    return check(a.divideToIntegralValue(b), a, "/", b);
  }

  /** MOD: the sign of the dividend. */
  public static BigDecimal mod(BigDecimal a, BigDecimal b) {
    if (b.signum() == 0) {
      throw divisionByZero(a, b);
    }
    return a.remainder(b);
  }

  /** Rounds to nine decimals and refuses what is out of range. */
  public static BigDecimal normalize(BigDecimal value, String operation) {
    BigDecimal rounded =
        value.scale() > SCALE ? value.setScale(SCALE, RoundingMode.HALF_UP) : value;
    if (!inRange(rounded)) {
      throw new DbException(ErrorCode.VALUE_OUT_OF_RANGE, "numeric overflow: " + operation);
    }
    return rounded;
  }

  public static boolean inRange(BigDecimal value) {
    return value.precision() - value.scale() <= 29 || value.signum() == 0;
  }

  /** FLOAT64 to NUMERIC. */
  public static BigDecimal fromDouble(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new DbException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "Illegal conversion of non-finite floating point number to NUMERIC: "
              + FloatText.formatGoogle(value));
    }
    BigDecimal rounded = new BigDecimal(value).setScale(SCALE, RoundingMode.HALF_UP);
    if (!inRange(rounded)) {
      throw new DbException(
          ErrorCode.VALUE_OUT_OF_RANGE, "numeric out of range: " + FloatText.formatGoogle(value));
    }
    return rounded;
  }

  /** NUMERIC to INT64, half away from zero. */
  public static long toLong(BigDecimal value) {
    BigInteger rounded = value.setScale(0, RoundingMode.HALF_UP).unscaledValue();
    if (rounded.bitLength() >= Long.SIZE) {
      throw new DbException(
          ErrorCode.VALUE_OUT_OF_RANGE, "int64 out of range: " + NumericText.format(value));
    }
    return rounded.longValue();
  }

  private static BigDecimal check(BigDecimal result, BigDecimal a, String operator, BigDecimal b) {
    BigDecimal rounded =
        result.scale() > SCALE ? result.setScale(SCALE, RoundingMode.HALF_UP) : result;
    if (!inRange(rounded)) {
      throw new DbException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "numeric overflow: "
              + NumericText.format(a)
              + " "
              + operator
              + " "
              + NumericText.format(b));
    }
    return rounded;
  }

  private static DbException divisionByZero(BigDecimal a, BigDecimal b) {
    return new DbException(
        ErrorCode.DIVISION_BY_ZERO,
        "division by zero: " + NumericText.format(a) + " / " + NumericText.format(b));
  }
}
