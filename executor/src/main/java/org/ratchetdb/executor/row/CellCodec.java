package org.ratchetdb.executor.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DecimalVector;
import org.ratchetdb.executor.vector.DoubleVector;
import org.ratchetdb.executor.vector.LongVector;
import org.ratchetdb.executor.vector.ObjectVector;
import org.ratchetdb.executor.vector.TimestampVector;
import org.ratchetdb.executor.vector.UuidVector;

/**
 * One value that is not NULL as bytes; its length is known from outside.
 *
 * <pre>
 *   BOOL                  1 byte, 0 or 1
 *   INT64, DATE, oid      the low bytes of the complement form, 0 bytes for zero, big endian
 *   FLOAT64 | FLOAT32     8 | 4 bytes IEEE, big endian
 *   NUMERIC               the value times 10^9, as INT64 but up to 16 bytes
 *   numeric (PostgreSQL)  scale as zigzag varint, unscaled value in complement form; empty for NaN
 *   STRING, BYTES, JSON   the bytes, UTF-8 for text
 *   TIMESTAMP             8 bytes microseconds, then 2 bytes nanoseconds unless they are 0
 *   UUID                  16 bytes
 *   INTERVAL              4 bytes months, 4 days, 8 microseconds, 2 nanoseconds
 *   ARRAY, STRUCT         varint count, then per element varint length + 1 and the cell; 0 for NULL
 * </pre>
 */
public final class CellCodec {
  private static final int INTERVAL_BYTES = 18;
  private static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private CellCodec() {}

  /** Appends the value of a row, which must not be NULL. */
  public static void write(ByteWriter into, ColumnVector vector, int row) {
    switch (vector.type().kind()) {
      case INT64, DATE, PG_OID, UNKNOWN -> writeLong(into, vector.getLong(row));
      case BOOL -> into.put(vector.getBoolean(row) ? 1 : 0);
      case FLOAT64 -> into.putBigEndian(Double.doubleToLongBits(vector.getDouble(row)), 8);
      case FLOAT32 -> into.putBigEndian(Float.floatToIntBits((float) vector.getDouble(row)), 4);
      case STRING, BYTES, JSON, PG_JSONB -> {
        BytesVector bytes = (BytesVector) vector;
        into.putBytes(bytes.buffer(), bytes.start(row), bytes.length(row));
      }
      case TIMESTAMP -> {
        TimestampVector times = (TimestampVector) vector;
        writeTimestamp(into, times.getMicros(row), times.getNanos(row));
      }
      case NUMERIC -> {
        DecimalVector decimals = (DecimalVector) vector;
        if (decimals.isSmall(row)) {
          writeLong(into, decimals.getScaled(row));
        } else {
          writeBig(into, decimals.getDecimal(row).unscaledValue());
        }
      }
      case UUID -> {
        UuidVector uuids = (UuidVector) vector;
        into.putBigEndian(uuids.getHigh(row), 8);
        into.putBigEndian(uuids.getLow(row), 8);
      }
      case PG_NUMERIC, INTERVAL, ARRAY, STRUCT ->
          writeValue(into, ((ObjectVector) vector).value(row));
    }
  }

  private static void writeLong(ByteWriter into, long value) {
    if (value == 0) {
      return;
    }
    long bits = value < 0 ? ~value : value;
    into.putBigEndian(value, (Long.SIZE - Long.numberOfLeadingZeros(bits)) / 8 + 1);
  }

  private static void writeTimestamp(ByteWriter into, long micros, int nanos) {
    into.putBigEndian(micros, 8);
    if (nanos != 0) {
      into.putBigEndian(nanos, 2);
    }
  }

  private static void writeBig(ByteWriter into, BigInteger value) {
    byte[] bytes = value.toByteArray();
    into.putBytes(bytes, 0, bytes.length);
  }

  /** Appends a boxed value, which must not be NULL. */
  public static void writeValue(ByteWriter into, Value value) {
    if (value instanceof Value.PgNumeric v) {
      BigDecimal number = v.value();
      if (number != null) {
        into.putVarint(((long) number.scale() << 1) ^ (number.scale() >> 31));
        writeBig(into, number.unscaledValue());
      }
    } else if (value instanceof Value.Interval v) {
      into.putBigEndian(v.months(), 4);
      into.putBigEndian(v.days(), 4);
      into.putBigEndian(v.micros(), 8);
      into.putBigEndian(v.nanos(), 2);
    } else if (value instanceof Value.Array v) {
      writeAll(into, v.elements());
    } else if (value instanceof Value.Struct v) {
      writeAll(into, v.fields());
    } else {
      ColumnVector one = ColumnVector.create(value.type(), 1);
      one.set(0, value);
      write(into, one, 0);
    }
  }

  private static void writeAll(ByteWriter into, List<Value> values) {
    into.putVarint(values.size());
    ByteWriter cell = new ByteWriter(32);
    for (Value value : values) {
      if (value.isNull()) {
        into.putVarint(0);
        continue;
      }
      cell.reset();
      writeValue(cell, value);
      into.putVarint(cell.length() + 1L);
      into.putBytes(cell.array(), 0, cell.length());
    }
  }

  /** Reads a cell into the row of a vector of its type. */
  public static void read(byte[] from, int offset, int length, ColumnVector into, int row) {
    switch (into.type().kind()) {
      case INT64, DATE, PG_OID, UNKNOWN ->
          ((LongVector) into).setLong(row, readLong(from, offset, length));
      case BOOL -> {
        require(length == 1);
        ((LongVector) into).setBoolean(row, from[offset] != 0);
      }
      case FLOAT64 -> {
        require(length == 8);
        ((DoubleVector) into).setDouble(row, Double.longBitsToDouble(bigEndian(from, offset, 8)));
      }
      case FLOAT32 -> {
        require(length == 4);
        ((DoubleVector) into)
            .setDouble(row, Float.intBitsToFloat((int) bigEndian(from, offset, 4)));
      }
      case STRING, BYTES, JSON, PG_JSONB ->
          ((BytesVector) into).setBytes(row, from, offset, length);
      case TIMESTAMP -> {
        require(length == 8 || length == 10);
        int nanos = length == 8 ? 0 : (int) bigEndian(from, offset + 8, 2);
        require(nanos <= 999);
        long micros = bigEndian(from, offset, 8);
        if (micros == TimestampVector.PENDING) {
          throw new DbException(
              ErrorCode.INVALID_ARGUMENT,
              "The column cannot be accessed because it, or its associated index, has a pending"
                  + " CommitTimestamp");
        }
        ((TimestampVector) into).setTimestamp(row, micros, nanos);
      }
      case NUMERIC -> {
        if (length <= 8) {
          ((DecimalVector) into).setScaled(row, readLong(from, offset, length));
        } else {
          require(length <= 17);
          ((DecimalVector) into)
              .setDecimal(
                  row, new BigDecimal(new BigInteger(from, offset, length), DecimalVector.SCALE));
        }
      }
      case UUID -> {
        require(length == 16);
        ((UuidVector) into)
            .setUuid(row, bigEndian(from, offset, 8), bigEndian(from, offset + 8, 8));
      }
      case PG_NUMERIC, INTERVAL, ARRAY, STRUCT ->
          into.set(row, readValue(into.type(), from, offset, length));
    }
  }

  /** Reads a cell as a boxed value. */
  public static Value readValue(SqlType type, byte[] from, int offset, int length) {
    return switch (type.kind()) {
      case PG_NUMERIC -> new Value.PgNumeric(readNumeric(from, offset, length));
      case INTERVAL -> {
        require(length == INTERVAL_BYTES);
        yield new Value.Interval(
            (int) bigEndian(from, offset, 4),
            (int) bigEndian(from, offset + 4, 4),
            bigEndian(from, offset + 8, 8),
            (int) bigEndian(from, offset + 16, 2));
      }
      case ARRAY -> {
        ByteReader reader = new ByteReader().set(from, offset, length);
        int count = elementCount(reader);
        List<Value> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
          elements.add(readElement(type.elementType(), reader));
        }
        yield new Value.Array(type, elements);
      }
      case STRUCT -> {
        ByteReader reader = new ByteReader().set(from, offset, length);
        require(elementCount(reader) == type.fields().size());
        List<Value> fields = new ArrayList<>(type.fields().size());
        for (SqlType.Field field : type.fields()) {
          fields.add(readElement(field.type(), reader));
        }
        yield new Value.Struct(type, fields);
      }
      default -> {
        ColumnVector one = ColumnVector.create(type, 1);
        read(from, offset, length, one, 0);
        yield one.get(0);
      }
    };
  }

  private static int elementCount(ByteReader reader) {
    long count = reader.readVarint();
    require(count >= 0 && count <= reader.remaining());
    return (int) count;
  }

  private static Value readElement(SqlType type, ByteReader reader) {
    long lengthPlusOne = reader.readVarint();
    if (lengthPlusOne == 0) {
      return new Value.Null(type);
    }
    require(lengthPlusOne > 0 && lengthPlusOne - 1 <= reader.remaining());
    int length = (int) (lengthPlusOne - 1);
    Value value = readValue(type, reader.array(), reader.position(), length);
    reader.skip(length);
    return value;
  }

  private static @Nullable BigDecimal readNumeric(byte[] from, int offset, int length) {
    if (length == 0) {
      return null;
    }
    ByteReader reader = new ByteReader().set(from, offset, length);
    long zigzag = reader.readVarint();
    int scale = (int) ((zigzag >>> 1) ^ -(zigzag & 1));
    require(reader.remaining() > 0);
    return new BigDecimal(new BigInteger(from, reader.position(), reader.remaining()), scale);
  }

  private static long readLong(byte[] from, int offset, int length) {
    require(length <= 8);
    if (length == 0) {
      return 0;
    }
    if (offset + Long.BYTES <= from.length) {
      return (long) BIG_ENDIAN_LONG.get(from, offset) >> (Long.SIZE - Byte.SIZE * length);
    }
    long value = from[offset];
    for (int i = 1; i < length; i++) {
      value = (value << 8) | (from[offset + i] & 0xFF);
    }
    return value;
  }

  private static long bigEndian(byte[] from, int offset, int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value = (value << 8) | (from[offset + i] & 0xFF);
    }
    return value;
  }

  private static void require(boolean sane) {
    if (!sane) {
      throw ByteReader.corrupt();
    }
  }
}
