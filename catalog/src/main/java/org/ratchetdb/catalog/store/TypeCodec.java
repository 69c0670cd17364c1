package org.ratchetdb.catalog.store;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.catalog.store.proto.CatalogProto.FieldRecord;
import org.ratchetdb.catalog.store.proto.CatalogProto.TypeCode;
import org.ratchetdb.catalog.store.proto.CatalogProto.TypeRecord;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/** Types as messages. */
final class TypeCodec {
  private TypeCodec() {}

  static TypeRecord encode(SqlType type) {
    TypeRecord.Builder record = TypeRecord.newBuilder().setCode(code(type.kind()));
    if (type.is(TypeKind.ARRAY)) {
      record.setElement(encode(type.elementType()));
    }
    for (SqlType.Field field : type.fields()) {
      record.addFields(
          FieldRecord.newBuilder().setName(field.name()).setType(encode(field.type())));
    }
    return record.build();
  }

  static SqlType decode(TypeRecord record) {
    TypeKind kind = kind(record.getCode());
    if (kind == TypeKind.ARRAY) {
      if (!record.hasElement()) {
        throw SchemaCodec.corrupt("array type without an element type");
      }
      return SqlType.arrayOf(decode(record.getElement()));
    }
    List<SqlType.Field> fields = new ArrayList<>();
    for (FieldRecord field : record.getFieldsList()) {
      fields.add(new SqlType.Field(field.getName(), decode(field.getType())));
    }
    return new SqlType(kind, null, fields);
  }

  private static TypeCode code(TypeKind kind) {
    return switch (kind) {
      case UNKNOWN -> throw new IllegalArgumentException("Not a type of a column");
      case BOOL -> TypeCode.TYPE_BOOL;
      case INT64 -> TypeCode.TYPE_INT64;
      case FLOAT32 -> TypeCode.TYPE_FLOAT32;
      case FLOAT64 -> TypeCode.TYPE_FLOAT64;
      case NUMERIC -> TypeCode.TYPE_NUMERIC;
      case PG_NUMERIC -> TypeCode.TYPE_PG_NUMERIC;
      case STRING -> TypeCode.TYPE_STRING;
      case BYTES -> TypeCode.TYPE_BYTES;
      case DATE -> TypeCode.TYPE_DATE;
      case TIMESTAMP -> TypeCode.TYPE_TIMESTAMP;
      case UUID -> TypeCode.TYPE_UUID;
      case JSON -> TypeCode.TYPE_JSON;
      case PG_JSONB -> TypeCode.TYPE_PG_JSONB;
      case INTERVAL -> TypeCode.TYPE_INTERVAL;
      case ARRAY -> TypeCode.TYPE_ARRAY;
      case STRUCT -> TypeCode.TYPE_STRUCT;
      case PG_OID -> TypeCode.TYPE_PG_OID;
    };
  }

  private static TypeKind kind(TypeCode code) {
    return switch (code) {
      case TYPE_BOOL -> TypeKind.BOOL;
      case TYPE_INT64 -> TypeKind.INT64;
      case TYPE_FLOAT32 -> TypeKind.FLOAT32;
      case TYPE_FLOAT64 -> TypeKind.FLOAT64;
      case TYPE_NUMERIC -> TypeKind.NUMERIC;
      case TYPE_PG_NUMERIC -> TypeKind.PG_NUMERIC;
      case TYPE_STRING -> TypeKind.STRING;
      case TYPE_BYTES -> TypeKind.BYTES;
      case TYPE_DATE -> TypeKind.DATE;
      case TYPE_TIMESTAMP -> TypeKind.TIMESTAMP;
      case TYPE_UUID -> TypeKind.UUID;
      case TYPE_JSON -> TypeKind.JSON;
      case TYPE_PG_JSONB -> TypeKind.PG_JSONB;
      case TYPE_INTERVAL -> TypeKind.INTERVAL;
      case TYPE_ARRAY -> TypeKind.ARRAY;
      case TYPE_STRUCT -> TypeKind.STRUCT;
      case TYPE_PG_OID -> TypeKind.PG_OID;
      case TYPE_UNSPECIFIED, UNRECOGNIZED -> throw SchemaCodec.corrupt("unknown type code");
    };
  }
}
