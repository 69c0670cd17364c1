package org.ratchetdb.planner.context;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;

/**
 * Values as numbers of the same order, for quantiles. Strings and bytes go by their first bytes, so
 * different ones may share a number.
 */
public final class ValueScale {
  /** As many as a double holds without rounding. */
  private static final int PREFIX_BYTES = 6;

  private static final double MICROS = 1e6;

  private static final Set<TypeKind> ORDERED =
      Set.of(
          TypeKind.BOOL,
          TypeKind.INT64,
          TypeKind.FLOAT32,
          TypeKind.FLOAT64,
          TypeKind.NUMERIC,
          TypeKind.PG_NUMERIC,
          TypeKind.STRING,
          TypeKind.BYTES,
          TypeKind.DATE,
          TypeKind.TIMESTAMP);

  private ValueScale() {}

  /** Whether values of the type have numbers. */
  public static boolean has(TypeKind kind) {
    return ORDERED.contains(kind);
  }

  /** The value's number, or NaN when it has none. */
  public static double of(Value value) {
    if (value instanceof Value.Int64 number) {
      return number.value();
    } else if (value instanceof Value.Numeric number) {
      return number.value().doubleValue();
    } else if (value instanceof Value.PgNumeric number) {
      return number.value() == null ? Double.NaN : number.value().doubleValue();
    } else if (value instanceof Value.Float64 number) {
      return number.value();
    } else if (value instanceof Value.Float32 number) {
      return number.value();
    } else if (value instanceof Value.Date date) {
      return date.epochDay();
    } else if (value instanceof Value.Timestamp timestamp) {
      return timestamp.epochMicros() / MICROS;
    } else if (value instanceof Value.Bool bool) {
      return bool.value() ? 1 : 0;
    } else if (value instanceof Value.Str string) {
      String text = string.value();
      String front = text.substring(0, Math.min(text.length(), PREFIX_BYTES));
      return prefix(front.getBytes(StandardCharsets.UTF_8));
    } else if (value instanceof Value.Bytes bytes) {
      return prefix(bytes.value());
    }
    return Double.NaN;
  }

  /** Whether no other value has the number of this one, or hardly any. */
  public static boolean isExact(Value value) {
    if (value instanceof Value.Str string) {
      return string.value().getBytes(StandardCharsets.UTF_8).length <= PREFIX_BYTES;
    }
    return !(value instanceof Value.Bytes bytes) || bytes.value().length <= PREFIX_BYTES;
  }

  private static double prefix(byte[] bytes) {
    long number = 0;
    for (int i = 0; i < PREFIX_BYTES; i++) {
      number = number << Byte.SIZE | (i < bytes.length ? bytes[i] & 0xFF : 0);
    }
    return number;
  }
}
