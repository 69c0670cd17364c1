package org.ratchetdb.jdbc.convert;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/**
 * How SQL types appear in JDBC. TIMESTAMP is an instant, but reported as {@link Types#TIMESTAMP}
 * and read as {@link java.sql.Timestamp} by default, as the drivers of Spanner and PostgreSQL do:
 * many tools do not know {@link Types#TIMESTAMP_WITH_TIMEZONE}.
 */
public final class JdbcTypes {
  /** Digits of NUMERIC of Spanner before and after the point. */
  private static final int NUMERIC_PRECISION = 38;

  private static final int NUMERIC_SCALE = 9;
  private static final int STRING_LENGTH_MAX = 2_621_440;
  private static final int BYTES_LENGTH_MAX = 10_485_760;

  private JdbcTypes() {}

  /** The constant of {@link Types}. */
  public static int jdbcType(TypeKind kind) {
    return switch (kind) {
      case BOOL -> Types.BOOLEAN;
      case INT64, PG_OID -> Types.BIGINT;
      case FLOAT32 -> Types.REAL;
      case FLOAT64 -> Types.DOUBLE;
      case NUMERIC, PG_NUMERIC -> Types.NUMERIC;
      case STRING, UNKNOWN -> Types.VARCHAR;
      case BYTES -> Types.VARBINARY;
      case DATE -> Types.DATE;
      case TIMESTAMP -> Types.TIMESTAMP;
      case UUID, JSON, PG_JSONB, INTERVAL -> Types.OTHER;
      case ARRAY -> Types.ARRAY;
      case STRUCT -> Types.STRUCT;
    };
  }

  /** The class of {@code getObject}. */
  public static Class<?> javaClass(TypeKind kind) {
    return switch (kind) {
      case BOOL -> Boolean.class;
      case INT64, PG_OID -> Long.class;
      case FLOAT32 -> Float.class;
      case FLOAT64 -> Double.class;
      case NUMERIC, PG_NUMERIC -> java.math.BigDecimal.class;
      case STRING, UNKNOWN, JSON, PG_JSONB, INTERVAL -> String.class;
      case BYTES -> byte[].class;
      case DATE -> java.sql.Date.class;
      case TIMESTAMP -> java.sql.Timestamp.class;
      case UUID -> java.util.UUID.class;
      case ARRAY -> java.sql.Array.class;
      case STRUCT -> java.sql.Struct.class;
    };
  }

  /** The name in the database's dialect. */
  public static String name(SqlType type, Dialect dialect) {
    if (dialect == Dialect.GOOGLE_STANDARD_SQL) {
      return type.toString();
    }
    return switch (type.kind()) {
      case BOOL -> "boolean";
      case INT64 -> "bigint";
      case FLOAT32 -> "real";
      case FLOAT64 -> "double precision";
      case NUMERIC, PG_NUMERIC -> "numeric";
      case STRING -> "character varying";
      case BYTES -> "bytea";
      case DATE -> "date";
      case TIMESTAMP -> "timestamp with time zone";
      case UUID -> "uuid";
      case JSON -> "json";
      case PG_JSONB -> "jsonb";
      case INTERVAL -> "interval";
      case PG_OID -> "oid";
      case ARRAY -> name(type.elementType(), dialect) + "[]";
      case STRUCT -> "record";
      case UNKNOWN -> "unknown";
    };
  }

  /** Digits or characters that a value can have. */
  public static int precision(TypeKind kind) {
    return switch (kind) {
      case BOOL -> 1;
      case INT64 -> 19;
      case PG_OID -> 10;
      case FLOAT32 -> 8;
      case FLOAT64 -> 17;
      case NUMERIC -> NUMERIC_PRECISION;
      // Without a limit that the type tells.
      case PG_NUMERIC, JSON, PG_JSONB, INTERVAL, ARRAY, STRUCT -> 0;
      case STRING, UNKNOWN -> STRING_LENGTH_MAX;
      case BYTES -> BYTES_LENGTH_MAX;
      case DATE -> 10;
      case TIMESTAMP -> 35;
      case UUID -> 36;
    };
  }

  public static int scale(TypeKind kind) {
    return switch (kind) {
      case NUMERIC, TIMESTAMP -> NUMERIC_SCALE;
      default -> 0;
    };
  }

  /** Width of a column that shows values, in characters. */
  public static int displaySize(TypeKind kind) {
    return switch (kind) {
      case BOOL -> 5;
      case INT64 -> 20;
      case FLOAT32 -> 15;
      case FLOAT64 -> 24;
      case NUMERIC -> NUMERIC_PRECISION + 2;
      case PG_NUMERIC, JSON, PG_JSONB, INTERVAL, ARRAY, STRUCT -> STRING_LENGTH_MAX;
      default -> precision(kind);
    };
  }

  public static boolean isSigned(TypeKind kind) {
    return switch (kind) {
      case INT64, FLOAT32, FLOAT64, NUMERIC, PG_NUMERIC, INTERVAL -> true;
      default -> false;
    };
  }

  /** The SQL type meant by a constant of {@link Types}; null when it names none of ours. */
  public static @Nullable SqlType sqlType(int jdbcType, Dialect dialect) {
    return switch (jdbcType) {
      case Types.BIT, Types.BOOLEAN -> SqlType.BOOL;
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> SqlType.INT64;
      case Types.REAL -> SqlType.FLOAT32;
      case Types.FLOAT, Types.DOUBLE -> SqlType.FLOAT64;
      case Types.NUMERIC, Types.DECIMAL ->
          dialect == Dialect.POSTGRESQL ? SqlType.PG_NUMERIC : SqlType.NUMERIC;
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          SqlType.STRING;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> SqlType.BYTES;
      case Types.DATE -> SqlType.DATE;
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> SqlType.TIMESTAMP;
      case Types.NULL, Types.OTHER, Types.JAVA_OBJECT -> SqlType.UNKNOWN;
      default -> null;
    };
  }

  /** The SQL type of a name in either dialect, for {@code createArrayOf}; null when unknown. */
  public static @Nullable SqlType byName(String name, Dialect dialect) {
    return switch (name.strip().toLowerCase(Locale.ROOT)) {
      case "bool", "boolean" -> SqlType.BOOL;
      case "int64", "bigint", "int8", "int", "integer", "int4", "smallint", "int2" -> SqlType.INT64;
      case "float32", "real", "float4" -> SqlType.FLOAT32;
      case "float64", "double precision", "float8", "double" -> SqlType.FLOAT64;
      case "numeric", "decimal" ->
          dialect == Dialect.POSTGRESQL ? SqlType.PG_NUMERIC : SqlType.NUMERIC;
      case "string", "varchar", "text", "character varying", "char" -> SqlType.STRING;
      case "bytes", "bytea", "varbinary", "binary" -> SqlType.BYTES;
      case "date" -> SqlType.DATE;
      case "timestamp", "timestamptz", "timestamp with time zone" -> SqlType.TIMESTAMP;
      case "uuid" -> SqlType.UUID;
      case "json" -> SqlType.JSON;
      case "jsonb" -> SqlType.PG_JSONB;
      case "interval" -> SqlType.INTERVAL;
      default -> null;
    };
  }
}
