package org.ratchetdb.sqlfrontend.bind;

import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

/** Types as each dialect's messages spell them. */
final class TypeNames {
  private TypeNames() {}

  static String postgres(SqlType type) {
    return type.name(Dialect.POSTGRESQL);
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
