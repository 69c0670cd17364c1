package org.ratchetdb.catalog.store;

import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.ratchetdb.catalog.store.proto.CatalogProto.IntervalRecord;
import org.ratchetdb.catalog.store.proto.CatalogProto.ListRecord;
import org.ratchetdb.catalog.store.proto.CatalogProto.TimestampRecord;
import org.ratchetdb.catalog.store.proto.CatalogProto.ValueRecord;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;

/** Values as messages. */
final class ValueCodec {
  private static final String NAN = "NaN";

  private ValueCodec() {}

  static ValueRecord encode(Value value) {
    ValueRecord.Builder record = ValueRecord.newBuilder().setType(TypeCodec.encode(value.type()));
    if (value instanceof Value.Null) {
      record.setNull(true);
    } else if (value instanceof Value.Bool v) {
      record.setBoolValue(v.value());
    } else if (value instanceof Value.Int64 v) {
      record.setInt64Value(v.value());
    } else if (value instanceof Value.Oid v) {
      record.setInt64Value(v.value());
    } else if (value instanceof Value.Float32 v) {
      record.setFloatValue(v.value());
    } else if (value instanceof Value.Float64 v) {
      record.setDoubleValue(v.value());
    } else if (value instanceof Value.Numeric v) {
      record.setDecimal(v.value().toPlainString());
    } else if (value instanceof Value.PgNumeric v) {
      BigDecimal decimal = v.value();
      record.setDecimal(decimal == null ? NAN : decimal.toPlainString());
    } else if (value instanceof Value.Str v) {
      record.setStringValue(v.value());
    } else if (value instanceof Value.Bytes v) {
      record.setBytesValue(ByteString.copyFrom(v.value()));
    } else if (value instanceof Value.Date v) {
      record.setEpochDay(v.epochDay());
    } else if (value instanceof Value.Timestamp v) {
      record.setTimestamp(
          TimestampRecord.newBuilder().setEpochMicros(v.epochMicros()).setNanos(v.nanos()));
    } else if (value instanceof Value.Uuid v) {
      record.setUuid(v.value().toString());
    } else if (value instanceof Value.Json v) {
      record.setJson(v.text());
    } else if (value instanceof Value.Interval v) {
      record.setInterval(
          IntervalRecord.newBuilder()
              .setMonths(v.months())
              .setDays(v.days())
              .setMicros(v.micros())
              .setNanos(v.nanos()));
    } else if (value instanceof Value.Array v) {
      record.setList(list(v.elements()));
    } else if (value instanceof Value.Struct v) {
      record.setList(list(v.fields()));
    }
    return record.build();
  }

  private static ListRecord list(List<Value> values) {
    ListRecord.Builder list = ListRecord.newBuilder();
    values.forEach(value -> list.addValues(encode(value)));
    return list.build();
  }

  static Value decode(ValueRecord record) {
    SqlType type = TypeCodec.decode(record.getType());
    try {
      return decode(record, type);
    } catch (IllegalArgumentException e) {
      throw SchemaCodec.corrupt("malformed value of type " + type, e);
    }
  }

  private static Value decode(ValueRecord record, SqlType type) {
    return switch (record.getKindCase()) {
      case NULL -> new Value.Null(type);
      case BOOL_VALUE -> new Value.Bool(record.getBoolValue());
      case INT64_VALUE ->
          type.is(TypeKind.PG_OID)
              ? new Value.Oid(record.getInt64Value())
              : new Value.Int64(record.getInt64Value());
      case FLOAT_VALUE -> new Value.Float32(record.getFloatValue());
      case DOUBLE_VALUE -> new Value.Float64(record.getDoubleValue());
      case DECIMAL -> decimal(type, record.getDecimal());
      case STRING_VALUE -> new Value.Str(record.getStringValue());
      case BYTES_VALUE -> new Value.Bytes(record.getBytesValue().toByteArray());
      case EPOCH_DAY -> new Value.Date(record.getEpochDay());
      case TIMESTAMP ->
          new Value.Timestamp(
              record.getTimestamp().getEpochMicros(), record.getTimestamp().getNanos());
      case UUID -> new Value.Uuid(UUID.fromString(record.getUuid()));
      case JSON -> new Value.Json(record.getJson(), type);
      case INTERVAL -> {
        IntervalRecord interval = record.getInterval();
        yield new Value.Interval(
            interval.getMonths(), interval.getDays(), interval.getMicros(), interval.getNanos());
      }
      case LIST -> {
        List<Value> values =
            record.getList().getValuesList().stream().map(ValueCodec::decode).toList();
        yield type.is(TypeKind.ARRAY)
            ? new Value.Array(type, values)
            : new Value.Struct(type, values);
      }
      case KIND_NOT_SET -> throw SchemaCodec.corrupt("value without content");
    };
  }

  private static Value decimal(SqlType type, String text) {
    if (!type.is(TypeKind.PG_NUMERIC)) {
      return new Value.Numeric(new BigDecimal(text));
    }
    return new Value.PgNumeric(text.equals(NAN) ? null : new BigDecimal(text));
  }
}
