package org.ratchetdb.jdbc.core;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.BufferedCursor;
import org.ratchetdb.jdbc.backend.RowCursor;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.convert.JavaValues;
import org.ratchetdb.jdbc.convert.ValueText;
import org.ratchetdb.jdbc.meta.RatchetResultSetMetaData;
import org.ratchetdb.jdbc.meta.SelfWrapper;

/**
 * Rows, forward only. Reads straight from the backend's cursor while it is the connection's newest
 * result, from memory after that. Owned by the thread that uses its connection.
 */
public final class RatchetResultSet extends LabelledResultSet implements SelfWrapper {
  private static final int BEFORE_FIRST = 0;
  private static final int ON_ROW = 1;
  private static final int AFTER_LAST = 2;

  private final RowShape shape;
  private final Dialect dialect;
  private final String catalog;

  /** Null for results that no statement made: array elements, metadata. */
  private final @Nullable RatchetStatement statement;

  private final long rowsMax;
  private RowCursor cursor;
  private int place = BEFORE_FIRST;
  private long row;
  private boolean wasNull;
  private boolean closed;

  /** A result of a statement; the connection knows it as the streaming one if it is. */
  RatchetResultSet(RatchetStatement statement, RowShape shape, RowCursor cursor, long rowsMax) {
    this.statement = statement;
    this.shape = shape;
    this.cursor = cursor;
    this.rowsMax = rowsMax == 0 ? Long.MAX_VALUE : rowsMax;
    this.dialect = statement.connection.dialect();
    this.catalog = statement.connection.databaseName();
  }

  /** Rows from memory that belong to no statement. */
  public RatchetResultSet(RowShape shape, BufferedCursor rows, Dialect dialect, String catalog) {
    this.statement = null;
    this.shape = shape;
    this.cursor = rows;
    this.rowsMax = Long.MAX_VALUE;
    this.dialect = dialect;
    this.catalog = catalog;
  }

  // ---- Moving ----

  @Override
  public boolean next() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("result set");
    }
    if (place == AFTER_LAST) {
      return false;
    }
    if (row < rowsMax && step()) {
      row++;
      place = ON_ROW;
      return true;
    }
    place = AFTER_LAST;
    endOfRows();
    return false;
  }

  private boolean step() throws SQLException {
    if (statement == null || cursor.isBuffered()) {
      return cursor.next();
    }
    return statement.gate.step(this);
  }

  /** Steps the backend's cursor; the connection holds its lock. */
  boolean stepLocked() throws SQLException {
    return cursor.next();
  }

  /** Ends the query as soon as its last row was read; in autocommit that ends the transaction. */
  private void endOfRows() throws SQLException {
    if (statement != null) {
      statement.gate.release(this);
      if (statement.isCloseOnCompletion()) {
        close();
      }
    }
  }

  /**
   * Takes what is left into memory, for another statement is to run.
   *
   * @return the failure behind the rows, or null
   */
  @Nullable SQLException buffer() {
    long left = rowsMax == Long.MAX_VALUE ? rowsMax : rowsMax - row;
    BufferedCursor buffered = BufferedCursor.drain(cursor, shape.size(), place == ON_ROW, left);
    cursor = buffered;
    return buffered.failure();
  }

  /** Ends the query with its transaction: to go on reading fails. */
  void invalidate(SQLException reason) throws SQLException {
    RowCursor ended = cursor;
    cursor = BufferedCursor.failed(reason);
    place = BEFORE_FIRST;
    ended.discard();
  }

  /** Ends the backend's cursor; the connection holds its lock. */
  void closeCursor() throws SQLException {
    cursor.close();
  }

  /** Ends the backend's cursor with the session; the connection holds its lock. */
  void discardCursor() throws SQLException {
    cursor.discard();
  }

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    if (statement == null) {
      return;
    }
    statement.gate.release(this);
    statement.resultClosed(this);
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  boolean isOf(RatchetStatement other) {
    return statement == other;
  }

  private void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("result set");
    }
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    if (place != BEFORE_FIRST || rowsMax <= 0) {
      return false;
    }
    // JDBC: false when there are no rows at all, which only reading ahead can tell.
    if (!cursor.isBuffered() && statement != null) {
      statement.gate.bufferNow(this);
    }
    return !(cursor instanceof BufferedCursor rows) || rows.size() > 0;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return place == AFTER_LAST && row > 0;
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return place == ON_ROW && row == 1;
  }

  @Override
  public boolean isLast() throws SQLException {
    throw forwardOnly("isLast");
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return place == ON_ROW ? (int) Math.min(row, Integer.MAX_VALUE) : 0;
  }

  private static SQLException forwardOnly(String method) {
    return SqlErrors.notSupported(method + " of a forward-only ResultSet");
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw forwardOnly("beforeFirst");
  }

  @Override
  public void afterLast() throws SQLException {
    throw forwardOnly("afterLast");
  }

  @Override
  public boolean first() throws SQLException {
    throw forwardOnly("first");
  }

  @Override
  public boolean last() throws SQLException {
    throw forwardOnly("last");
  }

  @Override
  public boolean absolute(int rowNumber) throws SQLException {
    throw forwardOnly("absolute");
  }

  @Override
  public boolean relative(int rows) throws SQLException {
    throw forwardOnly("relative");
  }

  @Override
  public boolean previous() throws SQLException {
    throw forwardOnly("previous");
  }

  // ---- Columns ----

  @Override
  public int findColumn(String label) throws SQLException {
    checkOpen();
    int index = shape.find(label);
    if (index < 0) {
      throw SqlErrors.of(
          ErrorCode.UNDEFINED_COLUMN, "The result has no column with the label '" + label + "'");
    }
    return index + 1;
  }

  /** Number from 0 of a column of the current row. */
  private int at(int column) throws SQLException {
    if (place != ON_ROW || column < 1 || column > shape.size() || closed) {
      throw badRead(column);
    }
    return column - 1;
  }

  private SQLException badRead(int column) {
    if (closed) {
      return SqlErrors.closed("result set");
    }
    if (column < 1 || column > shape.size()) {
      return SqlErrors.of(
          ErrorCode.INVALID_ARGUMENT,
          "There is no column " + column + ": the result has " + shape.size());
    }
    return SqlErrors.of(
        ErrorCode.UNDEFINED_CURSOR,
        place == BEFORE_FIRST
            ? "There is no current row yet: call next() first"
            : "There is no current row: next() returned false");
  }

  /** Whether the column is NULL; remembers the answer for {@link #wasNull}. */
  private boolean isNull(int index) throws SQLException {
    wasNull = cursor.isNull(index);
    return wasNull;
  }

  /** The value, or null for NULL. */
  private @Nullable Value value(int column) throws SQLException {
    int index = at(column);
    return isNull(index) ? null : cursor.getValue(index);
  }

  @Override
  public boolean wasNull() throws SQLException {
    checkOpen();
    return wasNull;
  }

  @Override
  public long getLong(int column) throws SQLException {
    int index = at(column);
    if (isNull(index)) {
      return 0;
    }
    return switch (shape.kind(index)) {
      case INT64, BOOL, PG_OID -> cursor.getLong(index);
      default -> JavaValues.toLong(cursor.getValue(index));
    };
  }

  @Override
  public int getInt(int column) throws SQLException {
    return (int)
        JavaValues.toLong(getLong(column), Integer.MIN_VALUE, Integer.MAX_VALUE, "32-bit integer");
  }

  @Override
  public short getShort(int column) throws SQLException {
    return (short)
        JavaValues.toLong(getLong(column), Short.MIN_VALUE, Short.MAX_VALUE, "16-bit integer");
  }

  @Override
  public byte getByte(int column) throws SQLException {
    return (byte)
        JavaValues.toLong(getLong(column), Byte.MIN_VALUE, Byte.MAX_VALUE, "8-bit integer");
  }

  @Override
  public double getDouble(int column) throws SQLException {
    int index = at(column);
    if (isNull(index)) {
      return 0;
    }
    return switch (shape.kind(index)) {
      case FLOAT64, FLOAT32 -> cursor.getDouble(index);
      case INT64 -> cursor.getLong(index);
      default -> JavaValues.toDouble(cursor.getValue(index));
    };
  }

  @Override
  public float getFloat(int column) throws SQLException {
    return (float) getDouble(column);
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    Value value = value(column);
    return value != null && JavaValues.toBoolean(value);
  }

  @Override
  public @Nullable String getString(int column) throws SQLException {
    int index = at(column);
    if (isNull(index)) {
      return null;
    }
    return switch (shape.kind(index)) {
      case STRING, JSON, PG_JSONB -> cursor.getString(index);
      case INT64 -> Long.toString(cursor.getLong(index));
      default -> ValueText.of(cursor.getValue(index), dialect);
    };
  }

  @Override
  public byte @Nullable [] getBytes(int column) throws SQLException {
    int index = at(column);
    if (isNull(index)) {
      return null;
    }
    return switch (shape.kind(index)) {
      case BYTES -> cursor.getBytes(index);
      default -> JavaValues.toBytes(cursor.getValue(index));
    };
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
    Value value = value(column);
    return value == null ? null : JavaValues.toBigDecimal(value);
  }

  @Override
  @Deprecated
  public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    BigDecimal number = getBigDecimal(column);
    return number == null ? null : number.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public @Nullable Date getDate(int column) throws SQLException {
    int index = at(column);
    if (isNull(index)) {
      return null;
    }
    return switch (shape.kind(index)) {
      case DATE -> Date.valueOf(LocalDate.ofEpochDay(cursor.getLong(index)));
      default -> JavaValues.toDate(cursor.getValue(index), null);
    };
  }

  @Override
  public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
    Value value = value(column);
    return value == null ? null : JavaValues.toDate(value, calendar);
  }

  @Override
  public @Nullable Time getTime(int column) throws SQLException {
    return getTime(column, null);
  }

  @Override
  public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
    Value value = value(column);
    return value == null ? null : JavaValues.toTime(value, calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column) throws SQLException {
    return getTimestamp(column, null);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar)
      throws SQLException {
    Value value = value(column);
    return value == null ? null : JavaValues.toTimestamp(value, calendar);
  }

  @Override
  public @Nullable Object getObject(int column) throws SQLException {
    Value value = value(column);
    if (value == null) {
      return null;
    }
    if (value instanceof Value.Array v) {
      return new RatchetArray(v, dialect, catalog);
    }
    if (value instanceof Value.Struct v) {
      return new RatchetStruct(v, dialect);
    }
    return JavaValues.toObject(value, dialect);
  }

  @Override
  public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
    if (type == Object.class) {
      return type.cast(getObject(column));
    }
    Value value = value(column);
    if (value == null) {
      return null;
    }
    if (type == Array.class && value instanceof Value.Array v) {
      return type.cast(new RatchetArray(v, dialect, catalog));
    }
    if (type == Struct.class && value instanceof Value.Struct v) {
      return type.cast(new RatchetStruct(v, dialect));
    }
    @SuppressWarnings("unchecked") // toClass returns an instance of the class or of its wrapper
    T object = (T) JavaValues.toClass(value, type, dialect);
    return object;
  }

  @Override
  public @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.notSupported("A map of user-defined types");
    }
    return getObject(column);
  }

  @Override
  public @Nullable Array getArray(int column) throws SQLException {
    Value value = value(column);
    if (value == null) {
      return null;
    }
    if (value instanceof Value.Array v) {
      return new RatchetArray(v, dialect, catalog);
    }
    throw JavaValues.cannot(value, "an array");
  }

  @Override
  public @Nullable InputStream getAsciiStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  @Deprecated
  public @Nullable InputStream getUnicodeStream(int column) throws SQLException {
    throw SqlErrors.notSupported("getUnicodeStream");
  }

  @Override
  public @Nullable InputStream getBinaryStream(int column) throws SQLException {
    byte[] bytes = getBytes(column);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  public @Nullable Reader getCharacterStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new StringReader(text);
  }

  @Override
  public @Nullable Reader getNCharacterStream(int column) throws SQLException {
    return getCharacterStream(column);
  }

  @Override
  public @Nullable String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public @Nullable Blob getBlob(int column) throws SQLException {
    byte[] bytes = getBytes(column);
    return bytes == null ? null : new MemoryBlob(bytes);
  }

  @Override
  public @Nullable Clob getClob(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new MemoryClob(text);
  }

  @Override
  public @Nullable NClob getNClob(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new MemoryClob(text);
  }

  @Override
  public @Nullable URL getURL(int column) throws SQLException {
    String text = getString(column);
    try {
      return text == null ? null : new URL(text);
    } catch (MalformedURLException e) {
      throw SqlErrors.of(
          ErrorCode.INVALID_TEXT_REPRESENTATION, "Cannot read '" + text + "' as a URL", e);
    }
  }

  @Override
  public Ref getRef(int column) throws SQLException {
    throw SqlErrors.notSupported("REF");
  }

  @Override
  public RowId getRowId(int column) throws SQLException {
    throw SqlErrors.notSupported("ROWID");
  }

  @Override
  public SQLXML getSQLXML(int column) throws SQLException {
    throw SqlErrors.notSupported("SQLXML");
  }

  // ---- About itself ----

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new RatchetResultSetMetaData(shape, dialect, catalog);
  }

  @Override
  public @Nullable Statement getStatement() throws SQLException {
    checkOpen();
    return statement;
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public String getCursorName() throws SQLException {
    throw SqlErrors.notSupported("A named cursor");
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != FETCH_FORWARD) {
      throw forwardOnly("setFetchDirection");
    }
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return FETCH_FORWARD;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    if (rows < 0) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "The fetch size must not be negative");
    }
    // The query runs already; the size counts for the next one of the statement.
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return statement == null ? 0 : statement.getFetchSize();
  }

  @Override
  public int getType() throws SQLException {
    checkOpen();
    return TYPE_FORWARD_ONLY;
  }

  @Override
  public int getConcurrency() throws SQLException {
    checkOpen();
    return CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public boolean rowInserted() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    checkOpen();
    return false;
  }
}
