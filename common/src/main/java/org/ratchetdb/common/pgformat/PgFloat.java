package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.FloatText;
import org.ratchetdb.common.value.Value;

/** float8 and float4: the shortest decimal; IEEE bits. */
final class PgFloat extends PgType {
  private PgFloat(
      int oid, int arrayOid, int length, String catalogName, String name, SqlType type) {
    super(oid, arrayOid, length, catalogName, name, type);
  }

  static PgFloat float8() {
    return new PgFloat(701, 1022, 8, "float8", "double precision", SqlType.FLOAT64);
  }

  static PgFloat float4() {
    return new PgFloat(700, 1021, 4, "float4", "real", SqlType.FLOAT32);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    text(unbox(value), out);
  }

  @Override
  public void writeText(
      PgColumnSource row, int column, ZoneId zone, ByteSlice scratch, PgBuffer out) {
    text(row.getDouble(column), out);
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    binary(unbox(value), out);
  }

  @Override
  public void writeBinary(PgColumnSource row, int column, ByteSlice scratch, PgBuffer out) {
    binary(row.getDouble(column), out);
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return length() == 8
        ? new Value.Float64(FloatText.parsePostgres(text))
        : new Value.Float32(FloatText.parsePostgresFloat(text));
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    requireLength(count, length());
    return length() == 8
        ? new Value.Float64(Double.longBitsToDouble(readLong(bytes, offset)))
        : new Value.Float32(Float.intBitsToFloat(readInt(bytes, offset)));
  }

  private double unbox(Value value) {
    if (value instanceof Value.Float64 v) {
      return v.value();
    }
    if (value instanceof Value.Float32 v) {
      return v.value();
    }
    throw cannotWrite(value);
  }

  private void text(double value, PgBuffer out) {
    out.writeString(
        length() == 8 ? FloatText.formatPostgres(value) : FloatText.formatPostgres((float) value));
  }

  private void binary(double value, PgBuffer out) {
    if (length() == 8) {
      out.writeLong(Double.doubleToLongBits(value));
    } else {
      out.writeInt(Float.floatToIntBits((float) value));
    }
  }
}
