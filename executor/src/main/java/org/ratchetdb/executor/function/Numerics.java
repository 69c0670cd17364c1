package org.ratchetdb.executor.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.ObjectVector;

/** Limits and rounding of NUMERIC and of PostgreSQL numeric. */
final class Numerics {
  static final int SCALE = 9;

  /** PostgreSQL: significant digits that a quotient has at least. */
  private static final int PG_QUOTIENT_DIGITS_MIN = 16;

  /** PostgreSQL keeps numeric in groups of four decimal digits. */
  private static final int PG_GROUP_DIGITS = 4;

  private static final int PG_SCALE_MAX = 16383;

  private static final BigInteger UNSCALED_MAX = BigInteger.TEN.pow(38);

  private Numerics() {}

  /** Rounds half away from zero to nine digits; null when the value is too large. */
  static @Nullable BigDecimal roundOrNull(BigDecimal value) {
    BigDecimal rounded =
        value.scale() > SCALE ? value.setScale(SCALE, RoundingMode.HALF_UP) : value;
    return fits(rounded) ? rounded : null;
  }

  static BigDecimal round(BigDecimal value, ExecutionContext context, String expression) {
    BigDecimal rounded = roundOrNull(value);
    if (rounded == null) {
      throw MathErrors.numericOverflow(context, expression);
    }
    return rounded;
  }

  /** Whether a value of at most nine fractional digits is a NUMERIC. */
  static boolean fits(BigDecimal value) {
    if ((long) value.precision() - value.scale() > 29) {
      return value.signum() == 0;
    }
    return value
            .setScale(SCALE, RoundingMode.UNNECESSARY)
            .unscaledValue()
            .abs()
            .compareTo(UNSCALED_MAX)
        < 0;
  }

  static String text(BigDecimal value) {
    return org.ratchetdb.executor.vector.DecimalVector.canonical(value).toPlainString();
  }

  /** A PostgreSQL numeric; null is NaN. */
  static @Nullable BigDecimal pg(ColumnVector vector, int row) {
    return ((Value.PgNumeric) ((ObjectVector) vector).value(row)).value();
  }

  static void setPg(ColumnVector out, int row, @Nullable BigDecimal value) {
    out.set(row, new Value.PgNumeric(value));
  }

  /** Quotient with PostgreSQL's scale: at least 16 significant digits and both scales. */
  static BigDecimal pgDivide(BigDecimal dividend, BigDecimal divisor) {
    int scale = PG_QUOTIENT_DIGITS_MIN - quotientWeight(dividend, divisor) * PG_GROUP_DIGITS;
    scale = Math.max(scale, Math.max(dividend.scale(), divisor.scale()));
    scale = Math.min(Math.max(scale, 0), PG_SCALE_MAX);
    return dividend.divide(divisor, scale, RoundingMode.HALF_UP);
  }

  private static int quotientWeight(BigDecimal dividend, BigDecimal divisor) {
    int weight = groupWeight(dividend) - groupWeight(divisor);
    return leadingGroup(dividend) <= leadingGroup(divisor) ? weight - 1 : weight;
  }

  /** Exponent of the first group of four digits. */
  private static int groupWeight(BigDecimal value) {
    return value.signum() == 0
        ? 0
        : Math.floorDiv(value.precision() - value.scale() - 1, PG_GROUP_DIGITS);
  }

  private static int leadingGroup(BigDecimal value) {
    if (value.signum() == 0) {
      return 0;
    }
    return value
        .abs()
        .movePointLeft(groupWeight(value) * PG_GROUP_DIGITS)
        .setScale(0, RoundingMode.DOWN)
        .intValue();
  }
}
