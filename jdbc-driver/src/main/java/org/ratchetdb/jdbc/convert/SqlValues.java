package org.ratchetdb.jdbc.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.SqlErrors;

/** SQL values from the Java objects that a program sets for parameters. */
public final class SqlValues {
  /** A NULL that takes its type from where the parameter stands. */
  public static final Value NULL = new Value.Null(SqlType.UNKNOWN);

  private SqlValues() {}

  /**
   * The value of an object by its own class.
   *
   * @throws SQLException 0A000 for a class without counterpart
   */
  public static Value of(@Nullable Object object, Dialect dialect) throws SQLException {
    if (object == null) {
      return NULL;
    }
    if (object instanceof Value v) {
      return v;
    }
    if (object instanceof String v) {
      return new Value.Str(v);
    }
    if (object instanceof Long
        || object instanceof Integer
        || object instanceof Short
        || object instanceof Byte) {
      return new Value.Int64(((Number) object).longValue());
    }
    if (object instanceof Double v) {
      return new Value.Float64(v);
    }
    if (object instanceof Float v) {
      return new Value.Float32(v);
    }
    if (object instanceof BigDecimal v) {
      return decimal(v, dialect);
    }
    if (object instanceof BigInteger v) {
      return decimal(new BigDecimal(v), dialect);
    }
    if (object instanceof Boolean v) {
      return new Value.Bool(v);
    }
    if (object instanceof byte[] v) {
      return new Value.Bytes(v);
    }
    if (object instanceof UUID v) {
      return new Value.Uuid(v);
    }
    if (object instanceof Character v) {
      return new Value.Str(v.toString());
    }
    Value time = ofTime(object);
    if (time != null) {
      return time;
    }
    if (object instanceof java.sql.Array v) {
      return ofArray(v, dialect);
    }
    Object[] elements = elements(object);
    if (elements != null) {
      return array(null, elements, dialect);
    }
    if (object instanceof Enum<?> v) {
      return new Value.Str(v.name());
    }
    if (object instanceof CharSequence v) {
      return new Value.Str(v.toString());
    }
    throw SqlErrors.notSupported("A parameter of " + object.getClass());
  }

  private static @Nullable Value ofTime(Object object) throws SQLException {
    if (object instanceof java.sql.Timestamp v) {
      return timestamp(v.toInstant());
    }
    if (object instanceof java.sql.Date v) {
      return date(v, null);
    }
    if (object instanceof java.sql.Time) {
      throw SqlErrors.notSupported("A time without a date");
    }
    if (object instanceof java.util.Date v) {
      return timestamp(v.toInstant());
    }
    if (object instanceof Calendar v) {
      return timestamp(v.toInstant());
    }
    if (object instanceof LocalDate v) {
      return date(v);
    }
    if (object instanceof Instant v) {
      return timestamp(v);
    }
    if (object instanceof OffsetDateTime v) {
      return timestamp(v.toInstant());
    }
    if (object instanceof ZonedDateTime v) {
      return timestamp(v.toInstant());
    }
    if (object instanceof LocalDateTime v) {
      return timestamp(v.atZone(ZoneId.systemDefault()).toInstant());
    }
    if (object instanceof Duration v) {
      return interval(0, 0, v);
    }
    if (object instanceof Period v) {
      return interval(
          Math.addExact(Math.multiplyExact(v.getYears(), 12), v.getMonths()),
          v.getDays(),
          Duration.ZERO);
    }
    return null;
  }

  public static Value decimal(BigDecimal number, Dialect dialect) {
    return dialect == Dialect.POSTGRESQL ? new Value.PgNumeric(number) : new Value.Numeric(number);
  }

  public static Value date(LocalDate date) {
    return new Value.Date(Math.toIntExact(date.toEpochDay()));
  }

  /** The day that the instant is in the calendar's zone, or this Java's without one. */
  public static Value date(java.sql.Date date, @Nullable Calendar calendar) {
    if (calendar == null) {
      return date(date.toLocalDate());
    }
    ZoneId zone = calendar.getTimeZone().toZoneId();
    return date(Instant.ofEpochMilli(date.getTime()).atZone(zone).toLocalDate());
  }

  /** An instant; what lies beyond the range of a 64-bit count of microseconds is cut to it. */
  public static Value.Timestamp timestamp(Instant instant) {
    long micros =
        Math.addExact(
            Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
    return new Value.Timestamp(micros, instant.getNano() % 1000);
  }

  private static Value interval(int months, int days, Duration time) {
    long micros =
        Math.addExact(Math.multiplyExact(time.getSeconds(), 1_000_000L), time.getNano() / 1000);
    return new Value.Interval(months, days, micros, time.getNano() % 1000);
  }

  private static Value ofArray(java.sql.Array array, Dialect dialect) throws SQLException {
    Object[] elements = elements(array.getArray());
    if (elements == null) {
      throw SqlErrors.notSupported("An array of " + array.getClass());
    }
    return array(JdbcTypes.byName(array.getBaseTypeName(), dialect), elements, dialect);
  }

  /** The elements of a Java array or list; null for anything else. */
  static Object @Nullable [] elements(@Nullable Object object) {
    if (object instanceof Object[] v) {
      return v;
    }
    if (object instanceof List<?> v) {
      return v.toArray();
    }
    if (object instanceof long[] v) {
      return Arrays.stream(v).boxed().toArray();
    }
    if (object instanceof int[] v) {
      return Arrays.stream(v).boxed().toArray();
    }
    if (object instanceof double[] v) {
      return Arrays.stream(v).boxed().toArray();
    }
    if (object instanceof boolean[] v) {
      Object[] boxed = new Object[v.length];
      for (int i = 0; i < v.length; i++) {
        boxed[i] = v[i];
      }
      return boxed;
    }
    return null;
  }

  /**
   * An array value.
   *
   * @param elementType type of the elements, or null to take it from the first that is not null
   */
  public static Value array(
      @Nullable SqlType elementType, @Nullable Object[] elements, Dialect dialect)
      throws SQLException {
    SqlType type = elementType;
    List<Value> values = new ArrayList<>(elements.length);
    for (Object element : elements) {
      Value value = of(element, dialect);
      if (type == null && !value.isNull()) {
        type = value.type();
      }
      values.add(value);
    }
    SqlType decided = type == null ? SqlType.STRING : type;
    for (int i = 0; i < values.size(); i++) {
      values.set(
          i,
          values.get(i).isNull()
              ? new Value.Null(decided)
              : coerce(values.get(i), decided, dialect));
    }
    return new Value.Array(SqlType.arrayOf(decided), values);
  }

  /**
   * The value of an object as a type of {@link Types}.
   *
   * @throws SQLException 0A000 for a type without counterpart, class 22 when it does not fit
   */
  public static Value of(@Nullable Object object, int jdbcType, Dialect dialect)
      throws SQLException {
    if (jdbcType == Types.ARRAY) {
      return of(object, dialect);
    }
    SqlType type = JdbcTypes.sqlType(jdbcType, dialect);
    if (type == null) {
      throw SqlErrors.notSupported("The JDBC type " + jdbcType);
    }
    if (object == null) {
      return new Value.Null(type);
    }
    Value value = of(object, dialect);
    return type.is(TypeKind.UNKNOWN) ? value : coerce(value, type, dialect);
  }

  /**
   * The same value as another type, where JDBC's conversions allow it; else the value as it is, for
   * the database to judge.
   *
   * @throws SQLException class 22 when a text or number is none of that type
   */
  public static Value coerce(Value value, SqlType to, Dialect dialect) throws SQLException {
    TypeKind from = value.type().kind();
    TypeKind target = to.kind();
    if (from == target || value.isNull() || target == TypeKind.UNKNOWN) {
      return value;
    }
    if (value instanceof Value.Str v) {
      return ValueParser.parse(v.value(), to);
    }
    return switch (target) {
      case STRING -> new Value.Str(ValueText.of(value, dialect));
      case INT64 -> isNumber(from) ? new Value.Int64(JavaValues.toLong(value)) : value;
      case PG_OID -> isNumber(from) ? new Value.Oid(JavaValues.toLong(value)) : value;
      case FLOAT64 -> isNumber(from) ? new Value.Float64(JavaValues.toDouble(value)) : value;
      case FLOAT32 ->
          isNumber(from) ? new Value.Float32((float) JavaValues.toDouble(value)) : value;
      case NUMERIC -> isNumber(from) ? new Value.Numeric(JavaValues.toBigDecimal(value)) : value;
      case PG_NUMERIC ->
          isNumber(from) ? new Value.PgNumeric(JavaValues.toBigDecimal(value)) : value;
      case BOOL -> from == TypeKind.INT64 ? new Value.Bool(JavaValues.toBoolean(value)) : value;
      case DATE -> from == TypeKind.TIMESTAMP ? date(JavaValues.toLocalDate(value)) : value;
      case TIMESTAMP ->
          from == TypeKind.DATE
              ? timestamp(
                  JavaValues.toLocalDate(value).atStartOfDay(ZoneId.systemDefault()).toInstant())
              : value;
      default -> value;
    };
  }

  static boolean isNumber(TypeKind kind) {
    return switch (kind) {
      case INT64, FLOAT32, FLOAT64, NUMERIC, PG_NUMERIC, PG_OID, BOOL -> true;
      default -> false;
    };
  }

  /** {@code setObject} with a scale: rounds half up, as BigDecimal's users expect. */
  public static Value withScale(Value value, int scale, Dialect dialect) throws SQLException {
    if (value instanceof Value.Numeric || value instanceof Value.PgNumeric) {
      BigDecimal number = JavaValues.toBigDecimal(value);
      return decimal(number.setScale(scale, RoundingMode.HALF_UP), dialect);
    }
    return value;
  }

  static SQLException outOfRange(Object value, String target) {
    return SqlErrors.of(ErrorCode.VALUE_OUT_OF_RANGE, "The value " + value + " is no " + target);
  }
}
