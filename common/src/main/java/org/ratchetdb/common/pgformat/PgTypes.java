package org.ratchetdb.common.pgformat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;

/**
 * All PostgreSQL types that cross the wire. A {@link SqlType} is announced under one of them;
 * clients may send parameters under any. Immutable.
 */
public final class PgTypes {
  /** OID 0 in Parse: the server is to infer the type. */
  public static final int UNSPECIFIED_OID = 0;

  /** The type of untyped literals, which means the same in Parse. */
  public static final int UNKNOWN_OID = 705;

  public static final PgType BOOL = new PgBool();
  public static final PgType INT8 = PgInteger.int8();
  public static final PgType INT4 = PgInteger.int4();
  public static final PgType INT2 = PgInteger.int2();
  public static final PgType FLOAT8 = PgFloat.float8();
  public static final PgType FLOAT4 = PgFloat.float4();
  public static final PgType NUMERIC = new PgNumeric();
  public static final PgType TEXT = new PgText(25, 1009, -1, "text", "text");
  public static final PgType VARCHAR = new PgText(1043, 1015, -1, "varchar", "character varying");
  public static final PgType BYTEA = new PgBytea();
  public static final PgType DATE = new PgDate();
  public static final PgType TIMESTAMPTZ =
      new PgTimestamp(1184, 1185, "timestamptz", "timestamp with time zone");
  public static final PgType UUID = new PgUuid();
  public static final PgType JSONB = PgJson.jsonb();
  public static final PgType JSON = PgJson.json();
  public static final PgType INTERVAL = new PgInterval();
  public static final PgType OID = PgInteger.oidType(26, 1028, "oid");
  public static final PgType RECORD = new PgRecord();

  /** Scalar types, those that values are announced as first. */
  private static final List<PgType> SCALARS =
      List.of(
          BOOL,
          BYTEA,
          INT8,
          INT4,
          INT2,
          OID,
          FLOAT8,
          FLOAT4,
          NUMERIC,
          TEXT,
          VARCHAR,
          DATE,
          TIMESTAMPTZ,
          UUID,
          JSONB,
          JSON,
          INTERVAL,
          new PgText(1042, 1014, -1, "bpchar", "character"),
          new PgText(19, 1003, 64, "name", "name"),
          new PgText(18, 1002, 1, "char", "\"char\""),
          new PgText(UNKNOWN_OID, 0, -2, "unknown", "unknown"),
          new PgText(2278, 0, 4, "void", "void"),
          new PgTimestamp(1114, 1115, "timestamp", "timestamp without time zone"),
          PgInteger.oidType(24, 1008, "regproc"),
          PgInteger.oidType(2205, 2210, "regclass"),
          PgInteger.oidType(2206, 2211, "regtype"),
          PgInteger.oidType(4089, 4090, "regnamespace"));

  private static final PgType RECORD_ARRAY = new PgArray(RECORD);

  private static final List<PgType> ALL;
  private static final Map<Integer, PgType> BY_OID = new HashMap<>();
  private static final Map<String, PgType> BY_NAME = new HashMap<>();
  private static final Map<SqlType, PgType> ARRAYS = new HashMap<>();

  static {
    List<PgType> all = new ArrayList<>(SCALARS);
    for (PgType scalar : SCALARS) {
      if (scalar.arrayOid() != 0) {
        PgArray array = new PgArray(scalar);
        all.add(array);
        if (forScalar(scalar.sqlType()) == scalar) {
          ARRAYS.put(array.sqlType(), array);
        }
      }
    }
    // GoogleSQL NUMERIC reads as PG_NUMERIC but is announced alike.
    ARRAYS.put(SqlType.arrayOf(SqlType.NUMERIC), arrayOf(all, NUMERIC));
    all.add(RECORD);
    all.add(RECORD_ARRAY);
    ALL = List.copyOf(all);
    for (PgType type : ALL) {
      BY_OID.put(type.oid(), type);
      BY_NAME.put(type.catalogName(), type);
      BY_NAME.put(type.displayName(), type);
    }
  }

  private PgTypes() {}

  /** Every type, in no promised order; arrays included. */
  public static List<PgType> all() {
    return ALL;
  }

  /** The type of that OID, or null. */
  public static @Nullable PgType byOid(int oid) {
    return BY_OID.get(oid);
  }

  /** The type by its catalog or SQL name in any case, or null. */
  public static @Nullable PgType byName(String name) {
    return BY_NAME.get(name.toLowerCase(Locale.ROOT));
  }

  /** The PG type under which values of a type are announced and written. */
  public static PgType forSqlType(SqlType type) {
    return switch (type.kind()) {
      case ARRAY -> {
        PgType array = ARRAYS.get(type);
        // Only arrays of structs are not in the map.
        yield array == null ? RECORD_ARRAY : array;
      }
      case STRUCT -> RECORD;
      default -> forScalar(type);
    };
  }

  private static PgType forScalar(SqlType type) {
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
      case UNKNOWN -> TEXT;
      case ARRAY, STRUCT -> throw new IllegalArgumentException("not a scalar: " + type);
    };
  }

  private static PgType arrayOf(List<PgType> types, PgType element) {
    for (PgType type : types) {
      if (type.oid() == element.arrayOid()) {
        return type;
      }
    }
    throw new IllegalStateException("no array of " + element);
  }
}
