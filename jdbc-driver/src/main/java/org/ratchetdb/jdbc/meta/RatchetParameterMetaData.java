package org.ratchetdb.jdbc.meta;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.jdbc.backend.Parameter;

/** The parameters of a prepared statement, with the types the database found for them. */
public final class RatchetParameterMetaData extends TypedItems implements ParameterMetaData {
  private final List<Parameter> parameters;

  public RatchetParameterMetaData(List<Parameter> parameters, Dialect dialect) {
    super(dialect);
    this.parameters = List.copyOf(parameters);
  }

  @Override
  int count() {
    return parameters.size();
  }

  @Override
  String noSuch(int number) {
    return "There is no parameter " + number + ": the statement has " + count();
  }

  @Override
  SqlType typeAt(int index) {
    return parameters.get(index).type();
  }

  @Override
  public int getParameterCount() {
    return count();
  }

  @Override
  public int getParameterType(int number) throws SQLException {
    return jdbcType(number);
  }

  @Override
  public String getParameterTypeName(int number) throws SQLException {
    return typeName(number);
  }

  @Override
  public String getParameterClassName(int number) throws SQLException {
    return className(number);
  }

  @Override
  public int isNullable(int number) throws SQLException {
    index(number);
    return parameterNullableUnknown;
  }

  @Override
  public int getParameterMode(int number) throws SQLException {
    index(number);
    return parameterModeIn;
  }
}
