package org.ratchetdb.jdbc.core;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.BufferedCursor;
import org.ratchetdb.jdbc.backend.Column;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.convert.JavaValues;
import org.ratchetdb.jdbc.convert.JdbcTypes;
import org.ratchetdb.jdbc.convert.ValueText;

/** An ARRAY value. Immutable; valid as long as somebody holds it. */
final class RatchetArray implements Array {
  private final Value.Array value;
  private final Dialect dialect;
  private final String catalog;

  RatchetArray(Value.Array value, Dialect dialect, String catalog) {
    this.value = value;
    this.dialect = dialect;
    this.catalog = catalog;
  }

  Value.Array value() {
    return value;
  }

  private SqlType elementType() {
    return value.type().elementType();
  }

  @Override
  public String getBaseTypeName() {
    return JdbcTypes.name(elementType(), dialect);
  }

  @Override
  public int getBaseType() {
    return JdbcTypes.jdbcType(elementType().kind());
  }

  @Override
  public Object getArray() throws SQLException {
    return JavaValues.toJavaArray(value, dialect);
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    return JavaValues.toJavaArray(slice(index, count), dialect);
  }

  private Value.Array slice(long index, int count) throws SQLException {
    int size = value.elements().size();
    if (index < 1 || count < 0 || index - 1 + count > size) {
      throw SqlErrors.of(
          ErrorCode.INVALID_ARGUMENT,
          "Elements " + index + " to " + (index + count - 1) + " of an array of " + size);
    }
    int from = (int) index - 1;
    return new Value.Array(value.type(), value.elements().subList(from, from + count));
  }

  @Override
  public Object getArray(@Nullable Map<String, Class<?>> map) throws SQLException {
    refuse(map);
    return getArray();
  }

  @Override
  public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    refuse(map);
    return getArray(index, count);
  }

  private static void refuse(@Nullable Map<String, Class<?>> map) throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.notSupported("A map of user-defined types");
    }
  }

  @Override
  public ResultSet getResultSet() {
    return rows(1, value);
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return rows(index, slice(index, count));
  }

  @Override
  public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
    refuse(map);
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    refuse(map);
    return getResultSet(index, count);
  }

  private ResultSet rows(long firstIndex, Value.Array array) {
    List<Value[]> rows = new ArrayList<>();
    long index = firstIndex;
    for (Value element : array.elements()) {
      rows.add(new Value[] {new Value.Int64(index++), element});
    }
    RowShape shape =
        new RowShape(
            List.of(new Column("INDEX", SqlType.INT64), new Column("VALUE", elementType())));
    return new RatchetResultSet(shape, BufferedCursor.of(rows), dialect, catalog);
  }

  @Override
  public void free() {
    // Memory only: the garbage collector's affair.
  }

  @Override
  public String toString() {
    return ValueText.of(value, dialect);
  }
}
