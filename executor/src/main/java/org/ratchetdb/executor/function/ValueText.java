package org.ratchetdb.executor.function;

import java.util.HexFormat;
import java.util.stream.Collectors;
import org.ratchetdb.common.value.FloatText;
import org.ratchetdb.common.value.Value;

/** Values as they appear in error texts. */
public final class ValueText {
  private ValueText() {}

  /** Short, unquoted, the same in both dialects. */
  public static String plain(Value value) {
    if (value.isNull()) {
      return "NULL";
    }
    if (value instanceof Value.Int64 v) {
      return Long.toString(v.value());
    }
    if (value instanceof Value.Str v) {
      return v.value();
    }
    if (value instanceof Value.Bool v) {
      return Boolean.toString(v.value());
    }
    if (value instanceof Value.Date v) {
      return java.time.LocalDate.ofEpochDay(v.epochDay()).toString();
    }
    if (value instanceof Value.Timestamp v) {
      return java.time.Instant.EPOCH
          .plus(v.epochMicros(), java.time.temporal.ChronoUnit.MICROS)
          .plusNanos(v.nanos())
          .toString();
    }
    if (value instanceof Value.Float64 v) {
      return FloatText.formatGoogle(v.value());
    }
    if (value instanceof Value.Numeric v) {
      return v.value().toPlainString();
    }
    if (value instanceof Value.PgNumeric v) {
      var number = v.value();
      return number == null ? "NaN" : number.toPlainString();
    }
    if (value instanceof Value.Bytes v) {
      return HexFormat.of().formatHex(v.value());
    }
    if (value instanceof Value.Uuid v) {
      return v.value().toString();
    }
    if (value instanceof Value.Json v) {
      return v.text();
    }
    if (value instanceof Value.Array v) {
      return v.elements().stream().map(ValueText::plain).collect(Collectors.joining(",", "[", "]"));
    }
    return value.toString();
  }
}
