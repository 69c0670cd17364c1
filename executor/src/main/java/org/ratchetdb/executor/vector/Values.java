package org.ratchetdb.executor.vector;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;

/**
 * Order, equality and hash of boxed values, in agreement with the vectors: NULL first, NaN before
 * all numbers (after them in PostgreSQL numeric), decimals by value and not by scale.
 */
public final class Values {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final int DAYS_PER_MONTH = 30;

  private Values() {}

  /** Order of two values of one type; NULL is the smallest and equal to NULL. */
  public static int compare(Value a, Value b) {
    if (a.isNull() || b.isNull()) {
      return Boolean.compare(!a.isNull(), !b.isNull());
    }
    if (a instanceof Value.Int64 x && b instanceof Value.Int64 y) {
      return Long.compare(x.value(), y.value());
    }
    if (a instanceof Value.Str x && b instanceof Value.Str y) {
      return compareUtf8(x.value(), y.value());
    }
    if (a instanceof Value.Bool x && b instanceof Value.Bool y) {
      return Boolean.compare(x.value(), y.value());
    }
    if (a instanceof Value.Date x && b instanceof Value.Date y) {
      return Integer.compare(x.epochDay(), y.epochDay());
    }
    if (a instanceof Value.Oid x && b instanceof Value.Oid y) {
      return Long.compare(x.value(), y.value());
    }
    if (a instanceof Value.Float64 x && b instanceof Value.Float64 y) {
      return DoubleVector.compareTotal(x.value(), y.value());
    }
    if (a instanceof Value.Float32 x && b instanceof Value.Float32 y) {
      return DoubleVector.compareTotal(x.value(), y.value());
    }
    if (a instanceof Value.Numeric x && b instanceof Value.Numeric y) {
      return x.value().compareTo(y.value());
    }
    if (a instanceof Value.PgNumeric x && b instanceof Value.PgNumeric y) {
      return compareNumeric(x.value(), y.value());
    }
    if (a instanceof Value.Timestamp x && b instanceof Value.Timestamp y) {
      int order = Long.compare(x.epochMicros(), y.epochMicros());
      return order != 0 ? order : Integer.compare(x.nanos(), y.nanos());
    }
    if (a instanceof Value.Bytes x && b instanceof Value.Bytes y) {
      return Arrays.compareUnsigned(x.value(), y.value());
    }
    if (a instanceof Value.Uuid x && b instanceof Value.Uuid y) {
      int order =
          Long.compareUnsigned(
              x.value().getMostSignificantBits(), y.value().getMostSignificantBits());
      return order != 0
          ? order
          : Long.compareUnsigned(
              x.value().getLeastSignificantBits(), y.value().getLeastSignificantBits());
    }
    if (a instanceof Value.Interval x && b instanceof Value.Interval y) {
      return compareIntervals(x, y);
    }
    if (a instanceof Value.Json x && b instanceof Value.Json y) {
      return compareUtf8(x.text(), y.text());
    }
    return compareLists(parts(a), parts(b));
  }

  private static List<Value> parts(Value value) {
    if (value instanceof Value.Array a) {
      return a.elements();
    }
    if (value instanceof Value.Struct s) {
      return s.fields();
    }
    throw new IllegalStateException("Values of different types compared: " + value.type());
  }

  private static int compareLists(List<Value> a, List<Value> b) {
    int common = Math.min(a.size(), b.size());
    for (int i = 0; i < common; i++) {
      int order = compare(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  /** Order by code point, which differs from {@link String#compareTo} beyond the BMP. */
  public static int compareUtf8(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean xHigh = Character.isSurrogate(x);
        boolean yHigh = Character.isSurrogate(y);
        return xHigh == yHigh ? Character.compare(x, y) : Boolean.compare(xHigh, yHigh);
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  private static int compareNumeric(@Nullable BigDecimal a, @Nullable BigDecimal b) {
    if (a == null || b == null) {
      return Boolean.compare(a == null, b == null);
    }
    return a.compareTo(b);
  }

  private static int compareIntervals(Value.Interval a, Value.Interval b) {
    long dayA = a.months() * (long) DAYS_PER_MONTH + a.days();
    long dayB = b.months() * (long) DAYS_PER_MONTH + b.days();
    java.math.BigInteger nanosA = intervalNanos(dayA, a);
    java.math.BigInteger nanosB = intervalNanos(dayB, b);
    return nanosA.compareTo(nanosB);
  }

  private static java.math.BigInteger intervalNanos(long days, Value.Interval interval) {
    return java.math.BigInteger.valueOf(days)
        .multiply(java.math.BigInteger.valueOf(NANOS_PER_DAY))
        .add(
            java.math.BigInteger.valueOf(interval.micros())
                .multiply(java.math.BigInteger.valueOf(1000)))
        .add(java.math.BigInteger.valueOf(interval.nanos()));
  }

  /** A hash that agrees with {@link #compare}. */
  public static int hash(Value value) {
    if (value instanceof Value.Numeric v) {
      return v.value().stripTrailingZeros().hashCode();
    }
    if (value instanceof Value.PgNumeric v) {
      BigDecimal number = v.value();
      return number == null ? 7 : number.stripTrailingZeros().hashCode();
    }
    if (value instanceof Value.Float64 v) {
      return Double.hashCode(v.value() == 0 ? 0 : v.value());
    }
    if (value instanceof Value.Float32 v) {
      return Double.hashCode(v.value() == 0 ? 0 : v.value());
    }
    if (value instanceof Value.Interval v) {
      return intervalNanos(v.months() * (long) DAYS_PER_MONTH + v.days(), v).hashCode();
    }
    if (value instanceof Value.Array a) {
      return hashAll(a.elements());
    }
    if (value instanceof Value.Struct s) {
      return hashAll(s.fields());
    }
    if (value.isNull()) {
      return 0;
    }
    return Objects.hashCode(value);
  }

  private static int hashAll(List<Value> values) {
    int hash = 1;
    for (Value value : values) {
      hash = 31 * hash + hash(value);
    }
    return hash;
  }

  /** Rough size on the heap. */
  public static long memoryBytes(Value value) {
    if (value instanceof Value.Array a) {
      return 40 + a.elements().stream().mapToLong(Values::memoryBytes).sum();
    }
    if (value instanceof Value.Struct s) {
      return 40 + s.fields().stream().mapToLong(Values::memoryBytes).sum();
    }
    if (value instanceof Value.Str s) {
      return 56L + s.value().length();
    }
    if (value instanceof Value.Json j) {
      return 56L + j.text().length();
    }
    if (value instanceof Value.Bytes b) {
      return 40L + b.value().length;
    }
    return 48;
  }

  /** Number of code points in a piece of UTF-8. */
  public static int codePoints(byte[] utf8, int offset, int length) {
    int count = 0;
    for (int i = offset; i < offset + length; i++) {
      if ((utf8[i] & 0xC0) != 0x80) {
        count++;
      }
    }
    return count;
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
