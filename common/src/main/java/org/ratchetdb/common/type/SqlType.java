package org.ratchetdb.common.type;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A type of an expression or column. Declared lengths belong to columns, not to types. Immutable.
 *
 * @param kind which type
 * @param element the element type of an ARRAY, else null
 * @param fields the fields of a STRUCT, else empty
 */
public record SqlType(TypeKind kind, @Nullable SqlType element, List<Field> fields) {
  public static final SqlType UNKNOWN = scalar(TypeKind.UNKNOWN);
  public static final SqlType BOOL = scalar(TypeKind.BOOL);
  public static final SqlType INT64 = scalar(TypeKind.INT64);
  public static final SqlType FLOAT32 = scalar(TypeKind.FLOAT32);
  public static final SqlType FLOAT64 = scalar(TypeKind.FLOAT64);
  public static final SqlType NUMERIC = scalar(TypeKind.NUMERIC);
  public static final SqlType PG_NUMERIC = scalar(TypeKind.PG_NUMERIC);
  public static final SqlType STRING = scalar(TypeKind.STRING);
  public static final SqlType BYTES = scalar(TypeKind.BYTES);
  public static final SqlType DATE = scalar(TypeKind.DATE);
  public static final SqlType TIMESTAMP = scalar(TypeKind.TIMESTAMP);
  public static final SqlType UUID = scalar(TypeKind.UUID);
  public static final SqlType JSON = scalar(TypeKind.JSON);
  public static final SqlType PG_JSONB = scalar(TypeKind.PG_JSONB);
  public static final SqlType INTERVAL = scalar(TypeKind.INTERVAL);
  public static final SqlType PG_OID = scalar(TypeKind.PG_OID);

  /** A STRUCT field; the name is empty when it has none. */
  public record Field(String name, SqlType type) {}

  public SqlType {
    if ((kind == TypeKind.ARRAY) != (element != null)) {
      throw new IllegalArgumentException("Only arrays have an element type");
    }
    fields = List.copyOf(fields);
  }

  private static SqlType scalar(TypeKind kind) {
    return new SqlType(kind, null, List.of());
  }

  public static SqlType arrayOf(SqlType element) {
    return new SqlType(TypeKind.ARRAY, element, List.of());
  }

  public static SqlType structOf(List<Field> fields) {
    return new SqlType(TypeKind.STRUCT, null, fields);
  }

  public SqlType elementType() {
    return Objects.requireNonNull(element, "not an array");
  }

  public boolean is(TypeKind other) {
    return kind == other;
  }

  public boolean isNumeric() {
    return switch (kind) {
      case INT64, FLOAT32, FLOAT64, NUMERIC, PG_NUMERIC, PG_OID -> true;
      default -> false;
    };
  }

  // Written out because they run for every expression that is bound, and the generated ones cost
  // milliseconds on their first use in a JVM.

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof SqlType type
            && kind == type.kind
            && Objects.equals(element, type.element)
            && fields.equals(type.fields));
  }

  @Override
  public int hashCode() {
    return (kind.hashCode() * 31 + Objects.hashCode(element)) * 31 + fields.hashCode();
  }

  /** The name in texts of a dialect: what its users call the type. */
  public String name(Dialect dialect) {
    return dialect == Dialect.POSTGRESQL ? postgresName() : toString();
  }

  private String postgresName() {
    return switch (kind) {
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
      case ARRAY -> elementType().postgresName() + "[]";
      case STRUCT -> "record";
    };
  }

  /** The name in GoogleSQL's error texts and schema listings, such as {@code ARRAY<INT64>}. */
  @Override
  public String toString() {
    return switch (kind) {
      case ARRAY -> "ARRAY<" + elementType() + ">";
      case STRUCT ->
          fields.stream()
              .map(f -> f.name().isEmpty() ? f.type().toString() : f.name() + " " + f.type())
              .collect(Collectors.joining(", ", "STRUCT<", ">"));
      case PG_NUMERIC -> "PG.NUMERIC";
      case PG_JSONB -> "PG.JSONB";
      case PG_OID -> "PG.OID";
      default -> kind.name();
    };
  }
}
