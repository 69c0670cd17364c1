package org.ratchetdb.executor.function;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DecimalVector;
import org.ratchetdb.executor.vector.DoubleVector;
import org.ratchetdb.executor.vector.LongVector;
import org.ratchetdb.executor.vector.TimestampVector;

/** Writes results of row kernels into vectors of the matching kind. */
final class Outcomes {
  private Outcomes() {}

  static void set(ColumnVector out, int row, long value) {
    ((LongVector) out).setLong(row, value);
  }

  static void set(ColumnVector out, int row, boolean value) {
    ((LongVector) out).setBoolean(row, value);
  }

  static void set(ColumnVector out, int row, double value) {
    ((DoubleVector) out).setDouble(row, value);
  }

  static void set(ColumnVector out, int row, @Nullable String value) {
    if (value == null) {
      out.setNull(row);
    } else {
      ((BytesVector) out).setString(row, value);
    }
  }

  static void set(ColumnVector out, int row, byte[] value) {
    ((BytesVector) out).setBytes(row, value);
  }

  static void set(ColumnVector out, int row, BigDecimal value) {
    ((DecimalVector) out).setDecimal(row, value);
  }

  static void set(ColumnVector out, int row, Value value) {
    out.set(row, value);
  }

  static void setTimestamp(ColumnVector out, int row, long micros, int nanos) {
    ((TimestampVector) out).setTimestamp(row, micros, nanos);
  }
}
