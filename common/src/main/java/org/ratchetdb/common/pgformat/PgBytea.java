package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import java.util.Arrays;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.BytesText;
import org.ratchetdb.common.value.Value;

/** bytea: {@code \x} and hex, reads the escape form too; the bytes themselves. */
final class PgBytea extends PgType {
  PgBytea() {
    super(17, 1001, -1, "bytea", "bytea", SqlType.BYTES);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    out.writeString(BytesText.formatPostgres(unbox(value)));
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    out.writeBytes(unbox(value));
  }

  @Override
  public void writeBinary(PgColumnSource row, int column, ByteSlice scratch, PgBuffer out) {
    row.getBytes(column, scratch);
    out.writeBytes(scratch.array(), scratch.offset(), scratch.length());
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return new Value.Bytes(BytesText.parsePostgres(text));
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    return new Value.Bytes(Arrays.copyOfRange(bytes, offset, offset + count));
  }

  private byte[] unbox(Value value) {
    if (value instanceof Value.Bytes v) {
      return v.value();
    }
    throw cannotWrite(value);
  }
}
