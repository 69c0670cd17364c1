package org.ratchetdb.jdbc.backend;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;

/**
 * Rows held in memory: what is left of a result when the connection turns to another statement, the
 * elements of an array, the answers of metadata methods. When the rest could not be read, the rows
 * that were read come first and the failure after them.
 */
public final class BufferedCursor implements RowCursor {
  private final List<Value[]> rows;
  private final @Nullable SQLException failure;
  private int position;

  /**
   * @param onRow whether the first row is current already
   */
  private BufferedCursor(List<Value[]> rows, boolean onRow, @Nullable SQLException failure) {
    this.rows = rows;
    this.position = onRow ? 0 : -1;
    this.failure = failure;
  }

  public static BufferedCursor of(List<Value[]> rows) {
    return new BufferedCursor(rows, false, null);
  }

  /** No rows but a failure where the first would be. */
  public static BufferedCursor failed(SQLException failure) {
    return new BufferedCursor(List.of(), false, failure);
  }

  /**
   * Reads what is left of a cursor and closes it. Never fails: the failure comes out of {@link
   * #next} where the row would have been.
   *
   * @param onRow whether the cursor stands on a row, which then stays the current one
   * @param rowsLeftMax rows wanted at most after the current one
   */
  public static BufferedCursor drain(
      RowCursor source, int columns, boolean onRow, long rowsLeftMax) {
    List<Value[]> rows = new ArrayList<>();
    SQLException failure = null;
    try {
      if (onRow) {
        rows.add(row(source, columns));
      }
      for (long left = rowsLeftMax; left > 0 && source.next(); left--) {
        rows.add(row(source, columns));
      }
    } catch (SQLException e) {
      failure = e;
    }
    try {
      source.close();
    } catch (SQLException e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
    }
    return new BufferedCursor(rows, onRow && !rows.isEmpty(), failure);
  }

  private static Value[] row(RowCursor source, int columns) throws SQLException {
    Value[] row = new Value[columns];
    for (int i = 0; i < columns; i++) {
      row[i] = source.getValue(i);
    }
    return row;
  }

  /** Number of rows that were read. */
  public int size() {
    return rows.size();
  }

  /** What kept the rest from being read, or null. */
  public @Nullable SQLException failure() {
    return failure;
  }

  @Override
  public boolean next() throws SQLException {
    if (position < rows.size()) {
      position++;
    }
    if (position < rows.size()) {
      return true;
    }
    if (failure != null) {
      throw failure;
    }
    return false;
  }

  @Override
  public boolean isNull(int column) {
    return getValue(column).isNull();
  }

  @Override
  public long getLong(int column) {
    Value value = getValue(column);
    if (value instanceof Value.Int64 v) {
      return v.value();
    }
    if (value instanceof Value.Date v) {
      return v.epochDay();
    }
    if (value instanceof Value.Bool v) {
      return v.value() ? 1 : 0;
    }
    if (value instanceof Value.Oid v) {
      return v.value();
    }
    throw new IllegalStateException("getLong of " + value.type());
  }

  @Override
  public double getDouble(int column) {
    Value value = getValue(column);
    if (value instanceof Value.Float64 v) {
      return v.value();
    }
    if (value instanceof Value.Float32 v) {
      return v.value();
    }
    throw new IllegalStateException("getDouble of " + value.type());
  }

  @Override
  public String getString(int column) {
    Value value = getValue(column);
    if (value instanceof Value.Str v) {
      return v.value();
    }
    if (value instanceof Value.Json v) {
      return v.text();
    }
    throw new IllegalStateException("getString of " + value.type());
  }

  @Override
  public byte[] getBytes(int column) {
    if (getValue(column) instanceof Value.Bytes v) {
      return v.value();
    }
    throw new IllegalStateException("getBytes of " + getValue(column).type());
  }

  @Override
  public Value getValue(int column) {
    return rows.get(position)[column];
  }

  @Override
  public boolean isBuffered() {
    return true;
  }

  @Override
  public void close() {
    position = rows.size();
  }
}
