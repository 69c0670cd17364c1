package org.ratchetdb.engine.result;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.engine.api.ResultCursor;

/**
 * Rows that are already at hand: SHOW, EXPLAIN, and results read to their end. Owned by one thread.
 */
public final class StaticCursor implements ResultCursor {
  private final List<ResultColumn> columns;
  private final List<List<Value>> rows;
  private int position = -1;

  public StaticCursor(List<ResultColumn> columns, List<List<Value>> rows) {
    this.columns = List.copyOf(columns);
    this.rows = rows;
  }

  /** Rows of text columns. */
  public static StaticCursor ofText(List<String> names, List<List<@Nullable String>> rows) {
    List<ResultColumn> columns =
        names.stream().map(name -> new ResultColumn(name, SqlType.STRING)).toList();
    List<List<Value>> values = rows.stream().map(StaticCursor::textRow).toList();
    return new StaticCursor(columns, values);
  }

  private static List<Value> textRow(List<@Nullable String> row) {
    return row.stream().map(StaticCursor::text).toList();
  }

  private static Value text(@Nullable String text) {
    return text == null ? new Value.Null(SqlType.STRING) : new Value.Str(text);
  }

  @Override
  public List<ResultColumn> columns() {
    return columns;
  }

  @Override
  public boolean next() {
    if (position + 1 >= rows.size()) {
      position = rows.size();
      return false;
    }
    position++;
    return true;
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
    if (value instanceof Value.Bool v) {
      return v.value() ? 1 : 0;
    }
    if (value instanceof Value.Date v) {
      return v.epochDay();
    }
    if (value instanceof Value.Timestamp v) {
      return v.epochMicros();
    }
    if (value instanceof Value.Oid v) {
      return v.value();
    }
    throw mismatch(column);
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
    throw mismatch(column);
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
    throw mismatch(column);
  }

  @Override
  public void getBytes(int column, ByteSlice into) {
    byte[] bytes =
        getValue(column) instanceof Value.Bytes v
            ? v.value()
            : getString(column).getBytes(StandardCharsets.UTF_8);
    into.set(bytes, 0, bytes.length);
  }

  @Override
  public Value getValue(int column) {
    return rows.get(position).get(column);
  }

  private DbException mismatch(int column) {
    return new DbException(ErrorCode.INTERNAL, "Column read as a type that it does not have")
        .with("column", columns.get(column).name())
        .with("type", columns.get(column).type());
  }

  @Override
  public void close() {
    position = rows.size();
  }
}
