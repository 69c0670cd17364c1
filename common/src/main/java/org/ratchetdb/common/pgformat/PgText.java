package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.BytesText;
import org.ratchetdb.common.value.Value;

/** text, varchar and what is text by another name: UTF-8 in both forms. */
final class PgText extends PgType {
  PgText(int oid, int arrayOid, int length, String catalogName, String name) {
    super(oid, arrayOid, length, catalogName, name, SqlType.STRING);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    writeBinary(value, out);
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    if (!(value instanceof Value.Str v)) {
      throw cannotWrite(value);
    }
    out.writeBytes(BytesText.encodeUtf8(v.value()));
  }

  @Override
  public void writeText(
      PgColumnSource row, int column, ZoneId zone, ByteSlice scratch, PgBuffer out) {
    writeBinary(row, column, scratch, out);
  }

  @Override
  public void writeBinary(PgColumnSource row, int column, ByteSlice scratch, PgBuffer out) {
    row.getBytes(column, scratch);
    out.writeBytes(scratch.array(), scratch.offset(), scratch.length());
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return new Value.Str(text);
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    return new Value.Str(decodeUtf8(bytes, offset, count));
  }
}
