package org.ratchetdb.executor.function;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.FloatText;
import org.ratchetdb.common.value.NumericMath;
import org.ratchetdb.common.value.PgNumericMath;
import org.ratchetdb.common.value.Timestamps;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.TimestampVector;
import org.ratchetdb.executor.vector.UuidVector;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** Conversions between types, in the forms of both dialects. */
public final class Casts {
  private static final double LONG_LIMIT = 0x1p63;
  private static final long OID_MAX = 0xFFFF_FFFFL;
  private static final int FLOAT32_DIGITS = 6;

  private Casts() {}

  /** The kernel of a cast of one argument. */
  public static Kernel kernel(SqlType from, PhysicalExpr.Cast cast) {
    Kernel kernel = kernel(from, cast.type(), cast.postgres());
    if (cast.lengthMax() > 0) {
      kernel = truncating(kernel, cast.lengthMax());
    }
    if (cast.numericPrecision() > 0) {
      kernel = scaling(kernel, cast.numericPrecision(), cast.numericScale());
    }
    return cast.safe() ? Arithmetic.nullOnError(kernel) : kernel;
  }

  private static Kernel kernel(SqlType from, SqlType to, boolean postgres) {
    if (from.is(TypeKind.UNKNOWN)) {
      return (arguments, rows, count, out, context) -> {
        for (int k = 0; k < count; k++) {
          out.setNull(rows[k]);
        }
      };
    }
    RowKernel kernel = find(from, to, postgres);
    if (kernel == null) {
      throw DbException.notSupported("Cast from " + from + " to " + to);
    }
    return kernel.strict();
  }

  private static @Nullable RowKernel find(SqlType from, SqlType to, boolean postgres) {
    if (from.equals(to)) {
      return (v, row, out, c) -> out.copy(row, v[0], row);
    }
    if (to.is(TypeKind.STRING)) {
      return toText(from, postgres);
    }
    if (from.is(TypeKind.STRING)) {
      Dialect dialect = dialect(postgres);
      return to.is(TypeKind.BYTES) && !postgres
          ? (v, row, out, c) -> Outcomes.set(out, row, v[0].getBytes(row))
          : (v, row, out, c) ->
              out.set(row, Values.parse(v[0].getString(row), to, dialect, c.zone()));
    }
    return switch (to.kind()) {
      case BOOL -> toBool(from);
      case INT64 -> toInt64(from, postgres);
      case PG_OID -> toOid(from);
      case FLOAT64 -> toFloat64(from);
      case FLOAT32 -> toFloat32(from);
      case NUMERIC -> toNumeric(from);
      case PG_NUMERIC -> toPgNumeric(from);
      case DATE -> toDate(from);
      case TIMESTAMP -> toTimestamp(from);
      case BYTES -> toBytes(from);
      case UUID -> toUuid(from);
      case JSON, PG_JSONB -> toJson(from);
      case ARRAY -> toArray(from, to, postgres);
      case STRUCT -> toStruct(from, to, postgres);
      default -> null;
    };
  }

  private static Dialect dialect(boolean postgres) {
    return postgres ? Dialect.POSTGRESQL : Dialect.GOOGLE_STANDARD_SQL;
  }

  private static RowKernel toText(SqlType from, boolean postgres) {
    if (from.is(TypeKind.INT64)) {
      return (v, row, out, c) -> Outcomes.set(out, row, Long.toString(v[0].getLong(row)));
    }
    Dialect dialect = dialect(postgres);
    return (v, row, out, c) ->
        Outcomes.set(out, row, Values.format(v[0].get(row), dialect, c.zone()));
  }

  private static Kernel truncating(Kernel kernel, long codePointsMax) {
    return (arguments, rows, count, out, context) -> {
      kernel.evaluate(arguments, rows, count, out, context);
      BytesVector texts = (BytesVector) out;
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (!out.isNull(row) && texts.length(row) > codePointsMax) {
          String text = texts.getString(row);
          if (text.codePointCount(0, text.length()) > codePointsMax) {
            texts.setString(
                row, text.substring(0, text.offsetByCodePoints(0, (int) codePointsMax)));
          }
        }
      }
    };
  }

  private static Kernel scaling(Kernel kernel, int precision, int scale) {
    return (arguments, rows, count, out, context) -> {
      kernel.evaluate(arguments, rows, count, out, context);
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (!out.isNull(row)) {
          Numerics.setPg(
              out, row, PgNumericMath.withPrecision(Numerics.pg(out, row), precision, scale));
        }
      }
    };
  }

  private static @Nullable RowKernel toBool(SqlType from) {
    return switch (from.kind()) {
      case INT64 -> (v, row, out, c) -> Outcomes.set(out, row, v[0].getLong(row) != 0);
      case PG_JSONB ->
          (v, row, out, c) -> {
            String text = v[0].getString(row);
            if (!text.equals("true") && !text.equals("false")) {
              throw jsonCast(text, "boolean");
            }
            Outcomes.set(out, row, text.equals("true"));
          };
      default -> null;
    };
  }

  private static @Nullable RowKernel toInt64(SqlType from, boolean postgres) {
    return switch (from.kind()) {
      case BOOL, PG_OID -> (v, row, out, c) -> Outcomes.set(out, row, v[0].getLong(row));
      case FLOAT32, FLOAT64 ->
          (v, row, out, c) ->
              Outcomes.set(
                  out,
                  row,
                  postgres
                      ? pgDoubleToLong(v[0].getDouble(row))
                      : googleDoubleToLong(v[0].getDouble(row)));
      case NUMERIC ->
          (v, row, out, c) ->
              Outcomes.set(out, row, NumericMath.toLong(Arithmetic.decimal(v[0], row)));
      case PG_NUMERIC ->
          (v, row, out, c) -> Outcomes.set(out, row, PgNumericMath.toLong(Numerics.pg(v[0], row)));
      case PG_JSONB ->
          (v, row, out, c) ->
              Outcomes.set(
                  out, row, PgNumericMath.toLong(jsonNumber(v[0].getString(row), "bigint")));
      default -> null;
    };
  }

  private static long googleDoubleToLong(double value) {
    double rounded = value < 0 ? Math.ceil(value - 0.5) : Math.floor(value + 0.5);
    if (Math.abs(value) >= 0x1p52) {
      rounded = value;
    } else if (Math.abs(value) < 0.5) {
      rounded = 0; // value + 0.5 rounds up for the largest double below 0.5
    }
    if (!(rounded >= -LONG_LIMIT && rounded < LONG_LIMIT)) {
      throw new DbException(
          ErrorCode.VALUE_OUT_OF_RANGE, "int64 out of range: " + FloatText.formatGoogle(value));
    }
    return (long) rounded;
  }

  private static long pgDoubleToLong(double value) {
    double rounded = Math.rint(value);
    if (!(rounded >= -LONG_LIMIT && rounded < LONG_LIMIT)) {
      throw new DbException(ErrorCode.VALUE_OUT_OF_RANGE, "bigint out of range");
    }
    return (long) rounded;
  }

  private static @Nullable RowKernel toOid(SqlType from) {
    if (!from.is(TypeKind.INT64)) {
      return null;
    }
    return (v, row, out, c) -> {
      long value = v[0].getLong(row);
      if (value < Integer.MIN_VALUE || value > OID_MAX) {
        throw new DbException(ErrorCode.VALUE_OUT_OF_RANGE, "OID out of range");
      }
      Outcomes.set(out, row, value & OID_MAX);
    };
  }

  private static @Nullable RowKernel toFloat64(SqlType from) {
    return switch (from.kind()) {
      case INT64, PG_OID -> (v, row, out, c) -> Outcomes.set(out, row, (double) v[0].getLong(row));
      case FLOAT32 -> (v, row, out, c) -> Outcomes.set(out, row, v[0].getDouble(row));
      case NUMERIC ->
          (v, row, out, c) -> Outcomes.set(out, row, Arithmetic.decimal(v[0], row).doubleValue());
      case PG_NUMERIC ->
          (v, row, out, c) -> Outcomes.set(out, row, pgToDouble(Numerics.pg(v[0], row)));
      case PG_JSONB ->
          (v, row, out, c) ->
              Outcomes.set(
                  out, row, pgToDouble(jsonNumber(v[0].getString(row), "double precision")));
      default -> null;
    };
  }

  static double pgToDouble(@Nullable BigDecimal value) {
    if (value == null) {
      return Double.NaN;
    }
    double result = value.doubleValue();
    if (Double.isInfinite(result)) {
      throw new DbException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "\"" + value.toPlainString() + "\" is out of range for type double precision");
    }
    return result;
  }

  private static @Nullable RowKernel toFloat32(SqlType from) {
    RowKernel wide = toFloat64(from);
    if (from.is(TypeKind.FLOAT64)) {
      return (v, row, out, c) -> Outcomes.set(out, row, narrow(v[0].getDouble(row), c));
    }
    if (wide == null) {
      return null;
    }
    return (v, row, out, c) -> {
      wide.apply(v, row, out, c);
      Outcomes.set(out, row, narrow(out.getDouble(row), c));
    };
  }

  private static double narrow(double value, ExecutionContext context) {
    float result = (float) value;
    if (Float.isInfinite(result) && !Double.isInfinite(value)) {
      throw new DbException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          context.isPostgres()
              ? "value out of range: overflow"
              : "float out of range: " + FloatText.formatGoogle(value));
    }
    return result;
  }

  private static @Nullable RowKernel toNumeric(SqlType from) {
    return switch (from.kind()) {
      case INT64 ->
          (v, row, out, c) -> Outcomes.set(out, row, BigDecimal.valueOf(v[0].getLong(row)));
      case FLOAT32, FLOAT64 ->
          (v, row, out, c) -> Outcomes.set(out, row, NumericMath.fromDouble(v[0].getDouble(row)));
      default -> null;
    };
  }

  private static @Nullable RowKernel toPgNumeric(SqlType from) {
    return switch (from.kind()) {
      case INT64, PG_OID ->
          (v, row, out, c) -> Numerics.setPg(out, row, BigDecimal.valueOf(v[0].getLong(row)));
      case FLOAT64 ->
          (v, row, out, c) -> Numerics.setPg(out, row, pgFromDouble(v[0].getDouble(row)));
      case FLOAT32 ->
          (v, row, out, c) -> Numerics.setPg(out, row, pgFromFloat(v[0].getDouble(row)));
      case NUMERIC -> (v, row, out, c) -> Numerics.setPg(out, row, Arithmetic.decimal(v[0], row));
      case PG_JSONB ->
          (v, row, out, c) -> Numerics.setPg(out, row, jsonNumber(v[0].getString(row), "numeric"));
      default -> null;
    };
  }

  private static @Nullable BigDecimal pgFromDouble(double value) {
    requireNotInfinite(value);
    return PgNumericMath.fromDouble(value);
  }

  private static @Nullable BigDecimal pgFromFloat(double value) {
    requireNotInfinite(value);
    if (Double.isNaN(value)) {
      return null;
    }
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(FLOAT32_DIGITS, RoundingMode.HALF_EVEN));
    BigDecimal stripped = rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static void requireNotInfinite(double value) {
    if (Double.isInfinite(value)) {
      throw new DbException(ErrorCode.VALUE_OUT_OF_RANGE, "cannot convert infinity to numeric");
    }
  }

  private static @Nullable RowKernel toDate(SqlType from) {
    if (!from.is(TypeKind.TIMESTAMP)) {
      return null;
    }
    return (v, row, out, c) ->
        Outcomes.set(
            out, row, Timestamps.toEpochDay(((TimestampVector) v[0]).getMicros(row), c.zone()));
  }

  private static @Nullable RowKernel toTimestamp(SqlType from) {
    if (!from.is(TypeKind.DATE)) {
      return null;
    }
    return (v, row, out, c) ->
        Outcomes.setTimestamp(
            out, row, Timestamps.startOfDay((int) v[0].getLong(row), c.zone()), 0);
  }

  private static @Nullable RowKernel toBytes(SqlType from) {
    if (!from.is(TypeKind.UUID)) {
      return null;
    }
    return (v, row, out, c) -> {
      UuidVector uuids = (UuidVector) v[0];
      Outcomes.set(
          out,
          row,
          ByteBuffer.allocate(16).putLong(uuids.getHigh(row)).putLong(uuids.getLow(row)).array());
    };
  }

  private static @Nullable RowKernel toUuid(SqlType from) {
    if (!from.is(TypeKind.BYTES)) {
      return null;
    }
    return (v, row, out, c) -> {
      byte[] bytes = v[0].getBytes(row);
      if (bytes.length != 16) {
        throw new DbException(
            ErrorCode.VALUE_OUT_OF_RANGE, "UUID needs 16 bytes, but the value has " + bytes.length);
      }
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      out.set(row, new Value.Uuid(new UUID(buffer.getLong(), buffer.getLong())));
    };
  }

  private static @Nullable RowKernel toJson(SqlType from) {
    if (from.is(TypeKind.JSON) || from.is(TypeKind.PG_JSONB)) {
      return (v, row, out, c) -> Outcomes.set(out, row, v[0].getString(row));
    }
    return null;
  }

  private static BigDecimal jsonNumber(String json, String type) {
    char first = json.charAt(0);
    if (first != '-' && !Character.isDigit(first)) {
      throw jsonCast(json, type);
    }
    return new BigDecimal(json);
  }

  private static DbException jsonCast(String json, String type) {
    String kind =
        switch (json.charAt(0)) {
          case '{' -> "object";
          case '[' -> "array";
          case '"' -> "string";
          case 't', 'f' -> "boolean";
          case 'n' -> "null";
          default -> "numeric";
        };
    return new DbException(
        ErrorCode.INVALID_ARGUMENT, "cannot cast jsonb " + kind + " to type " + type);
  }

  private static @Nullable RowKernel toArray(SqlType from, SqlType to, boolean postgres) {
    if (!from.is(TypeKind.ARRAY)) {
      return null;
    }
    SqlType fromElement = from.elementType();
    SqlType toElement = to.elementType();
    Kernel element = kernel(fromElement, toElement, postgres);
    return (v, row, out, c) -> {
      List<Value> elements = new ArrayList<>();
      for (Value value : ((Value.Array) v[0].get(row)).elements()) {
        elements.add(castOne(element, value, fromElement, toElement, c));
      }
      out.set(row, new Value.Array(to, elements));
    };
  }

  private static @Nullable RowKernel toStruct(SqlType from, SqlType to, boolean postgres) {
    if (!from.is(TypeKind.STRUCT) || from.fields().size() != to.fields().size()) {
      return null;
    }
    List<Kernel> kernels = new ArrayList<>();
    for (int i = 0; i < from.fields().size(); i++) {
      kernels.add(kernel(from.fields().get(i).type(), to.fields().get(i).type(), postgres));
    }
    return (v, row, out, c) -> {
      List<Value> source = ((Value.Struct) v[0].get(row)).fields();
      List<Value> fields = new ArrayList<>();
      for (int i = 0; i < source.size(); i++) {
        fields.add(
            castOne(
                kernels.get(i),
                source.get(i),
                from.fields().get(i).type(),
                to.fields().get(i).type(),
                c));
      }
      out.set(row, new Value.Struct(to, fields));
    };
  }

  private static Value castOne(
      Kernel kernel, Value value, SqlType from, SqlType to, ExecutionContext context) {
    ColumnVector argument = ColumnVector.create(from, 1);
    argument.set(0, value);
    ColumnVector result = ColumnVector.create(to, 1);
    kernel.evaluate(new ColumnVector[] {argument}, new int[] {0}, 1, result, context);
    return result.get(0);
  }
}
