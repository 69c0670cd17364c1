package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;

/** bool: {@code t} and {@code f}; one byte. */
final class PgBool extends PgType {
  PgBool() {
    super(16, 1000, 1, "bool", "boolean", SqlType.BOOL);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    out.writeByte(unbox(value) ? 't' : 'f');
  }

  @Override
  public void writeText(
      PgColumnSource row, int column, ZoneId zone, ByteSlice scratch, PgBuffer out) {
    out.writeByte(row.getLong(column) != 0 ? 't' : 'f');
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    out.writeByte(unbox(value) ? 1 : 0);
  }

  @Override
  public void writeBinary(PgColumnSource row, int column, ByteSlice scratch, PgBuffer out) {
    out.writeByte(row.getLong(column) != 0 ? 1 : 0);
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return new Value.Bool(Values.parsePostgresBool(text));
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    requireLength(count, 1);
    return new Value.Bool(bytes[offset] != 0);
  }

  private boolean unbox(Value value) {
    if (value instanceof Value.Bool v) {
      return v.value();
    }
    throw cannotWrite(value);
  }
}
