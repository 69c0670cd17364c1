package org.ratchetdb.planner.explain;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.ratchetdb.common.value.Value;

/** Writes literals the way they could stand in a statement. */
final class ValuePrinter {
  private static final int TEXT_LENGTH_MAX = 60;
  private static final long MICROS_PER_SECOND = 1_000_000;

  private ValuePrinter() {}

  static String print(Value value) {
    if (value.isNull()) {
      return "NULL";
    } else if (value instanceof Value.Bool v) {
      return v.value() ? "TRUE" : "FALSE";
    } else if (value instanceof Value.Int64 v) {
      return Long.toString(v.value());
    } else if (value instanceof Value.Oid v) {
      return Long.toString(v.value());
    } else if (value instanceof Value.Float32 v) {
      return Float.toString(v.value());
    } else if (value instanceof Value.Float64 v) {
      return Double.toString(v.value());
    } else if (value instanceof Value.Numeric v) {
      return v.value().toPlainString();
    } else if (value instanceof Value.PgNumeric v) {
      BigDecimal number = v.value();
      return number == null ? "'NaN'" : number.toPlainString();
    } else if (value instanceof Value.Str v) {
      return quoted(v.value());
    } else if (value instanceof Value.Bytes v) {
      return "b" + quoted(HexFormat.of().formatHex(v.value()));
    } else if (value instanceof Value.Date v) {
      return "DATE '" + LocalDate.ofEpochDay(v.epochDay()) + "'";
    } else if (value instanceof Value.Timestamp v) {
      Instant instant =
          Instant.ofEpochSecond(
              Math.floorDiv(v.epochMicros(), MICROS_PER_SECOND),
              Math.floorMod(v.epochMicros(), MICROS_PER_SECOND) * 1_000 + v.nanos());
      return "TIMESTAMP '" + instant + "'";
    } else if (value instanceof Value.Uuid v) {
      return "UUID '" + v.value() + "'";
    } else if (value instanceof Value.Json v) {
      return "JSON " + quoted(v.text());
    } else if (value instanceof Value.Array v) {
      return v.elements().stream()
          .map(ValuePrinter::print)
          .collect(Collectors.joining(", ", "[", "]"));
    } else if (value instanceof Value.Struct v) {
      return v.fields().stream()
          .map(ValuePrinter::print)
          .collect(Collectors.joining(", ", "STRUCT(", ")"));
    }
    return value.type().toString() + " value";
  }

  private static String quoted(String text) {
    String shown =
        text.length() <= TEXT_LENGTH_MAX ? text : text.substring(0, TEXT_LENGTH_MAX) + "...";
    return "'" + shown.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
  }
}
