package org.ratchetdb.common.value;

import java.util.Arrays;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

/**
 * The order of values of one type: the order of keys, ORDER BY, MIN and MAX. NULL is the caller's
 * affair except inside arrays and structs, which compare element by element with NULL lowest in
 * GoogleSQL and highest in PostgreSQL.
 *
 * <p>Floats form a total order: -0 equals +0, all NaNs are equal; NaN stands below every number in
 * GoogleSQL and above in PostgreSQL. Whether {@code NaN = NaN} is true in a comparison is the
 * expression's affair. Strings compare as UTF-8 bytes, which is code point order.
 */
public final class ValueComparator {
  private ValueComparator() {}

  /** Compares two values of the same type; neither may be NULL. */
  public static int compare(Value a, Value b, Dialect dialect) {
    if (a instanceof Value.Int64 x && b instanceof Value.Int64 y) {
      return Long.compare(x.value(), y.value());
    }
    if (a instanceof Value.Str x && b instanceof Value.Str y) {
      return compareUtf8(x.value(), y.value());
    }
    if (a instanceof Value.Timestamp x && b instanceof Value.Timestamp y) {
      int micros = Long.compare(x.epochMicros(), y.epochMicros());
      return micros != 0 ? micros : Integer.compare(x.nanos(), y.nanos());
    }
    if (a instanceof Value.Date x && b instanceof Value.Date y) {
      return Integer.compare(x.epochDay(), y.epochDay());
    }
    if (a instanceof Value.Bool x && b instanceof Value.Bool y) {
      return Boolean.compare(x.value(), y.value());
    }
    if (a instanceof Value.Float64 x && b instanceof Value.Float64 y) {
      return compareDoubles(x.value(), y.value(), dialect);
    }
    if (a instanceof Value.Float32 x && b instanceof Value.Float32 y) {
      return compareDoubles(x.value(), y.value(), dialect);
    }
    if (a instanceof Value.Numeric x && b instanceof Value.Numeric y) {
      return x.value().compareTo(y.value());
    }
    if (a instanceof Value.PgNumeric x && b instanceof Value.PgNumeric y) {
      return comparePgNumerics(x, y);
    }
    if (a instanceof Value.Bytes x && b instanceof Value.Bytes y) {
      return Arrays.compareUnsigned(x.value(), y.value());
    }
    if (a instanceof Value.Uuid x && b instanceof Value.Uuid y) {
      int high =
          Long.compareUnsigned(
              x.value().getMostSignificantBits(), y.value().getMostSignificantBits());
      return high != 0
          ? high
          : Long.compareUnsigned(
              x.value().getLeastSignificantBits(), y.value().getLeastSignificantBits());
    }
    if (a instanceof Value.Oid x && b instanceof Value.Oid y) {
      return Long.compare(x.value(), y.value());
    }
    if (a instanceof Value.Interval x && b instanceof Value.Interval y) {
      return Intervals.compare(x, y);
    }
    if (a instanceof Value.Array x && b instanceof Value.Array y) {
      return compareLists(x.elements(), y.elements(), dialect);
    }
    if (a instanceof Value.Struct x && b instanceof Value.Struct y) {
      return compareLists(x.fields(), y.fields(), dialect);
    }
    if (a instanceof Value.Json x && b instanceof Value.Json y) {
      return compareUtf8(x.text(), y.text());
    }
    throw notComparable(a.type(), b.type());
  }

  /** Float order with NaN at the dialect's end and -0 equal to +0. */
  public static int compareDoubles(double a, double b, Dialect dialect) {
    if (a < b) {
      return -1;
    }
    if (a > b) {
      return 1;
    }
    if (a == b) {
      return 0;
    }
    int byNaN = Boolean.compare(Double.isNaN(a), Double.isNaN(b));
    return dialect == Dialect.POSTGRESQL ? byNaN : -byNaN;
  }

  /**
   * Order of the UTF-8 forms without building them: UTF-16 order but for surrogates, which stand
   * above all other characters.
   */
  public static int compareUtf8(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean xSurrogate = Character.isSurrogate(x);
        return xSurrogate == Character.isSurrogate(y) ? x - y : xSurrogate ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  private static int comparePgNumerics(Value.PgNumeric a, Value.PgNumeric b) {
    var x = a.value();
    var y = b.value();
    if (x == null || y == null) {
      return Boolean.compare(x == null, y == null);
    }
    return x.compareTo(y);
  }

  private static int compareLists(List<Value> a, List<Value> b, Dialect dialect) {
    int common = Math.min(a.size(), b.size());
    for (int i = 0; i < common; i++) {
      Value x = a.get(i);
      Value y = b.get(i);
      int order;
      if (x.isNull() || y.isNull()) {
        int byNull = Boolean.compare(x.isNull(), y.isNull());
        order = dialect == Dialect.POSTGRESQL ? byNull : -byNull;
      } else {
        order = compare(x, y, dialect);
      }
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  private static DbException notComparable(SqlType a, SqlType b) {
    return DbException.notSupported("Comparison of " + a + " with " + b);
  }
}
