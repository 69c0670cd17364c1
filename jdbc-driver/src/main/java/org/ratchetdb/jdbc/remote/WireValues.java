package org.ratchetdb.jdbc.remote;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.UUID;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Timestamps;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.convert.ValueParser;
import org.ratchetdb.jdbc.convert.ValueText;

/**
 * Values as they travel. Binary:
 *
 * <pre>
 *   bool         1 byte, 0 or 1
 *   int2/4/8     2, 4, 8 bytes, big-endian
 *   float4/8     IEEE 754, big-endian
 *   date         int32, days since 2000-01-01
 *   timestamptz  int64, microseconds since 2000-01-01 00:00 UTC
 *   uuid         16 bytes
 *   bytea        as it is
 * </pre>
 *
 * All other types travel as PostgreSQL's text. Timestamps lose their nanoseconds: they are rounded
 * to microseconds, which is all that the protocol carries.
 */
final class WireValues {
  private static final int EPOCH_DAYS = 10_957;
  private static final long EPOCH_MICROS = EPOCH_DAYS * 86_400_000_000L;

  private WireValues() {}

  static int int16(byte[] b, int at) {
    return (short) (((b[at] & 0xFF) << 8) | (b[at + 1] & 0xFF));
  }

  static int int32(byte[] b, int at) {
    return ((b[at] & 0xFF) << 24)
        | ((b[at + 1] & 0xFF) << 16)
        | ((b[at + 2] & 0xFF) << 8)
        | (b[at + 3] & 0xFF);
  }

  static long int64(byte[] b, int at) {
    return ((long) int32(b, at) << 32) | (int32(b, at + 4) & 0xFFFF_FFFFL);
  }

  /** Whether a value goes out in binary to a parameter of that type. */
  static boolean isBinary(Value value, int oid) {
    return switch (oid) {
      case Oids.BOOL -> value instanceof Value.Bool;
      case Oids.INT8 -> value instanceof Value.Int64;
      case Oids.FLOAT8 -> value instanceof Value.Float64;
      case Oids.FLOAT4 -> value instanceof Value.Float32;
      case Oids.DATE -> value instanceof Value.Date;
      case Oids.TIMESTAMPTZ -> value instanceof Value.Timestamp;
      case Oids.UUID -> value instanceof Value.Uuid;
      case Oids.BYTEA -> value instanceof Value.Bytes;
      default -> false;
    };
  }

  /** Writes a parameter with its length. */
  static void write(ServerStream out, Value value, boolean binary) {
    if (value.isNull()) {
      out.int32(-1);
    } else if (binary) {
      writeBinary(out, value);
    } else {
      byte[] text = ValueText.of(value, Dialect.POSTGRESQL).getBytes(StandardCharsets.UTF_8);
      out.int32(text.length);
      out.bytes(text);
    }
  }

  private static void writeBinary(ServerStream out, Value value) {
    if (value instanceof Value.Int64 v) {
      out.int32(8);
      out.int64(v.value());
    } else if (value instanceof Value.Bool v) {
      out.int32(1);
      out.int8(v.value() ? 1 : 0);
    } else if (value instanceof Value.Float64 v) {
      out.int32(8);
      out.int64(Double.doubleToLongBits(v.value()));
    } else if (value instanceof Value.Float32 v) {
      out.int32(4);
      out.int32(Float.floatToIntBits(v.value()));
    } else if (value instanceof Value.Date v) {
      out.int32(4);
      out.int32(v.epochDay() - EPOCH_DAYS);
    } else if (value instanceof Value.Timestamp v) {
      out.int32(8);
      out.int64(Timestamps.roundToMicros(v.epochMicros(), v.nanos()) - EPOCH_MICROS);
    } else if (value instanceof Value.Uuid v) {
      out.int32(16);
      out.int64(v.value().getMostSignificantBits());
      out.int64(v.value().getLeastSignificantBits());
    } else if (value instanceof Value.Bytes v) {
      byte[] bytes = v.value();
      out.int32(bytes.length);
      out.bytes(bytes);
    } else {
      throw new IllegalArgumentException("no binary form of " + value.type());
    }
  }

  /** INT64, BOOL, OID and DATE as a number. */
  static long readLong(byte[] b, int at, int length, boolean binary, SqlType type)
      throws SQLException {
    if (binary) {
      return switch (type.kind()) {
        case BOOL -> b[at];
        case DATE -> int32(b, at) + EPOCH_DAYS;
        default ->
            switch (length) {
              case 8 -> int64(b, at);
              case 4 -> int32(b, at);
              case 2 -> int16(b, at);
              default -> throw badLength(length, type);
            };
      };
    }
    Value value = ValueParser.parse(text(b, at, length), type);
    if (value instanceof Value.Int64 v) {
      return v.value();
    }
    if (value instanceof Value.Bool v) {
      return v.value() ? 1 : 0;
    }
    if (value instanceof Value.Date v) {
      return v.epochDay();
    }
    if (value instanceof Value.Oid v) {
      return v.value();
    }
    throw new IllegalArgumentException("no number: " + type);
  }

  static double readDouble(byte[] b, int at, int length, boolean binary, SqlType type)
      throws SQLException {
    if (binary) {
      return switch (length) {
        case 8 -> Double.longBitsToDouble(int64(b, at));
        case 4 -> Float.intBitsToFloat(int32(b, at));
        default -> throw badLength(length, type);
      };
    }
    Value value = ValueParser.parse(text(b, at, length), SqlType.FLOAT64);
    return ((Value.Float64) value).value();
  }

  static String text(byte[] b, int at, int length) {
    return new String(b, at, length, StandardCharsets.UTF_8);
  }

  static byte[] readBytes(byte[] b, int at, int length, boolean binary) throws SQLException {
    return binary
        ? Arrays.copyOfRange(b, at, at + length)
        : ((Value.Bytes) ValueParser.parse(text(b, at, length), SqlType.BYTES)).value();
  }

  static Value read(byte[] b, int at, int length, boolean binary, SqlType type)
      throws SQLException {
    if (!binary) {
      return ValueParser.parse(text(b, at, length), type);
    }
    return switch (type.kind()) {
      case INT64 -> new Value.Int64(readLong(b, at, length, true, type));
      case BOOL -> new Value.Bool(b[at] != 0);
      case FLOAT64 -> new Value.Float64(readDouble(b, at, length, true, type));
      case FLOAT32 -> new Value.Float32((float) readDouble(b, at, length, true, type));
      case DATE -> new Value.Date(int32(b, at) + EPOCH_DAYS);
      case TIMESTAMP -> new Value.Timestamp(int64(b, at) + EPOCH_MICROS, 0);
      case UUID -> new Value.Uuid(new UUID(int64(b, at), int64(b, at + 8)));
      case BYTES -> new Value.Bytes(Arrays.copyOfRange(b, at, at + length));
      default -> throw new IllegalArgumentException("no binary form of " + type);
    };
  }

  private static SQLException badLength(int length, SqlType type) {
    return SqlErrors.of(
        ErrorCode.PROTOCOL_VIOLATION,
        "The server sent a value of " + length + " bytes for the type " + type);
  }
}
