package org.ratchetdb.executor.function;

import java.time.ZoneId;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.TimeZones;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.ObjectVector;
import org.ratchetdb.executor.vector.TimestampVector;

/** Reads arguments of row kernels. */
final class Args {
  private Args() {}

  static List<Value> array(ColumnVector vector, int row) {
    return ((Value.Array) ((ObjectVector) vector).value(row)).elements();
  }

  static Value.Interval interval(ColumnVector vector, int row) {
    return (Value.Interval) ((ObjectVector) vector).value(row);
  }

  static Value.Timestamp timestamp(ColumnVector vector, int row) {
    TimestampVector times = (TimestampVector) vector;
    return new Value.Timestamp(times.getMicros(row), times.getNanos(row));
  }

  static long micros(ColumnVector vector, int row) {
    return ((TimestampVector) vector).getMicros(row);
  }

  static int nanos(ColumnVector vector, int row) {
    return ((TimestampVector) vector).getNanos(row);
  }

  /** The zone in an argument, or the session's when the argument was left out. */
  static ZoneId zone(ColumnVector[] arguments, int index, int row, ExecutionContext context) {
    if (arguments.length <= index) {
      return context.zone();
    }
    String name = arguments[index].getString(row);
    return context.isPostgres() ? TimeZones.postgres(name) : TimeZones.google(name);
  }

  /** An INT64 argument that counts something in memory. */
  static int count(ColumnVector vector, int row) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, vector.getLong(row)));
  }

  /** A failure because of an argument's value. */
  static DbException error(String message) {
    return new DbException(ErrorCode.VALUE_OUT_OF_RANGE, message);
  }
}
