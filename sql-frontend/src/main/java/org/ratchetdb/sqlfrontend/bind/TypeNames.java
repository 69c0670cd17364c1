package org.ratchetdb.sqlfrontend.bind;

import org.ratchetdb.common.type.SqlType;

/** Types as each dialect's messages spell them. */
final class TypeNames {
  private TypeNames() {}

  static String postgres(SqlType type) {
    return switch (type.kind()) {
      case UNKNOWN -> "unknown";
      case BOOL -> "boolean";
      case INT64 -> "bigint";
      case FLOAT32 -> "real";
      case FLOAT64 -> "double precision";
      case NUMERIC, PG_NUMERIC -> "numeric";
      case STRING -> "text";
      case BYTES -> "bytea";
      case DATE -> "date";
      case TIMESTAMP -> "timestamp with time zone";
      case UUID -> "uuid";
      case JSON -> "json";
      case PG_JSONB -> "jsonb";
      case INTERVAL -> "interval";
      case PG_OID -> "oid";
      case ARRAY -> postgres(type.elementType()) + "[]";
      case STRUCT -> "record";
    };
  }

  /** What a column is called that PostgreSQL names after a cast to the type. */
  static String postgresInternal(SqlType type) {
    return switch (type.kind()) {
      case BOOL -> "bool";
      case INT64 -> "int8";
      case FLOAT32 -> "float4";
      case FLOAT64 -> "float8";
      case TIMESTAMP -> "timestamptz";
      case ARRAY -> postgresInternal(type.elementType());
      default -> postgres(type);
    };
  }
}
