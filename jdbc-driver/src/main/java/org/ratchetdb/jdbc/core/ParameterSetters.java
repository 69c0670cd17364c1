package org.ratchetdb.jdbc.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Arrays;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.convert.SqlValues;

/** The setters of {@link PreparedStatement}: each makes a value and hands it to {@link #set}. */
abstract class ParameterSetters extends RatchetStatement implements PreparedStatement {
  /** What the wire protocol can count. */
  private static final int PARAMETERS_MAX = 65_535;

  private @Nullable Value[] values = new @Nullable Value[4];

  ParameterSetters(RatchetConnection connection) {
    super(connection);
  }

  /** The value of a parameter by its number from 0; null when it was not set. */
  final @Nullable Value value(int index) {
    return index < values.length ? values[index] : null;
  }

  /** One more than the number from 0 of the last parameter that was set. */
  final int valuesSet() {
    int count = values.length;
    while (count > 0 && values[count - 1] == null) {
      count--;
    }
    return count;
  }

  /** Called for every value that was set. */
  private void set(int number, Value value) throws SQLException {
    if (number < 1 || number > values.length) {
      grow(number);
    }
    values[number - 1] = value;
  }

  private void grow(int number) throws SQLException {
    if (number < 1 || number > PARAMETERS_MAX) {
      throw SqlErrors.of(
          ErrorCode.INVALID_ARGUMENT,
          "There is no parameter " + number + ": they count from 1 to " + PARAMETERS_MAX);
    }
    values = Arrays.copyOf(values, Math.max(number, values.length * 2));
  }

  @Override
  public void clearParameters() throws SQLException {
    checkOpen();
    Arrays.fill(values, null);
  }

  // ---- Plain values ----

  @Override
  public void setLong(int number, long value) throws SQLException {
    set(number, new Value.Int64(value));
  }

  @Override
  public void setInt(int number, int value) throws SQLException {
    set(number, new Value.Int64(value));
  }

  @Override
  public void setShort(int number, short value) throws SQLException {
    set(number, new Value.Int64(value));
  }

  @Override
  public void setByte(int number, byte value) throws SQLException {
    set(number, new Value.Int64(value));
  }

  @Override
  public void setBoolean(int number, boolean value) throws SQLException {
    set(number, new Value.Bool(value));
  }

  @Override
  public void setDouble(int number, double value) throws SQLException {
    set(number, new Value.Float64(value));
  }

  @Override
  public void setFloat(int number, float value) throws SQLException {
    set(number, new Value.Float32(value));
  }

  @Override
  public void setString(int number, @Nullable String value) throws SQLException {
    set(number, value == null ? SqlValues.NULL : new Value.Str(value));
  }

  @Override
  public void setNString(int number, @Nullable String value) throws SQLException {
    setString(number, value);
  }

  @Override
  public void setBigDecimal(int number, @Nullable BigDecimal value) throws SQLException {
    set(number, value == null ? SqlValues.NULL : SqlValues.decimal(value, connection.dialect()));
  }

  @Override
  public void setBytes(int number, byte @Nullable [] value) throws SQLException {
    set(number, value == null ? SqlValues.NULL : new Value.Bytes(value));
  }

  @Override
  public void setDate(int number, @Nullable Date value) throws SQLException {
    setDate(number, value, null);
  }

  @Override
  public void setDate(int number, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    set(number, value == null ? SqlValues.NULL : SqlValues.date(value, calendar));
  }

  @Override
  public void setTimestamp(int number, @Nullable Timestamp value) throws SQLException {
    set(number, value == null ? SqlValues.NULL : SqlValues.timestamp(value.toInstant()));
  }

  /** The calendar says nothing: both sides mean an instant. */
  @Override
  public void setTimestamp(int number, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    setTimestamp(number, value);
  }

  @Override
  public void setTime(int number, @Nullable Time value) throws SQLException {
    setObject(number, value);
  }

  @Override
  public void setTime(int number, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    setObject(number, value);
  }

  @Override
  public void setNull(int number, int jdbcType) throws SQLException {
    set(
        number,
        jdbcType == Types.ARRAY
            ? SqlValues.NULL
            : SqlValues.of(null, jdbcType, connection.dialect()));
  }

  @Override
  public void setNull(int number, int jdbcType, @Nullable String typeName) throws SQLException {
    setNull(number, jdbcType);
  }

  @Override
  public void setURL(int number, @Nullable URL value) throws SQLException {
    setString(number, value == null ? null : value.toExternalForm());
  }

  @Override
  public void setArray(int number, @Nullable Array value) throws SQLException {
    setObject(number, value);
  }

  // ---- Objects ----

  @Override
  public void setObject(int number, @Nullable Object value) throws SQLException {
    set(number, object(value));
  }

  private Value object(@Nullable Object value) throws SQLException {
    if (value instanceof RatchetArray v) {
      return v.value();
    }
    if (value instanceof Blob v) {
      return new Value.Bytes(v.getBytes(1, Math.toIntExact(v.length())));
    }
    if (value instanceof Clob v) {
      return new Value.Str(v.getSubString(1, Math.toIntExact(v.length())));
    }
    try {
      return SqlValues.of(value, connection.dialect());
    } catch (ArithmeticException e) {
      throw outOfRange(value, e);
    }
  }

  private static SQLException outOfRange(@Nullable Object value, ArithmeticException cause) {
    return SqlErrors.of(
        ErrorCode.VALUE_OUT_OF_RANGE, "The value " + value + " is out of range", cause);
  }

  @Override
  public void setObject(int number, @Nullable Object value, int jdbcType) throws SQLException {
    if (value == null) {
      setNull(number, jdbcType);
      return;
    }
    try {
      Object plain = value instanceof Blob || value instanceof Clob ? object(value) : value;
      set(
          number,
          jdbcType == Types.ARRAY
              ? object(plain)
              : SqlValues.of(plain, jdbcType, connection.dialect()));
    } catch (ArithmeticException e) {
      throw outOfRange(value, e);
    }
  }

  @Override
  public void setObject(int number, @Nullable Object value, int jdbcType, int scaleOrLength)
      throws SQLException {
    setObject(number, value, jdbcType);
    Value made = value(number - 1);
    if (made != null && (jdbcType == Types.NUMERIC || jdbcType == Types.DECIMAL)) {
      set(number, SqlValues.withScale(made, scaleOrLength, connection.dialect()));
    }
  }

  @Override
  public void setObject(int number, @Nullable Object value, SQLType type) throws SQLException {
    setObject(number, value, jdbcType(type));
  }

  @Override
  public void setObject(int number, @Nullable Object value, SQLType type, int scaleOrLength)
      throws SQLException {
    setObject(number, value, jdbcType(type), scaleOrLength);
  }

  private static int jdbcType(SQLType type) throws SQLException {
    Integer number = type.getVendorTypeNumber();
    if (number == null) {
      throw SqlErrors.notSupported("The SQL type " + type.getName());
    }
    return number;
  }

  // ---- Streams ----

  private void setBytes(int number, @Nullable InputStream in, long length) throws SQLException {
    if (in == null) {
      set(number, SqlValues.NULL);
      return;
    }
    try {
      byte[] bytes =
          length < 0 ? in.readAllBytes() : in.readNBytes((int) Math.min(length, Integer.MAX_VALUE));
      checkLength(bytes.length, length);
      set(number, new Value.Bytes(bytes));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private void setText(int number, @Nullable InputStream in, long length, Charset charset)
      throws SQLException {
    if (in == null) {
      set(number, SqlValues.NULL);
      return;
    }
    try {
      byte[] bytes =
          length < 0 ? in.readAllBytes() : in.readNBytes((int) Math.min(length, Integer.MAX_VALUE));
      checkLength(bytes.length, length);
      set(number, new Value.Str(new String(bytes, charset)));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private void setText(int number, @Nullable Reader reader, long length) throws SQLException {
    if (reader == null) {
      set(number, SqlValues.NULL);
      return;
    }
    StringWriter out = new StringWriter();
    char[] buffer = new char[4096];
    long left = length < 0 ? Long.MAX_VALUE : length;
    try {
      while (left > 0) {
        int n = reader.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (n < 0) {
          break;
        }
        out.write(buffer, 0, n);
        left -= n;
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    checkLength(out.getBuffer().length(), length);
    set(number, new Value.Str(out.toString()));
  }

  private static void checkLength(long read, long promised) throws SQLException {
    if (promised >= 0 && read < promised) {
      throw SqlErrors.of(
          ErrorCode.INVALID_ARGUMENT,
          "The stream ended after " + read + " of the " + promised + " promised");
    }
  }

  private static SQLException unreadable(IOException cause) {
    return SqlErrors.of(ErrorCode.IO_ERROR, "The stream of a parameter could not be read", cause);
  }

  @Override
  public void setBinaryStream(int number, @Nullable InputStream in) throws SQLException {
    setBytes(number, in, -1);
  }

  @Override
  public void setBinaryStream(int number, @Nullable InputStream in, int length)
      throws SQLException {
    setBytes(number, in, length);
  }

  @Override
  public void setBinaryStream(int number, @Nullable InputStream in, long length)
      throws SQLException {
    setBytes(number, in, length);
  }

  @Override
  public void setAsciiStream(int number, @Nullable InputStream in) throws SQLException {
    setText(number, in, -1, StandardCharsets.US_ASCII);
  }

  @Override
  public void setAsciiStream(int number, @Nullable InputStream in, int length) throws SQLException {
    setText(number, in, length, StandardCharsets.US_ASCII);
  }

  @Override
  public void setAsciiStream(int number, @Nullable InputStream in, long length)
      throws SQLException {
    setText(number, in, length, StandardCharsets.US_ASCII);
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int number, @Nullable InputStream in, int length)
      throws SQLException {
    throw SqlErrors.notSupported("setUnicodeStream");
  }

  @Override
  public void setCharacterStream(int number, @Nullable Reader reader) throws SQLException {
    setText(number, reader, -1);
  }

  @Override
  public void setCharacterStream(int number, @Nullable Reader reader, int length)
      throws SQLException {
    setText(number, reader, length);
  }

  @Override
  public void setCharacterStream(int number, @Nullable Reader reader, long length)
      throws SQLException {
    setText(number, reader, length);
  }

  @Override
  public void setNCharacterStream(int number, @Nullable Reader reader) throws SQLException {
    setText(number, reader, -1);
  }

  @Override
  public void setNCharacterStream(int number, @Nullable Reader reader, long length)
      throws SQLException {
    setText(number, reader, length);
  }

  @Override
  public void setBlob(int number, @Nullable Blob value) throws SQLException {
    setObject(number, value);
  }

  @Override
  public void setBlob(int number, @Nullable InputStream in) throws SQLException {
    setBytes(number, in, -1);
  }

  @Override
  public void setBlob(int number, @Nullable InputStream in, long length) throws SQLException {
    setBytes(number, in, length);
  }

  @Override
  public void setClob(int number, @Nullable Clob value) throws SQLException {
    setObject(number, value);
  }

  @Override
  public void setClob(int number, @Nullable Reader reader) throws SQLException {
    setText(number, reader, -1);
  }

  @Override
  public void setClob(int number, @Nullable Reader reader, long length) throws SQLException {
    setText(number, reader, length);
  }

  @Override
  public void setNClob(int number, @Nullable NClob value) throws SQLException {
    setObject(number, value);
  }

  @Override
  public void setNClob(int number, @Nullable Reader reader) throws SQLException {
    setText(number, reader, -1);
  }

  @Override
  public void setNClob(int number, @Nullable Reader reader, long length) throws SQLException {
    setText(number, reader, length);
  }

  // ---- What there is no counterpart for ----

  @Override
  public void setRef(int number, @Nullable Ref value) throws SQLException {
    throw SqlErrors.notSupported("REF");
  }

  @Override
  public void setRowId(int number, @Nullable RowId value) throws SQLException {
    throw SqlErrors.notSupported("ROWID");
  }

  @Override
  public void setSQLXML(int number, @Nullable SQLXML value) throws SQLException {
    throw SqlErrors.notSupported("SQLXML");
  }
}
