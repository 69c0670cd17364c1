package org.ratchetdb.jdbc.remote;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

/** PostgreSQL's numbers of types, and ours. */
final class Oids {
  static final int UNSPECIFIED = 0;
  static final int BOOL = 16;
  static final int BYTEA = 17;
  static final int INT8 = 20;
  static final int INT2 = 21;
  static final int INT4 = 23;
  static final int TEXT = 25;
  static final int OID = 26;
  static final int JSON = 114;
  static final int FLOAT4 = 700;
  static final int FLOAT8 = 701;
  static final int VARCHAR = 1043;
  static final int DATE = 1082;
  static final int TIMESTAMP = 1114;
  static final int TIMESTAMPTZ = 1184;
  static final int INTERVAL = 1186;
  static final int NUMERIC = 1700;
  static final int UUID = 2950;
  static final int JSONB = 3802;

  private Oids() {}

  /** Ours for a number; what we have no counterpart for is text. */
  static SqlType type(int oid, Dialect dialect) {
    SqlType scalar = scalar(oid, dialect);
    if (scalar != null) {
      return scalar;
    }
    int element = element(oid);
    SqlType elementType = element == 0 ? null : scalar(element, dialect);
    return elementType == null ? SqlType.STRING : SqlType.arrayOf(elementType);
  }

  private static @Nullable SqlType scalar(int oid, Dialect dialect) {
    return switch (oid) {
      case BOOL -> SqlType.BOOL;
      case INT8, INT4, INT2 -> SqlType.INT64;
      case OID -> SqlType.PG_OID;
      case FLOAT4 -> SqlType.FLOAT32;
      case FLOAT8 -> SqlType.FLOAT64;
      case NUMERIC -> dialect == Dialect.POSTGRESQL ? SqlType.PG_NUMERIC : SqlType.NUMERIC;
      case TEXT, VARCHAR -> SqlType.STRING;
      case BYTEA -> SqlType.BYTES;
      case DATE -> SqlType.DATE;
      case TIMESTAMPTZ, TIMESTAMP -> SqlType.TIMESTAMP;
      case UUID -> SqlType.UUID;
      case JSON -> SqlType.JSON;
      case JSONB -> SqlType.PG_JSONB;
      case INTERVAL -> SqlType.INTERVAL;
      default -> null;
    };
  }

  private static int element(int oid) {
    return switch (oid) {
      case 1000 -> BOOL;
      case 1001 -> BYTEA;
      case 1016 -> INT8;
      case 1005 -> INT2;
      case 1007 -> INT4;
      case 1009, 1015 -> TEXT;
      case 1021 -> FLOAT4;
      case 1022 -> FLOAT8;
      case 1182 -> DATE;
      case 1115 -> TIMESTAMP;
      case 1185 -> TIMESTAMPTZ;
      case 1187 -> INTERVAL;
      case 1231 -> NUMERIC;
      case 2951 -> UUID;
      case 199 -> JSON;
      case 3807 -> JSONB;
      default -> 0;
    };
  }

  /** The number that declares a parameter's type; unspecified where the server is to find it. */
  static int oid(@Nullable SqlType type) {
    if (type == null) {
      return UNSPECIFIED;
    }
    return switch (type.kind()) {
      case BOOL -> BOOL;
      case INT64 -> INT8;
      case FLOAT32 -> FLOAT4;
      case FLOAT64 -> FLOAT8;
      case NUMERIC, PG_NUMERIC -> NUMERIC;
      case STRING -> VARCHAR;
      case BYTES -> BYTEA;
      case DATE -> DATE;
      case TIMESTAMP -> TIMESTAMPTZ;
      case UUID -> UUID;
      case JSON -> JSON;
      case PG_JSONB -> JSONB;
      case INTERVAL -> INTERVAL;
      case PG_OID -> OID;
      case ARRAY ->
          switch (type.elementType().kind()) {
            case BOOL -> 1000;
            case INT64 -> 1016;
            case FLOAT32 -> 1021;
            case FLOAT64 -> 1022;
            case NUMERIC, PG_NUMERIC -> 1231;
            case STRING -> 1015;
            case BYTES -> 1001;
            case DATE -> 1182;
            case TIMESTAMP -> 1185;
            case UUID -> 2951;
            case JSON -> 199;
            case PG_JSONB -> 3807;
            case INTERVAL -> 1187;
            default -> UNSPECIFIED;
          };
      case UNKNOWN, STRUCT -> UNSPECIFIED;
    };
  }

  /** Whether this driver reads and writes the type in binary. */
  static boolean isBinary(int oid) {
    return switch (oid) {
      case BOOL, INT8, INT4, INT2, FLOAT4, FLOAT8, DATE, TIMESTAMPTZ, UUID, BYTEA -> true;
      default -> false;
    };
  }
}
