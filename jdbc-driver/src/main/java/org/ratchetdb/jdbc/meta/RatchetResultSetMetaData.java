package org.ratchetdb.jdbc.meta;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.jdbc.backend.RowShape;
import org.ratchetdb.jdbc.convert.JdbcTypes;

/**
 * The columns of a result. Where a column comes from is not known: table, schema and nullability
 * say so in JDBC's words (empty, unknown). Immutable.
 */
public final class RatchetResultSetMetaData extends TypedItems implements ResultSetMetaData {
  private final RowShape shape;
  private final String catalog;

  public RatchetResultSetMetaData(RowShape shape, Dialect dialect, String catalog) {
    super(dialect);
    this.shape = shape;
    this.catalog = catalog;
  }

  @Override
  int count() {
    return shape.size();
  }

  @Override
  String noSuch(int number) {
    return "There is no column " + number + ": the result has " + count();
  }

  @Override
  SqlType typeAt(int index) {
    return shape.column(index).type();
  }

  @Override
  public int getColumnCount() {
    return count();
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
    return jdbcType(column);
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return typeName(column);
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return className(column);
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    return JdbcTypes.displaySize(kind(column));
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
}
