package org.ratchetdb.jdbc.meta;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.convert.JdbcTypes;

/**
 * The columns of a result. Where a column comes from is not known: table, schema and nullability
 * say so in JDBC's words (empty, unknown). Immutable.
 */
public final class RatchetResultSetMetaData implements ResultSetMetaData {
  private final RowShape shape;
  private final Dialect dialect;
  private final String catalog;

  public RatchetResultSetMetaData(RowShape shape, Dialect dialect, String catalog) {
    this.shape = shape;
    this.dialect = dialect;
    this.catalog = catalog;
  }

  private int index(int column) throws SQLException {
    if (column < 1 || column > shape.size()) {
      throw SqlErrors.of(
          ErrorCode.INVALID_ARGUMENT,
          "There is no column " + column + ": the result has " + shape.size());
    }
    return column - 1;
  }

  private SqlType type(int column) throws SQLException {
    return shape.column(index(column)).type();
  }

  private TypeKind kind(int column) throws SQLException {
    return shape.kind(index(column));
  }

  @Override
  public int getColumnCount() {
    return shape.size();
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return shape.column(index(column)).name();
  }

  @Override
  public String getColumnName(int column) throws SQLException {
    return getColumnLabel(column);
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return JdbcTypes.jdbcType(kind(column));
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return JdbcTypes.name(type(column), dialect);
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return JdbcTypes.javaClass(kind(column)).getName();
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    return JdbcTypes.displaySize(kind(column));
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    return JdbcTypes.precision(kind(column));
  }

  @Override
  public int getScale(int column) throws SQLException {
    return JdbcTypes.scale(kind(column));
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return JdbcTypes.isSigned(kind(column));
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return kind(column) == TypeKind.STRING;
  }

  @Override
  public boolean isSearchable(int column) throws SQLException {
    index(column);
    return true;
  }

  @Override
  public boolean isAutoIncrement(int column) throws SQLException {
    index(column);
    return false;
  }

  @Override
  public boolean isCurrency(int column) throws SQLException {
    index(column);
    return false;
  }

  @Override
  public int isNullable(int column) throws SQLException {
    index(column);
    return columnNullableUnknown;
  }

  @Override
  public boolean isReadOnly(int column) throws SQLException {
    index(column);
    return true;
  }

  @Override
  public boolean isWritable(int column) throws SQLException {
    index(column);
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int column) throws SQLException {
    index(column);
    return false;
  }

  @Override
  public String getSchemaName(int column) throws SQLException {
    index(column);
    return "";
  }

  @Override
  public String getTableName(int column) throws SQLException {
    index(column);
    return "";
  }

  @Override
  public String getCatalogName(int column) throws SQLException {
    index(column);
    return catalog;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
