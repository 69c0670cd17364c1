package org.ratchetdb.executor.function;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DoubleVector;
import org.ratchetdb.executor.vector.LongVector;
import org.ratchetdb.executor.vector.ObjectVector;

/**
 * Comparison operators. A comparison is a set of outcomes it accepts, as bits: less 1, equal 2,
 * greater 4, unordered (a NaN is involved) 8; so one loop per type serves all six operators.
 */
final class Comparisons {
  private static final int LESS = 1;
  private static final int EQUAL = 2;
  private static final int GREATER = 4;
  private static final int UNORDERED = 8;

  private Comparisons() {}

  static void register(KernelRegistry registry) {
    comparison(registry, "eq", EQUAL);
    comparison(registry, "ne", LESS | GREATER | UNORDERED);
    comparison(registry, "lt", LESS);
    comparison(registry, "le", LESS | EQUAL);
    comparison(registry, "gt", GREATER);
    comparison(registry, "ge", GREATER | EQUAL);
    registry.factory("is_distinct_from", (arguments, result) -> distinct(true));
    registry.factory("is_not_distinct_from", (arguments, result) -> distinct(false));
    registry.kernel("is_true", truth(true), TypeKind.BOOL);
    registry.kernel("is_false", truth(false), TypeKind.BOOL);
    extremes(registry, "greatest", 1, false, false);
    extremes(registry, "least", -1, false, false);
    extremes(registry, "pg_greatest", 1, true, true);
    extremes(registry, "pg_least", -1, true, true);
  }

  private static void comparison(KernelRegistry registry, String name, int accepted) {
    registry.factory(name, (arguments, result) -> of(arguments, accepted));
    registry.factory(
        "pg_" + name,
        (arguments, result) -> isFloat(arguments) ? pgDoubles(accepted) : of(arguments, accepted));
    registry.factory(
        "pg_any_" + name, (arguments, result) -> quantified(arguments, accepted, true));
    registry.factory(
        "pg_all_" + name, (arguments, result) -> quantified(arguments, accepted, false));
  }

  private static boolean isFloat(List<SqlType> arguments) {
    return arguments.size() == 2 && isFloat(arguments.get(0));
  }

  private static boolean isFloat(SqlType type) {
    return type.is(TypeKind.FLOAT32) || type.is(TypeKind.FLOAT64);
  }

  private static @Nullable Kernel of(List<SqlType> arguments, int accepted) {
    if (arguments.size() != 2) {
      return null;
    }
    return switch (arguments.get(0).kind()) {
      case BOOL, INT64, DATE, PG_OID -> longs(accepted);
      case FLOAT32, FLOAT64 -> doubles(accepted);
      case STRUCT -> structs(accepted);
      default -> others(accepted);
    };
  }

  private static Kernel longs(int accepted) {
    return (arguments, rows, count, out, context) -> {
      long[] left = ((LongVector) arguments[0]).values();
      long[] right = ((LongVector) arguments[1]).values();
      boolean[] leftNulls = arguments[0].nulls();
      boolean[] rightNulls = arguments[1].nulls();
      long[] results = ((LongVector) out).values();
      boolean[] nulls = out.nulls();
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        nulls[row] = leftNulls[row] || rightNulls[row];
        long a = left[row];
        long b = right[row];
        int outcome = a < b ? 0 : a == b ? 1 : 2;
        results[row] = (accepted >> outcome) & 1;
      }
    };
  }

  private static Kernel doubles(int accepted) {
    return (arguments, rows, count, out, context) -> {
      double[] left = ((DoubleVector) arguments[0]).values();
      double[] right = ((DoubleVector) arguments[1]).values();
      boolean[] leftNulls = arguments[0].nulls();
      boolean[] rightNulls = arguments[1].nulls();
      long[] results = ((LongVector) out).values();
      boolean[] nulls = out.nulls();
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        nulls[row] = leftNulls[row] || rightNulls[row];
        double a = left[row];
        double b = right[row];
        int outcome = a < b ? 0 : a == b ? 1 : a > b ? 2 : 3;
        results[row] = (accepted >> outcome) & 1;
      }
    };
  }

  /** NaN equals itself and is above every number. */
  private static Kernel pgDoubles(int accepted) {
    RowKernel kernel =
        (arguments, row, out, context) -> {
          int order = comparePg(arguments[0].getDouble(row), arguments[1].getDouble(row));
          Outcomes.set(out, row, accepts(accepted, order));
        };
    return kernel.strict();
  }

  static int comparePg(double a, double b) {
    if (a < b) {
      return -1;
    }
    if (a > b) {
      return 1;
    }
    return a == b ? 0 : Boolean.compare(Double.isNaN(a), Double.isNaN(b));
  }

  private static boolean accepts(int accepted, int order) {
    return ((accepted >> (Integer.signum(order) + 1)) & 1) != 0;
  }

  private static Kernel others(int accepted) {
    return (arguments, rows, count, out, context) -> {
      ColumnVector left = arguments[0];
      ColumnVector right = arguments[1];
      LongVector results = (LongVector) out;
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (left.isNull(row) || right.isNull(row)) {
          out.setNull(row);
        } else if (accepted == EQUAL) {
          results.setBoolean(row, left.same(row, right, row));
        } else {
          results.setBoolean(row, accepts(accepted, left.compare(row, right, row)));
        }
      }
    };
  }

  /** Equality of structs: a NULL field makes it unknown unless another field differs. */
  private static Kernel structs(int accepted) {
    RowKernel kernel =
        (arguments, row, out, context) -> {
          Boolean equal =
              structEquals(
                  ((ObjectVector) arguments[0]).value(row),
                  ((ObjectVector) arguments[1]).value(row));
          if (equal == null) {
            out.setNull(row);
          } else {
            Outcomes.set(out, row, equal == (accepted == EQUAL));
          }
        };
    return kernel.strict();
  }

  /** SQL equality of two values: null for unknown. */
  static @Nullable Boolean equal(Value a, Value b) {
    if (a.isNull() || b.isNull()) {
      return null;
    }
    if (a instanceof Value.Struct && b instanceof Value.Struct) {
      return structEquals(a, b);
    }
    if (a instanceof Value.Float64 x && b instanceof Value.Float64 y) {
      return x.value() == y.value();
    }
    if (a instanceof Value.Float32 x && b instanceof Value.Float32 y) {
      return x.value() == y.value();
    }
    return org.ratchetdb.executor.vector.Values.compare(a, b) == 0;
  }

  private static @Nullable Boolean structEquals(Value a, Value b) {
    List<Value> left = ((Value.Struct) a).fields();
    List<Value> right = ((Value.Struct) b).fields();
    if (left.size() != right.size()) {
      return false;
    }
    boolean unknown = false;
    for (int i = 0; i < left.size(); i++) {
      Boolean equal = equal(left.get(i), right.get(i));
      if (equal == null) {
        unknown = true;
      } else if (!equal) {
        return false;
      }
    }
    return unknown ? null : true;
  }

  private static Kernel distinct(boolean distinct) {
    return (arguments, rows, count, out, context) -> {
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        boolean same = arguments[0].sameOrBothNull(row, arguments[1], row);
        Outcomes.set(out, row, same != distinct);
      }
    };
  }

  private static Kernel truth(boolean wanted) {
    return (arguments, rows, count, out, context) -> {
      LongVector operand = (LongVector) arguments[0];
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        Outcomes.set(out, row, !operand.isNull(row) && operand.getBoolean(row) == wanted);
      }
    };
  }

  private static void extremes(
      KernelRegistry registry, String name, int sign, boolean ignoresNull, boolean postgres) {
    registry.factory(name, (arguments, result) -> extreme(sign, ignoresNull, postgres));
  }

  /** GREATEST and LEAST; in GoogleSQL a NULL or NaN anywhere is the result. */
  private static Kernel extreme(int sign, boolean ignoresNull, boolean postgres) {
    return (arguments, rows, count, out, context) -> {
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        ColumnVector best = null;
        for (ColumnVector argument : arguments) {
          if (argument.isNull(row)) {
            if (!ignoresNull) {
              best = argument;
              break;
            }
          } else if (best == null || isBetter(argument, best, row, sign, postgres)) {
            best = argument;
          }
        }
        if (best == null || best.isNull(row)) {
          out.setNull(row);
        } else {
          out.copy(row, best, row);
        }
      }
    };
  }

  private static boolean isBetter(
      ColumnVector candidate, ColumnVector best, int row, int sign, boolean postgres) {
    if (candidate instanceof DoubleVector a && best instanceof DoubleVector b) {
      double x = a.getDouble(row);
      double y = b.getDouble(row);
      if (postgres) {
        return comparePg(x, y) * sign > 0;
      }
      return Double.isNaN(x) || (!Double.isNaN(y) && (x < y ? -1 : x > y ? 1 : 0) * sign > 0);
    }
    return candidate.compare(row, best, row) * sign > 0;
  }

  /** {@code x op ANY (array)} and {@code x op ALL (array)} with SQL's NULL rules. */
  private static @Nullable Kernel quantified(List<SqlType> arguments, int accepted, boolean any) {
    if (arguments.size() != 2 || !arguments.get(1).is(TypeKind.ARRAY)) {
      return null;
    }
    RowKernel kernel =
        (vectors, row, out, context) -> {
          if (vectors[1].isNull(row)) {
            out.setNull(row);
            return;
          }
          Value left = vectors[0].get(row);
          boolean unknown = false;
          for (Value element : ((Value.Array) vectors[1].get(row)).elements()) {
            if (left.isNull() || element.isNull()) {
              unknown = true;
              continue;
            }
            if (accepts(accepted, comparePg(left, element)) == any) {
              Outcomes.set(out, row, any);
              return;
            }
          }
          if (unknown) {
            out.setNull(row);
          } else {
            Outcomes.set(out, row, !any);
          }
        };
    return kernel.seesNull();
  }

  private static int comparePg(Value a, Value b) {
    if (a instanceof Value.Float64 x && b instanceof Value.Float64 y) {
      return comparePg(x.value(), y.value());
    }
    return org.ratchetdb.executor.vector.Values.compare(a, b);
  }
}
