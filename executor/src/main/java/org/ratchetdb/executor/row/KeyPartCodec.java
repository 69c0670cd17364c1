package org.ratchetdb.executor.row;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.KeyDecoder;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyOrder;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DecimalVector;
import org.ratchetdb.executor.vector.DoubleVector;
import org.ratchetdb.executor.vector.LongVector;
import org.ratchetdb.executor.vector.TimestampVector;
import org.ratchetdb.executor.vector.UuidVector;

/** Key parts to and from vectors without boxing. */
final class KeyPartCodec {
  private KeyPartCodec() {}

  static void write(KeyEncoder into, ColumnVector vector, int row, KeyOrder order) {
    if (vector.isNull(row)) {
      into.putNull(order);
      return;
    }
    switch (vector.type().kind()) {
      case INT64, DATE -> into.putLong(vector.getLong(row), order);
      case BOOL -> into.putBool(vector.getBoolean(row), order);
      case STRING, BYTES -> {
        BytesVector bytes = (BytesVector) vector;
        into.putBytes(bytes.buffer(), bytes.start(row), bytes.length(row), order);
      }
      case TIMESTAMP -> {
        TimestampVector times = (TimestampVector) vector;
        if (times.isPending(row)) {
          into.putPendingTimestamp(order);
        } else {
          into.putTimestamp(times.getMicros(row), times.getNanos(row), order);
        }
      }
      case FLOAT64 -> into.putDouble(vector.getDouble(row), order);
      case NUMERIC -> {
        DecimalVector decimals = (DecimalVector) vector;
        if (decimals.isSmall(row)) {
          into.putNumericScaled(decimals.getScaled(row), order);
        } else {
          into.putNumeric(decimals.getDecimal(row), order);
        }
      }
      case UUID -> {
        UuidVector uuids = (UuidVector) vector;
        into.putUuid(uuids.getHigh(row), uuids.getLow(row), order);
      }
      default -> throw DbException.notSupported("A key of type " + vector.type());
    }
  }

  /** Reads the next part into the row; {@code scratch} is for its strings. */
  static void read(
      KeyDecoder from, ColumnVector vector, int row, KeyOrder order, ByteSlice scratch) {
    if (from.readNull()) {
      vector.setNull(row);
      return;
    }
    switch (vector.type().kind()) {
      case INT64 -> ((LongVector) vector).setLong(row, from.readLong(order));
      case DATE -> ((LongVector) vector).setLong(row, from.readDate(order));
      case BOOL -> ((LongVector) vector).setBoolean(row, from.readBool(order));
      case STRING, BYTES -> {
        from.readBytes(order, scratch);
        ((BytesVector) vector).setBytes(row, scratch.array(), scratch.offset(), scratch.length());
      }
      case TIMESTAMP -> {
        long micros = from.readTimestampMicros(order);
        ((TimestampVector) vector).setTimestamp(row, micros, from.nanos());
      }
      case FLOAT64 -> ((DoubleVector) vector).setDouble(row, from.readDouble(order));
      case NUMERIC -> ((DecimalVector) vector).setDecimal(row, from.readNumeric(order));
      case UUID -> {
        java.util.UUID uuid = from.readUuid(order);
        ((UuidVector) vector)
            .setUuid(row, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      }
      default -> throw DbException.notSupported("A key of type " + vector.type());
    }
  }
}
