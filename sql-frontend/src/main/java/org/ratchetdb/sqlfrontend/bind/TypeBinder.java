package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.sqlfrontend.ast.TypeName;

/** Spellings of types to types. */
final class TypeBinder {
  static final long STRING_LENGTH_MAX = 2_621_440;
  static final long BYTES_LENGTH_MAX = 10_485_760;
  private static final int NUMERIC_PRECISION_MAX = 1000;

  private final BindContext context;

  TypeBinder(BindContext context) {
    this.context = context;
  }

  /**
   * A type with what its spelling adds.
   *
   * @param lengthMax declared length, null for MAX or none
   * @param precision of numeric(p, s), else 0
   * @param serial smallserial, serial, bigserial
   * @param commitTimestamp spanner.commit_timestamp
   */
  record BoundType(
      SqlType type,
      @Nullable Long lengthMax,
      int precision,
      int scale,
      boolean serial,
      boolean commitTimestamp) {
    static BoundType of(SqlType type) {
      return new BoundType(type, null, 0, 0, false, false);
    }

    static BoundType of(SqlType type, @Nullable Long lengthMax) {
      return new BoundType(type, lengthMax, 0, 0, false, false);
    }
  }

  BoundType bind(TypeName name) {
    if (name instanceof TypeName.Array array) {
      if (array.vectorLength() != null) {
        throw context.errors.notSupported("vector_length", array.begin());
      }
      BoundType element = bind(array.element());
      if (element.type().is(TypeKind.ARRAY)) {
        throw context.errors.error(
            ErrorCode.INVALID_ARGUMENT,
            "Arrays of arrays are not supported",
            "Multi-dimensional arrays are not supported.",
            array.begin());
      }
      return BoundType.of(SqlType.arrayOf(element.type()), element.lengthMax());
    }
    if (name instanceof TypeName.Struct struct) {
      List<SqlType.Field> fields = new ArrayList<>();
      for (TypeName.Field field : struct.fields()) {
        fields.add(
            new SqlType.Field(
                field.name() == null ? "" : field.name().name(), bind(field.type()).type()));
      }
      return BoundType.of(SqlType.structOf(fields));
    }
    TypeName.Named named = (TypeName.Named) name;
    return context.postgres ? postgres(named) : google(named);
  }

  private BoundType google(TypeName.Named name) {
    String word = name.name().text().toUpperCase(Locale.ROOT);
    SqlType type =
        switch (word) {
          case "BOOL", "BOOLEAN" -> SqlType.BOOL;
          case "INT64" -> SqlType.INT64;
          case "FLOAT64" -> SqlType.FLOAT64;
          case "FLOAT32" -> SqlType.FLOAT32;
          case "NUMERIC" -> SqlType.NUMERIC;
          case "STRING" -> SqlType.STRING;
          case "BYTES" -> SqlType.BYTES;
          case "DATE" -> SqlType.DATE;
          case "TIMESTAMP" -> SqlType.TIMESTAMP;
          case "UUID" -> SqlType.UUID;
          case "JSON" -> SqlType.JSON;
          case "INTERVAL" -> SqlType.INTERVAL;
          case "TOKENLIST" -> throw context.errors.notSupported("Type TOKENLIST", name.begin());
          default -> throw typeNotFound(name);
        };
    boolean sized = type.is(TypeKind.STRING) || type.is(TypeKind.BYTES);
    if (!sized && (name.max() || !name.arguments().isEmpty())) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT, word + " does not support type parameters", name.begin());
    }
    return BoundType.of(type, name.arguments().isEmpty() ? null : name.arguments().get(0));
  }

  private DbException typeNotFound(TypeName.Named name) {
    return context.errors.error(
        context.postgres ? ErrorCode.OBJECT_NOT_FOUND : ErrorCode.INVALID_ARGUMENT,
        "Type not found: " + name.name().text(),
        "type \"" + name.name().text() + "\" does not exist",
        name.begin());
  }

  private BoundType postgres(TypeName.Named name) {
    String word = name.name().text();
    if (word.startsWith("pg_catalog.")) {
      word = word.substring("pg_catalog.".length());
    }
    return switch (word) {
      case "bool", "boolean" -> plain(name, SqlType.BOOL);
      case "int8", "bigint", "int", "integer", "int4", "int2", "smallint" ->
          plain(name, SqlType.INT64);
      case "float4", "real" -> plain(name, SqlType.FLOAT32);
      case "float8", "double precision", "float" -> floating(name);
      case "numeric", "decimal" -> numeric(name);
      case "varchar", "character varying" ->
          BoundType.of(SqlType.STRING, name.arguments().isEmpty() ? null : name.arguments().get(0));
      case "text", "name" -> plain(name, SqlType.STRING);
      case "bytea" -> plain(name, SqlType.BYTES);
      case "date" -> plain(name, SqlType.DATE);
      case "timestamptz", "timestamp with time zone" -> plain(name, SqlType.TIMESTAMP);
      case "spanner.commit_timestamp" -> new BoundType(SqlType.TIMESTAMP, null, 0, 0, false, true);
      case "uuid" -> plain(name, SqlType.UUID);
      case "jsonb" -> plain(name, SqlType.PG_JSONB);
      case "interval" -> BoundType.of(SqlType.INTERVAL);
      case "oid" -> plain(name, SqlType.PG_OID);
      case "smallserial", "serial", "bigserial", "serial2", "serial4", "serial8" ->
          new BoundType(SqlType.INT64, null, 0, 0, true, false);
      case "json" -> throw useInstead(name, "json", "jsonb");
      case "money" -> throw useInstead(name, "money", "numeric or decimal");
      case "cidr", "inet", "macaddr", "xml" -> throw useInstead(name, word, "text");
      case "char",
          "character",
          "bpchar",
          "bit",
          "bit varying",
          "varbit",
          "time",
          "timetz",
          "timestamp",
          "timestamp without time zone",
          "time with time zone",
          "time without time zone",
          "point",
          "box",
          "tsvector",
          "tsquery",
          "regclass",
          "regtype",
          "regproc",
          "regnamespace",
          "regrole",
          "spanner.tokenlist" ->
          throw context.errors.notSupported("Type <" + word + ">", name.begin());
      default -> throw typeNotFound(name);
    };
  }

  private BoundType plain(TypeName.Named name, SqlType type) {
    if (!name.arguments().isEmpty()) {
      throw context.errors.notSupported("A type modifier of " + name.name().text(), name.begin());
    }
    return BoundType.of(type);
  }

  /** float(p): up to 24 bits are a float4. */
  private static BoundType floating(TypeName.Named name) {
    boolean single = !name.arguments().isEmpty() && name.arguments().get(0) <= 24;
    return BoundType.of(single ? SqlType.FLOAT32 : SqlType.FLOAT64);
  }

  private BoundType numeric(TypeName.Named name) {
    if (name.arguments().isEmpty()) {
      return BoundType.of(SqlType.PG_NUMERIC);
    }
    long precision = name.arguments().get(0);
    long scale = name.arguments().size() > 1 ? name.arguments().get(1) : 0;
    if (precision < 1 || precision > NUMERIC_PRECISION_MAX) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "NUMERIC precision " + precision + " must be between 1 and " + NUMERIC_PRECISION_MAX,
          name.begin());
    }
    if (scale < 0 || scale > precision) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "NUMERIC scale " + scale + " must be between 0 and precision " + precision,
          name.begin());
    }
    return new BoundType(SqlType.PG_NUMERIC, null, (int) precision, (int) scale, false, false);
  }

  private DbException useInstead(TypeName.Named name, String type, String instead) {
    return new DbException(
            ErrorCode.NOT_SUPPORTED,
            "Type <" + type + "> is not supported; use " + instead + " instead.")
        .at(name.begin());
  }
}
