package org.ratchetdb.common.pgformat;

import java.time.ZoneId;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.NumericText;
import org.ratchetdb.common.value.Value;

/** int8, int4, int2 and oid: decimal digits; 8, 4, 2 or 4 bytes, oid unsigned. */
final class PgInteger extends PgType {
  private final long min;
  private final long max;

  private PgInteger(
      int oid, int arrayOid, int length, String catalogName, String name, SqlType type) {
    super(oid, arrayOid, length, catalogName, name, type);
    boolean unsigned = type.equals(SqlType.PG_OID);
    this.max = unsigned ? 0xFFFFFFFFL : Long.MAX_VALUE >>> (64 - 8 * length);
    this.min = unsigned ? 0 : -max - 1;
  }

  static PgInteger int8() {
    return new PgInteger(20, 1016, 8, "int8", "bigint", SqlType.INT64);
  }

  static PgInteger int4() {
    return new PgInteger(23, 1007, 4, "int4", "integer", SqlType.INT64);
  }

  static PgInteger int2() {
    return new PgInteger(21, 1005, 2, "int2", "smallint", SqlType.INT64);
  }

  static PgInteger oidType(int oid, int arrayOid, String name) {
    return new PgInteger(oid, arrayOid, 4, name, name, SqlType.PG_OID);
  }

  @Override
  public void writeText(Value value, ZoneId zone, PgBuffer out) {
    out.writeDecimal(unbox(value));
  }

  @Override
  public void writeText(
      PgColumnSource row, int column, ZoneId zone, ByteSlice scratch, PgBuffer out) {
    out.writeDecimal(row.getLong(column));
  }

  @Override
  public void writeBinary(Value value, PgBuffer out) {
    write(unbox(value), out);
  }

  @Override
  public void writeBinary(PgColumnSource row, int column, ByteSlice scratch, PgBuffer out) {
    write(row.getLong(column), out);
  }

  @Override
  public Value readText(String text, ZoneId zone) {
    return box(NumericText.parsePgInteger(text, displayName(), min, max));
  }

  @Override
  public Value readBinary(byte[] bytes, int offset, int count) {
    requireLength(count, length());
    if (length() == 8) {
      return box(readLong(bytes, offset));
    }
    if (length() == 2) {
      return box(readShort(bytes, offset));
    }
    int value = readInt(bytes, offset);
    return box(min == 0 ? value & 0xFFFFFFFFL : value);
  }

  private Value box(long value) {
    return min == 0 ? new Value.Oid(value) : new Value.Int64(value);
  }

  private long unbox(Value value) {
    if (value instanceof Value.Int64 v) {
      return v.value();
    }
    if (value instanceof Value.Oid v) {
      return v.value();
    }
    throw cannotWrite(value);
  }

  private void write(long value, PgBuffer out) {
    if (value < min || value > max) {
      throw new DbException(ErrorCode.VALUE_OUT_OF_RANGE, displayName() + " out of range");
    }
    if (length() == 8) {
      out.writeLong(value);
    } else if (length() == 4) {
      out.writeInt((int) value);
    } else {
      out.writeShort((int) value);
    }
  }
}
