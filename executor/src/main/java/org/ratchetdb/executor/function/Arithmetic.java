package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.FLOAT32;
import static org.ratchetdb.common.type.TypeKind.FLOAT64;
import static org.ratchetdb.common.type.TypeKind.INT64;
import static org.ratchetdb.common.type.TypeKind.NUMERIC;
import static org.ratchetdb.common.type.TypeKind.PG_NUMERIC;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.FloatText;
import org.ratchetdb.common.value.NumericMath;
import org.ratchetdb.common.value.PgNumericMath;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DecimalVector;
import org.ratchetdb.executor.vector.DoubleVector;
import org.ratchetdb.executor.vector.LongVector;

/** The operators + - * / and unary minus, DIV and MOD, and their SAFE_ forms. */
final class Arithmetic {
  private Arithmetic() {}

  static void register(KernelRegistry registry) {
    registry.kernel("add", Arithmetic::addLongs, INT64, INT64);
    registry.kernel("subtract", Arithmetic::subtractLongs, INT64, INT64);
    registry.kernel("multiply", Arithmetic::multiplyLongs, INT64, INT64);
    registry.rows("negate", Arithmetic::negateLong, INT64);
    registry.rows("div", Arithmetic::divideLongs, INT64, INT64);
    registry.rows("pg_divide", Arithmetic::divideLongs, INT64, INT64);
    registry.rows("mod", Arithmetic::moduloLongs, INT64, INT64);
    registerFloats(registry);
    registerNumeric(registry);
    registerPgNumeric(registry);
    for (String name : new String[] {"add", "subtract", "multiply", "divide"}) {
      safe(registry, name, INT64, INT64);
      safe(registry, name, FLOAT64, FLOAT64);
      safe(registry, name, NUMERIC, NUMERIC);
    }
    safe(registry, "negate", INT64);
    safe(registry, "negate", FLOAT64);
    safe(registry, "negate", FLOAT32);
    safe(registry, "negate", NUMERIC);
  }

  /** SAFE_F: NULL where F fails. */
  private static void safe(KernelRegistry registry, String name, TypeKind... kinds) {
    registry.factory(
        "safe_" + name,
        (arguments, result) -> {
          if (arguments.size() != kinds.length) {
            return null;
          }
          for (int i = 0; i < kinds.length; i++) {
            if (!arguments.get(i).is(kinds[i])) {
              return null;
            }
          }
          return nullOnError(registry.find(name, arguments, result));
        });
  }

  /** Runs a kernel row by row and makes failures of its values NULL. */
  static Kernel nullOnError(Kernel kernel) {
    return (arguments, rows, count, out, context) -> {
      int[] one = new int[1];
      for (int k = 0; k < count; k++) {
        one[0] = rows[k];
        try {
          kernel.evaluate(arguments, one, 1, out, context);
        } catch (DbException e) {
          if (!isValueError(e)) {
            throw e;
          }
          out.setNull(rows[k]);
        }
      }
    };
  }

  /** Whether the error is about the values of arguments, so that SAFE may hide it. */
  static boolean isValueError(DbException e) {
    return switch (e.code().status()) {
      case OUT_OF_RANGE, INVALID_ARGUMENT, FAILED_PRECONDITION -> true;
      default -> false;
    };
  }

  private static void addLongs(
      ColumnVector[] arguments, int[] rows, int count, ColumnVector out, ExecutionContext context) {
    long[] left = ((LongVector) arguments[0]).values();
    long[] right = ((LongVector) arguments[1]).values();
    boolean[] leftNulls = arguments[0].nulls();
    boolean[] rightNulls = arguments[1].nulls();
    long[] results = ((LongVector) out).values();
    boolean[] nulls = out.nulls();
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      boolean isNull = leftNulls[row] || rightNulls[row];
      nulls[row] = isNull;
      long a = left[row];
      long b = right[row];
      long sum = a + b;
      if (((a ^ sum) & (b ^ sum)) < 0 && !isNull) {
        throw MathErrors.int64Overflow(context, a + " + " + b);
      }
      results[row] = sum;
    }
  }

  private static void subtractLongs(
      ColumnVector[] arguments, int[] rows, int count, ColumnVector out, ExecutionContext context) {
    long[] left = ((LongVector) arguments[0]).values();
    long[] right = ((LongVector) arguments[1]).values();
    boolean[] leftNulls = arguments[0].nulls();
    boolean[] rightNulls = arguments[1].nulls();
    long[] results = ((LongVector) out).values();
    boolean[] nulls = out.nulls();
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      boolean isNull = leftNulls[row] || rightNulls[row];
      nulls[row] = isNull;
      long a = left[row];
      long b = right[row];
      long difference = a - b;
      if (((a ^ b) & (a ^ difference)) < 0 && !isNull) {
        throw MathErrors.int64Overflow(context, a + " - " + b);
      }
      results[row] = difference;
    }
  }

  private static void multiplyLongs(
      ColumnVector[] arguments, int[] rows, int count, ColumnVector out, ExecutionContext context) {
    long[] left = ((LongVector) arguments[0]).values();
    long[] right = ((LongVector) arguments[1]).values();
    boolean[] leftNulls = arguments[0].nulls();
    boolean[] rightNulls = arguments[1].nulls();
    long[] results = ((LongVector) out).values();
    boolean[] nulls = out.nulls();
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      boolean isNull = leftNulls[row] || rightNulls[row];
      nulls[row] = isNull;
      long a = left[row];
      long b = right[row];
      long product = a * b;
      if (Math.multiplyHigh(a, b) != product >> 63 && !isNull) {
        throw MathErrors.int64Overflow(context, a + " * " + b);
      }
      results[row] = product;
    }
  }

  private static void negateLong(
      ColumnVector[] arguments, int row, ColumnVector out, ExecutionContext context) {
    long value = arguments[0].getLong(row);
    if (value == Long.MIN_VALUE) {
      throw MathErrors.int64Overflow(context, "-(" + value + ")");
    }
    Outcomes.set(out, row, -value);
  }

  private static void divideLongs(
      ColumnVector[] arguments, int row, ColumnVector out, ExecutionContext context) {
    long a = arguments[0].getLong(row);
    long b = arguments[1].getLong(row);
    if (b == 0) {
      throw MathErrors.divisionByZero(context, a + " / " + b);
    }
    if (a == Long.MIN_VALUE && b == -1) {
      throw MathErrors.int64Overflow(context, a + " / " + b);
    }
    Outcomes.set(out, row, a / b);
  }

  private static void moduloLongs(
      ColumnVector[] arguments, int row, ColumnVector out, ExecutionContext context) {
    long a = arguments[0].getLong(row);
    long b = arguments[1].getLong(row);
    if (b == 0) {
      throw MathErrors.divisionByZero(context, "MOD(" + a + ", " + b + ")");
    }
    Outcomes.set(out, row, b == -1 ? 0 : a % b);
  }

  /** An operator on doubles. */
  private interface DoubleOperator {
    double apply(double a, double b);
  }

  private static void registerFloats(KernelRegistry registry) {
    floats(registry, "add", "+", (a, b) -> a + b);
    floats(registry, "subtract", "-", (a, b) -> a - b);
    floats(registry, "multiply", "*", (a, b) -> a * b);
    for (TypeKind kind : FLOATS) {
      registry.rows("divide", Arithmetic::divideDoubles, kind, kind);
      registry.rows(
          "ieee_divide",
          (v, row, out, c) -> setFloat(out, row, v[0].getDouble(row) / v[1].getDouble(row)),
          kind,
          kind);
      registry.rows("negate", (v, row, out, c) -> setFloat(out, row, -v[0].getDouble(row)), kind);
    }
  }

  private static final TypeKind[] FLOATS = {FLOAT64, FLOAT32};

  private static void floats(
      KernelRegistry registry, String name, String symbol, DoubleOperator operator) {
    for (TypeKind kind : FLOATS) {
      registry.rows(
          name,
          (v, row, out, context) -> {
            double a = v[0].getDouble(row);
            double b = v[1].getDouble(row);
            double result = narrow(out, operator.apply(a, b));
            requireFinite(result, a, b, context, symbol);
            Outcomes.set(out, row, result);
          },
          kind,
          kind);
    }
  }

  /** Finite operands must not give an infinity. */
  private static void requireFinite(
      double result, double a, double b, ExecutionContext context, String symbol) {
    if (!Double.isFinite(result) && Double.isFinite(a) && Double.isFinite(b)) {
      throw MathErrors.floatOverflow(context, symbol);
    }
  }

  static double narrow(ColumnVector out, double value) {
    return out.type().is(FLOAT32) ? (float) value : value;
  }

  static void setFloat(ColumnVector out, int row, double value) {
    ((DoubleVector) out).setDouble(row, narrow(out, value));
  }

  private static void divideDoubles(
      ColumnVector[] arguments, int row, ColumnVector out, ExecutionContext context) {
    double a = arguments[0].getDouble(row);
    double b = arguments[1].getDouble(row);
    if (b == 0) {
      throw MathErrors.divisionByZero(
          context, FloatText.formatGoogle(a) + " / " + FloatText.formatGoogle(b));
    }
    double result = narrow(out, a / b);
    requireFinite(result, a, b, context, "/");
    Outcomes.set(out, row, result);
  }

  /** An operator on NUMERIC as scaled longs that may say that it does not fit. */
  private interface ScaledOperator {
    long apply(long a, long b);
  }

  /** An operator on NUMERIC that is exact for all values and fails as it must. */
  private interface DecimalOperator {
    BigDecimal apply(BigDecimal a, BigDecimal b);
  }

  private static void registerNumeric(KernelRegistry registry) {
    numeric(registry, "add", NumericMath::addScaled, NumericMath::add);
    numeric(registry, "subtract", NumericMath::subtractScaled, NumericMath::subtract);
    numeric(registry, "multiply", NumericMath::multiplyScaled, NumericMath::multiply);
    numeric(
        registry,
        "divide",
        (a, b) -> b == 0 ? NumericMath.NO_FIT : NumericMath.divideScaled(a, b),
        NumericMath::divide);
    numeric(registry, "div", (a, b) -> NumericMath.NO_FIT, NumericMath::div);
    numeric(registry, "mod", (a, b) -> NumericMath.NO_FIT, NumericMath::mod);
    registry.rows(
        "negate",
        (v, row, out, context) -> Outcomes.set(out, row, decimal(v[0], row).negate()),
        NUMERIC);
  }

  private static void numeric(
      KernelRegistry registry, String name, ScaledOperator fast, DecimalOperator exact) {
    registry.kernel(
        name,
        (arguments, rows, count, out, context) -> {
          DecimalVector left = (DecimalVector) arguments[0];
          DecimalVector right = (DecimalVector) arguments[1];
          DecimalVector result = (DecimalVector) out;
          boolean[] leftNulls = left.nulls();
          boolean[] rightNulls = right.nulls();
          for (int k = 0; k < count; k++) {
            int row = rows[k];
            if (leftNulls[row] || rightNulls[row]) {
              result.setNull(row);
              continue;
            }
            if (left.isSmall(row) && right.isSmall(row)) {
              long scaled = fast.apply(left.getScaled(row), right.getScaled(row));
              if (scaled != NumericMath.NO_FIT) {
                result.setScaled(row, scaled);
                continue;
              }
            }
            result.setDecimal(row, exact.apply(left.getDecimal(row), right.getDecimal(row)));
          }
        },
        NUMERIC,
        NUMERIC);
  }

  static BigDecimal decimal(ColumnVector vector, int row) {
    return ((DecimalVector) vector).getDecimal(row);
  }

  /** An operator on PostgreSQL numerics; null is NaN. */
  private interface PgOperator {
    @Nullable BigDecimal apply(@Nullable BigDecimal a, @Nullable BigDecimal b);
  }

  private static void registerPgNumeric(KernelRegistry registry) {
    pg(registry, "add", PgNumericMath::add);
    pg(registry, "subtract", PgNumericMath::subtract);
    pg(registry, "multiply", PgNumericMath::multiply);
    pg(registry, "divide", PgNumericMath::divide);
    pg(registry, "div", PgNumericMath::div);
    pg(registry, "mod", PgNumericMath::mod);
    registry.rows(
        "negate",
        (v, row, out, context) -> {
          BigDecimal value = Numerics.pg(v[0], row);
          Numerics.setPg(out, row, value == null ? null : value.negate());
        },
        PG_NUMERIC);
  }

  private static void pg(KernelRegistry registry, String name, PgOperator operator) {
    registry.rows(
        name,
        (v, row, out, context) ->
            Numerics.setPg(
                out, row, operator.apply(Numerics.pg(v[0], row), Numerics.pg(v[1], row))),
        PG_NUMERIC,
        PG_NUMERIC);
  }
}
