package org.ratchetdb.common.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * PostgreSQL numeric: arbitrary precision with a display scale that follows PostgreSQL's rules.
 * Null is NaN and makes every result NaN. Rounds half away from zero.
 */
public final class PgNumericMath {
  /** Spanner's limits: digits before and after the point. */
  public static final int INTEGER_DIGITS_MAX = 147_455;

  public static final int SCALE_MAX = 16_383;

  private static final int DIVISION_SIGNIFICANT_DIGITS_MIN = 16;
  private static final int DIVISION_SCALE_MAX = 1000;
  private static final int DIGITS_PER_GROUP = 4;

  private PgNumericMath() {}

  public static @Nullable BigDecimal add(@Nullable BigDecimal a, @Nullable BigDecimal b) {
    return a == null || b == null ? null : checked(a.add(b));
  }

  public static @Nullable BigDecimal subtract(@Nullable BigDecimal a, @Nullable BigDecimal b) {
    return a == null || b == null ? null : checked(a.subtract(b));
  }

  public static @Nullable BigDecimal multiply(@Nullable BigDecimal a, @Nullable BigDecimal b) {
    return a == null || b == null ? null : checked(a.multiply(b));
  }

  public static @Nullable BigDecimal divide(@Nullable BigDecimal a, @Nullable BigDecimal b) {
    if (a == null || b == null) {
      return null;
    }
    requireNonZero(b);
    return checked(a.divide(b, divisionScale(a, b), RoundingMode.HALF_UP));
  }

  /** {@code %}: the sign of the dividend. */
  public static @Nullable BigDecimal mod(@Nullable BigDecimal a, @Nullable BigDecimal b) {
    if (a == null || b == null) {
      return null;
    }
    requireNonZero(b);
    int scale = Math.max(a.scale(), b.scale());
    return a.remainder(b).setScale(scale, RoundingMode.UNNECESSARY);
  }

  /** div(): the quotient truncated toward zero. */
  public static @Nullable BigDecimal div(@Nullable BigDecimal a, @Nullable BigDecimal b) {
    if (a == null || b == null) {
      return null;
    }
    requireNonZero(b);
    return checked(a.divideToIntegralValue(b).setScale(0, RoundingMode.DOWN));
  }

  /** avg() over a sum: a division by the count. */
  public static @Nullable BigDecimal average(@Nullable BigDecimal sum, long count) {
    return divide(sum, BigDecimal.valueOf(count));
  }

  /**
   * The scale PostgreSQL gives a quotient: at least 16 significant digits counted in groups of
   * four, and not less than the scale of either operand.
   */
  public static int divisionScale(BigDecimal a, BigDecimal b) {
    int weight = groupWeight(a) - groupWeight(b);
    if (firstGroup(a) <= firstGroup(b)) {
      weight--;
    }
    int scale = DIVISION_SIGNIFICANT_DIGITS_MIN - weight * DIGITS_PER_GROUP;
    scale = Math.max(scale, Math.max(a.scale(), b.scale()));
    return Math.min(Math.max(scale, 0), DIVISION_SCALE_MAX);
  }

  /** round(v, digits), half away from zero; negative digits round before the point. */
  public static @Nullable BigDecimal round(@Nullable BigDecimal value, int digits) {
    return value == null ? null : toScale(value, digits, RoundingMode.HALF_UP);
  }

  /** trunc(v, digits). */
  public static @Nullable BigDecimal trunc(@Nullable BigDecimal value, int digits) {
    return value == null ? null : toScale(value, digits, RoundingMode.DOWN);
  }

  /** numeric to bigint, half away from zero. */
  public static long toLong(@Nullable BigDecimal value) {
    if (value == null) {
      throw new DbException(ErrorCode.NOT_SUPPORTED, "cannot convert NaN to bigint");
    }
    if (value.precision() - value.scale() > 20) {
      throw bigintOutOfRange();
    }
    BigInteger rounded = value.setScale(0, RoundingMode.HALF_UP).unscaledValue();
    if (rounded.bitLength() >= Long.SIZE) {
      throw bigintOutOfRange();
    }
    return rounded.longValue();
  }

  /** float8 to numeric: the 15 digits that a double always has. */
  public static @Nullable BigDecimal fromDouble(double value) {
    if (Double.isNaN(value)) {
      return null;
    }
    if (Double.isInfinite(value)) {
      throw DbException.notSupported("Infinity in type numeric");
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(15, RoundingMode.HALF_EVEN));
    BigDecimal stripped = rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /** Applies numeric(precision, scale) of a cast. */
  public static @Nullable BigDecimal withPrecision(
      @Nullable BigDecimal value, int precision, int scale) {
    if (value == null) {
      return null;
    }
    BigDecimal rounded = value.setScale(scale, RoundingMode.HALF_UP);
    if (rounded.signum() != 0 && rounded.precision() - rounded.scale() > precision - scale) {
      throw new DbException(ErrorCode.VALUE_OUT_OF_RANGE, "numeric field overflow")
          .detail(
              "A field with precision "
                  + precision
                  + ", scale "
                  + scale
                  + " must round to an absolute value less than "
                  + (precision == scale ? "1." : "10^" + (precision - scale) + "."));
    }
    return rounded;
  }

  /** Refuses what is over the limits; cuts excess decimals. */
  static BigDecimal checked(BigDecimal value) {
    BigDecimal result =
        value.scale() > SCALE_MAX ? value.setScale(SCALE_MAX, RoundingMode.HALF_UP) : value;
    if (result.scale() < 0) {
      result = result.setScale(0);
    }
    if (result.precision() - result.scale() > INTEGER_DIGITS_MAX) {
      throw overflow();
    }
    return result;
  }

  static DbException overflow() {
    return new DbException(ErrorCode.VALUE_OUT_OF_RANGE, "value overflows numeric format");
  }

  private static DbException bigintOutOfRange() {
    return new DbException(ErrorCode.VALUE_OUT_OF_RANGE, "bigint out of range");
  }

  private static void requireNonZero(BigDecimal divisor) {
    if (divisor.signum() == 0) {
      throw new DbException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
    }
  }

  private static BigDecimal toScale(BigDecimal value, int digits, RoundingMode mode) {
    int wanted = Math.min(Math.max(digits, -INTEGER_DIGITS_MAX), SCALE_MAX);
    BigDecimal rounded = value.setScale(wanted, mode);
    return wanted < 0 ? checked(rounded.setScale(0)) : checked(rounded);
  }

  /** Which group of four digits, counted from the point, holds the first digit; 0 for zero. */
  private static int groupWeight(BigDecimal value) {
    return value.signum() == 0 ? 0 : Math.floorDiv(exponent(value), DIGITS_PER_GROUP);
  }

  /** The number that the first group of four digits forms; 0 for zero. */
  private static int firstGroup(BigDecimal value) {
    if (value.signum() == 0) {
      return 0;
    }
    int digitsInGroup = Math.floorMod(exponent(value), DIGITS_PER_GROUP) + 1;
    String digits = value.unscaledValue().abs().toString();
    int group = Integer.parseInt(digits, 0, Math.min(digitsInGroup, digits.length()), 10);
    for (int i = digits.length(); i < digitsInGroup; i++) {
      group *= 10;
    }
    return group;
  }

  /** The power of ten of the first digit. */
  private static int exponent(BigDecimal value) {
    return value.precision() - value.scale() - 1;
  }
}
