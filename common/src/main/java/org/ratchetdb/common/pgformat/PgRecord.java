package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;

/** record, written only: {@code (1,"a b",)}; int32 count, then per field OID, length, bytes. */
final class PgRecord extends PgType {
  PgRecord() {
    super(2249, 2287, -1, "record", "record", SqlType.structOf(List.of()));
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    out.writeString(Values.format(value, Dialect.POSTGRESQL, zone));
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    if (!(value instanceof Value.Struct struct)) {
      throw cannotWrite(value);
    }
    out.writeInt(struct.fields().size());
    for (Value field : struct.fields()) {
      PgType type = PgTypes.forSqlType(field.type());
      out.writeInt(type.oid());
      if (field.isNull()) {
        out.writeInt(-1);
      } else {
        int length = out.reserveInt();
        type.writeBinary(field, out);
        out.setLengthBehind(length);
      }
    }
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    throw DbException.notSupported("Input of a composite type");
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    throw DbException.notSupported("Input of a composite type");
  }
}
