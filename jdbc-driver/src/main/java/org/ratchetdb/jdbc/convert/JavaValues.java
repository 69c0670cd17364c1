package org.ratchetdb.jdbc.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.SqlErrors;

/**
 * What the getters of a result set return for a value that is not NULL. A conversion that JDBC does
 * not know fails with 42846, one that does not fit with 22003; nothing is cut silently but the
 * fraction of a number that is read as a whole one, which JDBC asks for.
 */
public final class JavaValues {
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  /** 2^63: the least double that is too big for a long. */
  private static final double LONG_LIMIT = 0x1p63;

  private JavaValues() {}

  public static long toLong(Value value) throws SQLException {
    if (value instanceof Value.Int64 v) {
      return v.value();
    }
    if (value instanceof Value.Bool v) {
      return v.value() ? 1 : 0;
    }
    if (value instanceof Value.Oid v) {
      return v.value();
    }
    if (value instanceof Value.Float64 || value instanceof Value.Float32) {
      double number = toDouble(value);
      if (number >= -LONG_LIMIT && number < LONG_LIMIT) {
        return (long) number;
      }
      throw SqlValues.outOfRange(number, "64-bit integer");
    }
    BigDecimal number = toBigDecimal(value).setScale(0, RoundingMode.DOWN);
    if (number.compareTo(LONG_MIN) < 0 || number.compareTo(LONG_MAX) > 0) {
      throw SqlValues.outOfRange(number, "64-bit integer");
    }
    return number.longValueExact();
  }

  /** A whole number between two bounds. */
  public static long toLong(long value, long min, long max, String target) throws SQLException {
    if (value < min || value > max) {
      throw SqlValues.outOfRange(value, target);
    }
    return value;
  }

  public static double toDouble(Value value) throws SQLException {
    if (value instanceof Value.Float64 v) {
      return v.value();
    }
    if (value instanceof Value.Float32 v) {
      return v.value();
    }
    if (value instanceof Value.Int64 v) {
      return v.value();
    }
    if (value instanceof Value.PgNumeric v && v.isNaN()) {
      return Double.NaN;
    }
    if (value instanceof Value.Str v) {
      try {
        return ValueParser.floating(v.value());
      } catch (NumberFormatException e) {
        throw notA("number", v.value(), e);
      }
    }
    return toBigDecimal(value).doubleValue();
  }

  public static BigDecimal toBigDecimal(Value value) throws SQLException {
    if (value instanceof Value.Numeric v) {
      return v.value();
    }
    if (value instanceof Value.PgNumeric v) {
      BigDecimal number = v.value();
      if (number == null) {
        throw SqlValues.outOfRange("NaN", "decimal number");
      }
      return number;
    }
    if (value instanceof Value.Int64 v) {
      return BigDecimal.valueOf(v.value());
    }
    if (value instanceof Value.Oid v) {
      return BigDecimal.valueOf(v.value());
    }
    if (value instanceof Value.Bool v) {
      return v.value() ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    try {
      if (value instanceof Value.Float64 v) {
        return new BigDecimal(Double.toString(v.value())).stripTrailingZeros();
      }
      if (value instanceof Value.Float32 v) {
        return new BigDecimal(Float.toString(v.value())).stripTrailingZeros();
      }
      if (value instanceof Value.Str v) {
        return new BigDecimal(v.value().strip());
      }
    } catch (NumberFormatException e) {
      throw notA("number", ValueText.of(value, Dialect.GOOGLE_STANDARD_SQL), e);
    }
    throw cannot(value, "a number");
  }

  public static boolean toBoolean(Value value) throws SQLException {
    if (value instanceof Value.Bool v) {
      return v.value();
    }
    if (value instanceof Value.Str v) {
      try {
        return ValueParser.bool(v.value());
      } catch (NumberFormatException e) {
        throw notA("boolean", v.value(), e);
      }
    }
    BigDecimal number = toBigDecimal(value);
    if (number.signum() == 0) {
      return false;
    }
    if (number.compareTo(BigDecimal.ONE) == 0) {
      return true;
    }
    throw notA("boolean", number.toString(), null);
  }

  public static LocalDate toLocalDate(Value value) throws SQLException {
    if (value instanceof Value.Date v) {
      return LocalDate.ofEpochDay(v.epochDay());
    }
    if (value instanceof Value.Timestamp v) {
      return LocalDate.ofInstant(ValueText.instant(v), ZoneId.systemDefault());
    }
    if (value instanceof Value.Str v) {
      try {
        return ValueParser.date(v.value());
      } catch (DateTimeException e) {
        throw notA("date", v.value(), e);
      }
    }
    throw cannot(value, "a date");
  }

  /** The instant; a date is the first of its day in the zone. */
  public static Instant toInstant(Value value, ZoneId zone) throws SQLException {
    if (value instanceof Value.Timestamp v) {
      return ValueText.instant(v);
    }
    if (value instanceof Value.Date v) {
      return LocalDate.ofEpochDay(v.epochDay()).atStartOfDay(zone).toInstant();
    }
    if (value instanceof Value.Str v) {
      try {
        return ValueText.instant(ValueParser.timestamp(v.value()));
      } catch (DateTimeException e) {
        throw notA("timestamp", v.value(), e);
      }
    }
    throw cannot(value, "a timestamp");
  }

  public static Date toDate(Value value, @Nullable Calendar calendar) throws SQLException {
    if (calendar == null) {
      return Date.valueOf(toLocalDate(value));
    }
    ZoneId zone = calendar.getTimeZone().toZoneId();
    LocalDate day =
        value instanceof Value.Timestamp v
            ? LocalDate.ofInstant(ValueText.instant(v), zone)
            : toLocalDate(value);
    return new Date(day.atStartOfDay(zone).toInstant().toEpochMilli());
  }

  public static Timestamp toTimestamp(Value value, @Nullable Calendar calendar)
      throws SQLException {
    ZoneId zone = calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
    return Timestamp.from(toInstant(value, zone));
  }

  public static Time toTime(Value value, @Nullable Calendar calendar) throws SQLException {
    if (!(value instanceof Value.Timestamp)) {
      throw cannot(value, "a time");
    }
    ZoneId zone = calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
    LocalTime time = LocalTime.ofInstant(toInstant(value, zone), zone);
    return new Time(time.atDate(LocalDate.EPOCH).atZone(zone).toInstant().toEpochMilli());
  }

  public static byte[] toBytes(Value value) throws SQLException {
    if (value instanceof Value.Bytes v) {
      return v.value();
    }
    if (value instanceof Value.Str || value instanceof Value.Json) {
      return ValueText.of(value, Dialect.GOOGLE_STANDARD_SQL)
          .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
    if (value instanceof Value.Uuid v) {
      return java.nio.ByteBuffer.allocate(16)
          .putLong(v.value().getMostSignificantBits())
          .putLong(v.value().getLeastSignificantBits())
          .array();
    }
    throw cannot(value, "bytes");
  }

  public static UUID toUuid(Value value) throws SQLException {
    if (value instanceof Value.Uuid v) {
      return v.value();
    }
    if (value instanceof Value.Str v) {
      try {
        return ValueParser.uuid(v.value());
      } catch (NumberFormatException e) {
        throw notA("UUID", v.value(), e);
      }
    }
    throw cannot(value, "a UUID");
  }

  /**
   * The object of the class that {@link JdbcTypes#javaClass} promises, but for arrays and structs,
   * which come as Java arrays of such objects.
   */
  public static Object toObject(Value value, Dialect dialect) throws SQLException {
    if (value instanceof Value.Bool v) {
      return v.value();
    }
    if (value instanceof Value.Int64 v) {
      return v.value();
    }
    if (value instanceof Value.Oid v) {
      return v.value();
    }
    if (value instanceof Value.Float64 v) {
      return v.value();
    }
    if (value instanceof Value.Float32 v) {
      return v.value();
    }
    if (value instanceof Value.PgNumeric v && v.isNaN()) {
      return Double.NaN;
    }
    if (value instanceof Value.Numeric || value instanceof Value.PgNumeric) {
      return toBigDecimal(value);
    }
    if (value instanceof Value.Date) {
      return toDate(value, null);
    }
    if (value instanceof Value.Timestamp) {
      return toTimestamp(value, null);
    }
    if (value instanceof Value.Bytes v) {
      return v.value();
    }
    if (value instanceof Value.Uuid v) {
      return v.value();
    }
    if (value instanceof Value.Array v) {
      return toJavaArray(v, dialect);
    }
    if (value instanceof Value.Struct v) {
      return toObjects(v.fields(), dialect);
    }
    return ValueText.of(value, dialect);
  }

  /** A {@code Long[]}, {@code String[]} and so on; NULL elements as null. */
  public static Object[] toJavaArray(Value.Array array, Dialect dialect) throws SQLException {
    Class<?> elementClass =
        switch (array.type().elementType().kind()) {
          case ARRAY, STRUCT -> Object.class;
          default -> JdbcTypes.javaClass(array.type().elementType().kind());
        };
    Object[] out =
        (Object[]) java.lang.reflect.Array.newInstance(elementClass, array.elements().size());
    for (int i = 0; i < out.length; i++) {
      Value element = array.elements().get(i);
      if (!element.isNull()) {
        Object object = toObject(element, dialect);
        // The one value whose class is not the column's: NaN among decimals.
        out[i] = elementClass.isInstance(object) ? object : toBigDecimal(element);
      }
    }
    return out;
  }

  public static @Nullable Object[] toObjects(List<Value> values, Dialect dialect)
      throws SQLException {
    @Nullable Object[] out = new @Nullable Object[values.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = values.get(i).isNull() ? null : toObject(values.get(i), dialect);
    }
    return out;
  }

  /** {@code getObject(column, type)} for every class but arrays and structs of JDBC. */
  public static Object toClass(Value value, Class<?> type, Dialect dialect) throws SQLException {
    if (type == String.class) {
      return ValueText.of(value, dialect);
    }
    if (type == Long.class || type == long.class) {
      return toLong(value);
    }
    if (type == Integer.class || type == int.class) {
      return (int) toLong(toLong(value), Integer.MIN_VALUE, Integer.MAX_VALUE, "32-bit integer");
    }
    if (type == Short.class || type == short.class) {
      return (short) toLong(toLong(value), Short.MIN_VALUE, Short.MAX_VALUE, "16-bit integer");
    }
    if (type == Byte.class || type == byte.class) {
      return (byte) toLong(toLong(value), Byte.MIN_VALUE, Byte.MAX_VALUE, "8-bit integer");
    }
    if (type == Double.class || type == double.class) {
      return toDouble(value);
    }
    if (type == Float.class || type == float.class) {
      return (float) toDouble(value);
    }
    if (type == Boolean.class || type == boolean.class) {
      return toBoolean(value);
    }
    if (type == BigDecimal.class) {
      return toBigDecimal(value);
    }
    if (type == BigInteger.class) {
      return toBigDecimal(value).toBigInteger();
    }
    if (type == byte[].class) {
      return toBytes(value);
    }
    if (type == UUID.class) {
      return toUuid(value);
    }
    Object time = toTimeClass(value, type);
    if (time != null) {
      return time;
    }
    if (type == Value.class) {
      return value;
    }
    Object plain = toObject(value, dialect);
    if (type.isInstance(plain)) {
      return type.cast(plain);
    }
    throw cannot(value, type.getName());
  }

  private static @Nullable Object toTimeClass(Value value, Class<?> type) throws SQLException {
    if (type == Date.class) {
      return toDate(value, null);
    }
    if (type == Timestamp.class || type == java.util.Date.class) {
      return toTimestamp(value, null);
    }
    if (type == Time.class) {
      return toTime(value, null);
    }
    if (type == LocalDate.class) {
      return toLocalDate(value);
    }
    ZoneId zone = ZoneId.systemDefault();
    if (type == Instant.class) {
      return toInstant(value, zone);
    }
    if (type == OffsetDateTime.class) {
      return toInstant(value, zone).atOffset(ZoneOffset.UTC);
    }
    if (type == ZonedDateTime.class) {
      return toInstant(value, zone).atZone(ZoneOffset.UTC);
    }
    if (type == LocalDateTime.class) {
      return LocalDateTime.ofInstant(toInstant(value, zone), zone);
    }
    if (type == LocalTime.class) {
      return toTime(value, null).toLocalTime();
    }
    return null;
  }

  public static SQLException cannot(Value value, String target) {
    return SqlErrors.of(
        ErrorCode.CANNOT_COERCE,
        "A value of type " + value.type() + " cannot be read as " + target);
  }

  private static SQLException notA(String target, String text, @Nullable Exception cause) {
    return SqlErrors.of(
        ErrorCode.INVALID_TEXT_REPRESENTATION, "Cannot read '" + text + "' as a " + target, cause);
  }
}
