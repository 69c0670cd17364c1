package org.ratchetdb.jdbc.embedded;

import java.sql.SQLException;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.jdbc.backend.RowCursor;
import org.ratchetdb.jdbc.backend.SqlErrors;

/** A cursor of the engine in this process. */
final class EmbeddedCursor implements RowCursor {
  private final ResultCursor cursor;
  private final String sql;

  /**
   * @param sql the statement, for the positions of errors
   */
  EmbeddedCursor(ResultCursor cursor, String sql) {
    this.cursor = cursor;
    this.sql = sql;
  }

  @Override
  public boolean next() throws SQLException {
    try {
      return cursor.next();
    } catch (DbException e) {
      throw SqlErrors.of(e, sql);
    }
  }

  @Override
  public boolean isNull(int column) {
    return cursor.isNull(column);
  }

  @Override
  public long getLong(int column) {
    return cursor.getLong(column);
  }

  @Override
  public double getDouble(int column) {
    return cursor.getDouble(column);
  }

  @Override
  public String getString(int column) {
    return cursor.getString(column);
  }

  @Override
  public byte[] getBytes(int column) {
    ByteSlice slice = new ByteSlice();
    cursor.getBytes(column, slice);
    return slice.toByteArray();
  }

  @Override
  public Value getValue(int column) {
    return cursor.getValue(column);
  }

  @Override
  public void close() throws SQLException {
    try {
      cursor.close();
    } catch (DbException e) {
      throw SqlErrors.of(e, sql);
    }
  }
}
