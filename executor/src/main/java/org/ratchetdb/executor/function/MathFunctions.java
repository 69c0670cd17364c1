package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.FLOAT32;
import static org.ratchetdb.common.type.TypeKind.FLOAT64;
import static org.ratchetdb.common.type.TypeKind.INT64;
import static org.ratchetdb.common.type.TypeKind.NUMERIC;
import static org.ratchetdb.common.type.TypeKind.PG_NUMERIC;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.NumericMath;
import org.ratchetdb.common.value.PgNumericMath;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.ColumnVector;

/** Mathematical functions of one or two numbers. */
final class MathFunctions {
  private static final int PG_RESULT_DIGITS = 16;

  private MathFunctions() {}

  static void register(KernelRegistry r) {
    registerSigns(r);
    registerRounding(r);
    registerFloats(r);
    registerNumericRoots(r);
    r.rows(
        "is_inf",
        (v, row, out, c) -> Outcomes.set(out, row, Double.isInfinite(v[0].getDouble(row))),
        FLOAT64);
    r.rows(
        "is_nan",
        (v, row, out, c) -> Outcomes.set(out, row, Double.isNaN(v[0].getDouble(row))),
        FLOAT64);
  }

  private static void registerSigns(KernelRegistry r) {
    r.rows(
        "abs",
        (v, row, out, c) -> {
          long value = v[0].getLong(row);
          if (value == Long.MIN_VALUE) {
            throw MathErrors.int64Overflow(c, "ABS(" + value + ")");
          }
          Outcomes.set(out, row, Math.abs(value));
        },
        INT64);
    r.rows(
        "sign",
        (v, row, out, c) -> Outcomes.set(out, row, (long) Long.signum(v[0].getLong(row))),
        INT64);
    for (TypeKind kind : new TypeKind[] {FLOAT64, FLOAT32}) {
      r.rows(
          "abs", (v, row, out, c) -> Outcomes.set(out, row, Math.abs(v[0].getDouble(row))), kind);
      r.rows(
          "sign",
          (v, row, out, c) -> Outcomes.set(out, row, Math.signum(v[0].getDouble(row))),
          kind);
    }
    r.rows(
        "abs",
        (v, row, out, c) -> Outcomes.set(out, row, Arithmetic.decimal(v[0], row).abs()),
        NUMERIC);
    r.rows(
        "sign",
        (v, row, out, c) ->
            Outcomes.set(out, row, BigDecimal.valueOf(Arithmetic.decimal(v[0], row).signum())),
        NUMERIC);
    pg(r, "abs", (x, c) -> x.abs());
    pg(r, "sign", (x, c) -> BigDecimal.valueOf(x.signum()));
  }

  private static void registerRounding(KernelRegistry r) {
    floats(r, "ceil", "CEIL", Math::ceil);
    floats(r, "floor", "FLOOR", Math::floor);
    floats(r, "trunc", "TRUNC", MathFunctions::truncate);
    floats(r, "pg_round", "round", Math::rint);
    r.rows(
        "round",
        (v, row, out, c) -> Outcomes.set(out, row, roundAway(v[0].getDouble(row), 0, c)),
        FLOAT64);
    r.rows(
        "round",
        (v, row, out, c) ->
            Outcomes.set(out, row, roundAway(v[0].getDouble(row), Args.count(v[1], row), c)),
        FLOAT64,
        INT64);
    r.rows(
        "trunc",
        (v, row, out, c) ->
            Outcomes.set(
                out, row, toDigits(v[0].getDouble(row), Args.count(v[1], row), RoundingMode.DOWN)),
        FLOAT64,
        INT64);
    numericRounding(r, "round", RoundingMode.HALF_UP);
    numericRounding(r, "trunc", RoundingMode.DOWN);
    numericRounding(r, "ceil", RoundingMode.CEILING);
    numericRounding(r, "floor", RoundingMode.FLOOR);
    pg(r, "ceil", (x, c) -> x.setScale(0, RoundingMode.CEILING));
    pg(r, "floor", (x, c) -> x.setScale(0, RoundingMode.FLOOR));
    pgRounding(r, "round", PgNumericMath::round);
    pgRounding(r, "trunc", PgNumericMath::trunc);
  }

  private static double truncate(double value) {
    return value < 0 ? Math.ceil(value) : Math.floor(value);
  }

  /** Half away from zero at a decimal place. */
  private static double roundAway(double value, int digits, ExecutionContext context) {
    double result = toDigits(value, digits, RoundingMode.HALF_UP);
    if (Double.isInfinite(result) && !Double.isInfinite(value)) {
      throw MathErrors.floatOverflow(context, "ROUND");
    }
    return result;
  }

  private static double toDigits(double value, int digits, RoundingMode mode) {
    // A double has no digits beyond these places.
    if (!Double.isFinite(value) || value == 0 || digits > 330) {
      return value;
    }
    if (digits < -320) {
      return value < 0 ? -0.0 : 0;
    }
    return new BigDecimal(value).setScale(digits, mode).doubleValue();
  }

  private static void numericRounding(KernelRegistry r, String name, RoundingMode mode) {
    r.rows(
        name,
        (v, row, out, c) ->
            Outcomes.set(out, row, toScale(Arithmetic.decimal(v[0], row), 0, mode, name)),
        NUMERIC);
    r.rows(
        name,
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                toScale(Arithmetic.decimal(v[0], row), Args.count(v[1], row), mode, name)),
        NUMERIC,
        INT64);
  }

  private static BigDecimal toScale(BigDecimal value, int digits, RoundingMode mode, String name) {
    int scale = Math.max(-40, Math.min(NumericMath.SCALE, digits));
    BigDecimal rounded = value.setScale(scale, mode);
    return NumericMath.normalize(
        rounded.scale() < 0 ? rounded.setScale(0, RoundingMode.UNNECESSARY) : rounded,
        name.toUpperCase(java.util.Locale.ROOT)
            + "("
            + value.toPlainString()
            + ", "
            + digits
            + ")");
  }

  private interface PgRounding {
    @Nullable BigDecimal apply(@Nullable BigDecimal value, int digits);
  }

  private static void pgRounding(KernelRegistry r, String name, PgRounding rounding) {
    r.rows(
        name,
        (v, row, out, c) -> Numerics.setPg(out, row, rounding.apply(Numerics.pg(v[0], row), 0)),
        PG_NUMERIC);
    r.rows(
        name,
        (v, row, out, c) -> {
          int digits = Math.max(-200_000, Math.min(PgNumericMath.SCALE_MAX, Args.count(v[1], row)));
          Numerics.setPg(out, row, rounding.apply(Numerics.pg(v[0], row), digits));
        },
        PG_NUMERIC,
        INT64);
  }

  /** A function of a PostgreSQL numeric that is a number. */
  private interface PgFunction {
    BigDecimal apply(BigDecimal value, ExecutionContext context);
  }

  private static void pg(KernelRegistry r, String name, PgFunction function) {
    r.rows(
        name,
        (v, row, out, c) -> {
          BigDecimal value = Numerics.pg(v[0], row);
          Numerics.setPg(out, row, value == null ? null : function.apply(value, c));
        },
        PG_NUMERIC);
  }

  /** A function whose finite arguments must give a finite result. */
  private static void floats(
      KernelRegistry r, String name, String shown, DoubleUnaryOperator function) {
    r.rows(
        name,
        (v, row, out, c) -> {
          double value = v[0].getDouble(row);
          double result = function.applyAsDouble(value);
          requireDefined(result, Double.isFinite(value), shown, c);
          Outcomes.set(out, row, result);
        },
        FLOAT64);
  }

  private static void requireDefined(
      double result, boolean finiteArguments, String shown, ExecutionContext context) {
    if (finiteArguments && !Double.isFinite(result)) {
      if (context.isPostgres() && Double.isNaN(result)) {
        throw Args.error("input is out of range");
      }
      throw MathErrors.floatOverflow(context, shown);
    }
  }

  private static void registerFloats(KernelRegistry r) {
    r.rows(
        "sqrt",
        (v, row, out, c) -> Outcomes.set(out, row, Math.sqrt(nonNegative(v[0].getDouble(row), c))),
        FLOAT64);
    floats(r, "exp", "EXP", Math::exp);
    r.rows(
        "ln",
        (v, row, out, c) ->
            Outcomes.set(out, row, Math.log(positive(v[0].getDouble(row), "LN", c))),
        FLOAT64);
    r.rows(
        "log",
        (v, row, out, c) ->
            Outcomes.set(out, row, Math.log(positive(v[0].getDouble(row), "LOG", c))),
        FLOAT64);
    r.rows(
        "log10",
        (v, row, out, c) ->
            Outcomes.set(out, row, Math.log10(positive(v[0].getDouble(row), "LOG10", c))),
        FLOAT64);
    r.rows(
        "log",
        (v, row, out, c) -> {
          double value = positive(v[0].getDouble(row), "LOG", c);
          double base = positive(v[1].getDouble(row), "LOG", c);
          if (base == 1) {
            throw MathErrors.floatOverflow(c, "LOG");
          }
          Outcomes.set(out, row, Math.log(value) / Math.log(base));
        },
        FLOAT64,
        FLOAT64);
    r.rows("pow", MathFunctions::power, FLOAT64, FLOAT64);
    floats(r, "sin", "SIN", Math::sin);
    floats(r, "cos", "COS", Math::cos);
    floats(r, "tan", "TAN", Math::tan);
    floats(r, "asin", "ASIN", Math::asin);
    floats(r, "acos", "ACOS", Math::acos);
    floats(r, "atan", "ATAN", Math::atan);
    floats(r, "sinh", "SINH", Math::sinh);
    floats(r, "cosh", "COSH", Math::cosh);
    floats(r, "tanh", "TANH", Math::tanh);
    floats(r, "asinh", "ASINH", x -> x < 0 ? -inverseSinh(-x) : inverseSinh(x));
    floats(r, "acosh", "ACOSH", x -> x < 1 ? Double.NaN : Math.log(x + Math.sqrt(x * x - 1)));
    floats(r, "atanh", "ATANH", x -> 0.5 * (Math.log1p(x) - Math.log1p(-x)));
    r.rows(
        "atan2",
        (v, row, out, c) ->
            Outcomes.set(out, row, Math.atan2(v[0].getDouble(row), v[1].getDouble(row))),
        FLOAT64,
        FLOAT64);
  }

  private static double inverseSinh(double x) {
    return x > 1e8 ? Math.log(x) + Math.log(2) : Math.log(x + Math.sqrt(x * x + 1));
  }

  private static double nonNegative(double value, ExecutionContext context) {
    if (value < 0) {
      if (context.isPostgres()) {
        throw Args.error("cannot take square root of a negative number");
      }
      throw MathErrors.floatOverflow(context, "SQRT");
    }
    return value;
  }

  private static double positive(double value, String function, ExecutionContext context) {
    if (value <= 0) {
      if (context.isPostgres()) {
        throw Args.error(
            value == 0
                ? "cannot take logarithm of zero"
                : "cannot take logarithm of a negative number");
      }
      throw MathErrors.floatOverflow(context, function);
    }
    return value;
  }

  private static void power(ColumnVector[] v, int row, ColumnVector out, ExecutionContext context) {
    double base = v[0].getDouble(row);
    double exponent = v[1].getDouble(row);
    if (context.isPostgres()) {
      if (base == 0 && exponent < 0) {
        throw Args.error("zero raised to a negative power is undefined");
      }
      if (base < 0 && Double.isFinite(exponent) && exponent != Math.rint(exponent)) {
        throw Args.error("a negative number raised to a non-integer power yields a complex result");
      }
    }
    double result = base == 1 ? 1 : Math.pow(base, exponent);
    requireDefined(result, Double.isFinite(base) && Double.isFinite(exponent), "POW", context);
    Outcomes.set(out, row, result);
  }

  /** Roots, logarithms and powers of decimals are computed as doubles of their nearest value. */
  private static void registerNumericRoots(KernelRegistry r) {
    numeric(r, "exp", "EXP", Math::exp);
    numeric(r, "ln", "LN", Math::log);
    numeric(r, "log", "LOG", Math::log);
    numeric(r, "log10", "LOG10", Math::log10);
    r.rows(
        "sqrt",
        (v, row, out, c) -> {
          BigDecimal value = Arithmetic.decimal(v[0], row);
          nonNegative(value.signum(), c);
          Outcomes.set(
              out,
              row,
              value.sqrt(new MathContext(40)).setScale(NumericMath.SCALE, RoundingMode.HALF_UP));
        },
        NUMERIC);
    r.rows(
        "log",
        (v, row, out, c) -> {
          double value = positive(Arithmetic.decimal(v[0], row).doubleValue(), "LOG", c);
          double base = positive(Arithmetic.decimal(v[1], row).doubleValue(), "LOG", c);
          if (base == 1) {
            throw MathErrors.floatOverflow(c, "LOG");
          }
          Outcomes.set(out, row, NumericMath.fromDouble(Math.log(value) / Math.log(base)));
        },
        NUMERIC,
        NUMERIC);
    r.rows(
        "pow",
        (v, row, out, c) -> {
          BigDecimal result =
              pow(Arithmetic.decimal(v[0], row), Arithmetic.decimal(v[1], row), 40, c);
          Outcomes.set(out, row, NumericMath.normalize(result, "POW"));
        },
        NUMERIC,
        NUMERIC);
    pg(
        r,
        "sqrt",
        (x, c) -> {
          nonNegative(x.signum(), c);
          return x.sqrt(new MathContext(Math.max(20, x.precision() + PG_RESULT_DIGITS)))
              .setScale(
                  Math.max(x.scale(), pgScale(Math.sqrt(x.doubleValue()))), RoundingMode.HALF_UP);
        });
    pgApproximate(r, "exp", (x, c) -> Math.exp(x));
    pgApproximate(r, "ln", (x, c) -> Math.log(positive(x, "ln", c)));
    pgApproximate(r, "log10", (x, c) -> Math.log10(positive(x, "log", c)));
    r.rows(
        "pg_log_base",
        (v, row, out, c) -> {
          BigDecimal base = Numerics.pg(v[0], row);
          BigDecimal value = Numerics.pg(v[1], row);
          if (base == null || value == null) {
            Numerics.setPg(out, row, null);
            return;
          }
          double divisor = Math.log(positive(base.doubleValue(), "log", c));
          if (divisor == 0) {
            throw MathErrors.divisionByZero(c, "log");
          }
          Numerics.setPg(
              out, row, pgResult(Math.log(positive(value.doubleValue(), "log", c)) / divisor));
        },
        PG_NUMERIC,
        PG_NUMERIC);
    r.rows(
        "pow",
        (v, row, out, c) -> {
          BigDecimal base = Numerics.pg(v[0], row);
          BigDecimal exponent = Numerics.pg(v[1], row);
          Numerics.setPg(
              out, row, base == null || exponent == null ? null : pgPower(base, exponent, c));
        },
        PG_NUMERIC,
        PG_NUMERIC);
  }

  private static void numeric(
      KernelRegistry r, String name, String shown, DoubleUnaryOperator function) {
    r.rows(
        name,
        (v, row, out, c) -> {
          double value = Arithmetic.decimal(v[0], row).doubleValue();
          double result = function.applyAsDouble(value);
          if (!Double.isFinite(result)) {
            throw MathErrors.floatOverflow(c, shown);
          }
          Outcomes.set(out, row, NumericMath.fromDouble(result));
        },
        NUMERIC);
  }

  private static BigDecimal pow(
      BigDecimal base, BigDecimal exponent, int digits, ExecutionContext context) {
    BigDecimal whole = exponent.stripTrailingZeros();
    if (whole.scale() <= 0 && whole.abs().compareTo(BigDecimal.valueOf(10_000)) < 0) {
      int n = whole.intValueExact();
      if (n < 0 && base.signum() == 0) {
        throw context.isPostgres()
            ? Args.error("zero raised to a negative power is undefined")
            : MathErrors.floatOverflow(context, "POW");
      }
      return base.pow(n, new MathContext(Math.max(digits, base.precision() + 10)));
    }
    double result = Math.pow(base.doubleValue(), exponent.doubleValue());
    if (Double.isNaN(result) && context.isPostgres()) {
      throw Args.error("a negative number raised to a non-integer power yields a complex result");
    }
    if (!Double.isFinite(result)) {
      throw context.isPostgres()
          ? Args.error("value overflows numeric format")
          : MathErrors.floatOverflow(context, "POW");
    }
    return BigDecimal.valueOf(result);
  }

  private static BigDecimal pgPower(
      BigDecimal base, BigDecimal exponent, ExecutionContext context) {
    BigDecimal result = pow(base, exponent, 100, context);
    int scale = Math.max(pgScale(result.doubleValue()), Math.max(base.scale(), exponent.scale()));
    return result.setScale(Math.max(0, scale), RoundingMode.HALF_UP);
  }

  private interface DoubleFunction {
    double apply(double value, ExecutionContext context);
  }

  private static void pgApproximate(KernelRegistry r, String name, DoubleFunction function) {
    pg(r, name, (x, c) -> pgResult(function.apply(x.doubleValue(), c)));
  }

  private static BigDecimal pgResult(double value) {
    if (!Double.isFinite(value)) {
      throw Args.error("value overflows numeric format");
    }
    return BigDecimal.valueOf(value).setScale(pgScale(value), RoundingMode.HALF_UP);
  }

  /** The scale that leaves 16 significant digits. */
  private static int pgScale(double value) {
    int integerDigits = value == 0 ? 1 : (int) Math.floor(Math.log10(Math.abs(value))) + 1;
    return Math.max(0, PG_RESULT_DIGITS - Math.max(0, integerDigits));
  }
}
