package org.ratchetdb.common.pgformat;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.HexFormat;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/**
 * One PostgreSQL type on the wire: its numbers and its text and binary form. NULL is outside of the
 * forms and handled by callers. Immutable.
 *
 * <p>Reading gives a value of {@link #sqlType}. Writing takes any value of a type that the PG type
 * stands for, so that numeric writes both NUMERIC and PG_NUMERIC. Bad text gives
 * INVALID_TEXT_REPRESENTATION or a date error, bad binary INVALID_BINARY_REPRESENTATION.
 */
public abstract class PgType {
  private final int oid;
  private final int arrayOid;
  private final int length;
  private final String catalogName;
  private final String name;
  private final SqlType sqlType;

  /**
   * @param length bytes of the binary form, -1 when variable
   * @param catalogName as pg_type spells it, such as {@code int8}
   * @param name as SQL and messages spell it, such as {@code bigint}
   */
  PgType(int oid, int arrayOid, int length, String catalogName, String name, SqlType sqlType) {
    this.oid = oid;
    this.arrayOid = arrayOid;
    this.length = length;
    this.catalogName = catalogName;
    this.name = name;
    this.sqlType = sqlType;
  }

  public final int oid() {
    return oid;
  }

  /** OID of the array type over this one, 0 when there is none. */
  public final int arrayOid() {
    return arrayOid;
  }

  /** typlen: bytes of the binary form, -1 when variable. */
  public final int length() {
    return length;
  }

  /** As pg_type spells it, such as {@code int8}. */
  public final String catalogName() {
    return catalogName;
  }

  /** As SQL spells it, such as {@code bigint}. */
  public final String displayName() {
    return name;
  }

  /** The type of values that reading gives. */
  public final SqlType sqlType() {
    return sqlType;
  }

  /**
   * Appends the text form.
   *
   * @param zone the session's TimeZone
   */
  public abstract void writeText(Value value, ZoneId zone, PgBuffer out);

  /** Appends the binary form. */
  public abstract void writeBinary(Value value, PgBuffer out);

  public abstract Value readText(String text, ZoneId zone);

  public abstract Value readBinary(byte[] bytes, int offset, int count);

  /**
   * Appends the text form of a column that is not NULL.
   *
   * @param scratch for the type's use
   */
  public void writeText(
      PgColumnSource row, int column, ZoneId zone, ByteSlice scratch, PgBuffer out) {
    writeText(row.getValue(column), zone, out);
  }

  /**
   * Appends the binary form of a column that is not NULL.
   *
   * @param scratch for the type's use
   */
  public void writeBinary(PgColumnSource row, int column, ByteSlice scratch, PgBuffer out) {
    writeBinary(row.getValue(column), out);
  }

  /** Reads the text form of bytes as they came. */
  public final Value readText(byte[] bytes, int offset, int count, ZoneId zone) {
    return readText(decodeUtf8(bytes, offset, count), zone);
  }

  @Override
  public final String toString() {
    return name;
  }

  /** Text of the client; zero bytes and invalid sequences are errors. */
  static String decodeUtf8(byte[] bytes, int offset, int count) {
    String text = new String(bytes, offset, count, StandardCharsets.UTF_8);
    int bad = firstInvalid(bytes, offset, count, text);
    if (bad >= 0) {
      throw new DbException(
          ErrorCode.INVALID_UTF8,
          "invalid byte sequence for encoding \"UTF8\": 0x"
              + HexFormat.of().toHexDigits(bytes[offset + bad]));
    }
    return text;
  }

  private static int firstInvalid(byte[] bytes, int offset, int count, String text) {
    for (int i = 0; i < count; i++) {
      if (bytes[offset + i] == 0) {
        return i;
      }
    }
    if (text.indexOf('\uFFFD') < 0) {
      return -1;
    }
    byte[] again = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < count; i++) {
      if (i >= again.length || again[i] != bytes[offset + i]) {
        return i;
      }
    }
    return -1;
  }

  final DbException badBinary() {
    return new DbException(
        ErrorCode.INVALID_BINARY_REPRESENTATION, "incorrect binary data format for type " + name);
  }

  final void requireLength(int count, int expected) {
    if (count != expected) {
      throw badBinary();
    }
  }

  /** A value that this type cannot write: a bug of the caller, told without a class name. */
  final DbException cannotWrite(Value value) {
    return new DbException(
        ErrorCode.INTERNAL, "A value of type " + value.type() + " is no " + name);
  }

  static int readInt(byte[] bytes, int offset) {
    return (bytes[offset] << 24)
        | ((bytes[offset + 1] & 0xFF) << 16)
        | ((bytes[offset + 2] & 0xFF) << 8)
        | (bytes[offset + 3] & 0xFF);
  }

  static int readShort(byte[] bytes, int offset) {
    return (bytes[offset] << 8) | (bytes[offset + 1] & 0xFF);
  }

  static long readLong(byte[] bytes, int offset) {
    return ((long) readInt(bytes, offset) << 32) | (readInt(bytes, offset + 4) & 0xFFFFFFFFL);
  }
}
