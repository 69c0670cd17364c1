package org.ratchetdb.common.value;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;

/**
 * One SQL value, boxed: a literal, a bound parameter, a column of a result that is read one by one.
 * Execution works on column vectors and never on these. Immutable.
 */
public sealed interface Value {
  SqlType type();

  default boolean isNull() {
    return false;
  }

  /** SQL NULL of a type. */
  record Null(SqlType type) implements Value {
    @Override
    public boolean isNull() {
      return true;
    }
  }

  record Bool(boolean value) implements Value {
    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  record Int64(long value) implements Value {
    @Override
    public SqlType type() {
      return SqlType.INT64;
    }
  }

  record Oid(long value) implements Value {
    @Override
    public SqlType type() {
      return SqlType.PG_OID;
    }
  }

  record Float32(float value) implements Value {
    @Override
    public SqlType type() {
      return SqlType.FLOAT32;
    }
  }

  record Float64(double value) implements Value {
    @Override
    public SqlType type() {
      return SqlType.FLOAT64;
    }
  }

  /**
   * GoogleSQL NUMERIC; equal values have one scale-free meaning, printing strips trailing zeros.
   */
  record Numeric(BigDecimal value) implements Value {
    @Override
    public SqlType type() {
      return SqlType.NUMERIC;
    }
  }

  /** PostgreSQL numeric with its scale; null stands for NaN. */
  record PgNumeric(@Nullable BigDecimal value) implements Value {
    @Override
    public SqlType type() {
      return SqlType.PG_NUMERIC;
    }

    public boolean isNaN() {
      return value == null;
    }
  }

  record Str(String value) implements Value {
    @Override
    public SqlType type() {
      return SqlType.STRING;
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // copied in and out, equality by content
  record Bytes(byte[] value) implements Value {
    public Bytes {
      value = value.clone();
    }

    @Override
    public byte[] value() {
      return value.clone();
    }

    @Override
    public SqlType type() {
      return SqlType.BYTES;
    }

    @Override
    public boolean equals(@Nullable Object o) {
      return o instanceof Bytes b && Arrays.equals(value, b.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }
  }

  /** Days since 1970-01-01. */
  record Date(int epochDay) implements Value {
    @Override
    public SqlType type() {
      return SqlType.DATE;
    }
  }

  /**
   * An instant: whole microseconds since the epoch (floor) and the rest in nanoseconds.
   *
   * @param epochMicros microseconds since 1970-01-01T00:00:00Z, rounded down
   * @param nanos 0..999 beyond the microsecond
   */
  record Timestamp(long epochMicros, int nanos) implements Value {
    public Timestamp {
      if (nanos < 0 || nanos > 999) {
        throw new IllegalArgumentException("nanos out of 0..999");
      }
    }

    @Override
    public SqlType type() {
      return SqlType.TIMESTAMP;
    }
  }

  record Uuid(UUID value) implements Value {
    @Override
    public SqlType type() {
      return SqlType.UUID;
    }
  }

  /** JSON or jsonb as canonical text; {@code type} says which. */
  record Json(String text, SqlType type) implements Value {}

  /** Months, days and nanoseconds, kept apart as both dialects do. */
  record Interval(int months, int days, long micros, int nanos) implements Value {
    @Override
    public SqlType type() {
      return SqlType.INTERVAL;
    }
  }

  record Array(SqlType type, List<Value> elements) implements Value {
    public Array {
      elements = List.copyOf(elements);
    }
  }

  record Struct(SqlType type, List<Value> fields) implements Value {
    public Struct {
      fields = List.copyOf(fields);
    }
  }
}
