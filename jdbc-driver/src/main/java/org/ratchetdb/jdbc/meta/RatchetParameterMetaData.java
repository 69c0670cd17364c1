package org.ratchetdb.jdbc.meta;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.jdbc.backend.Parameter;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.convert.JdbcTypes;

/** The parameters of a prepared statement, with the types the database found for them. */
public final class RatchetParameterMetaData implements ParameterMetaData {
  private final List<Parameter> parameters;
  private final Dialect dialect;

  public RatchetParameterMetaData(List<Parameter> parameters, Dialect dialect) {
    this.parameters = List.copyOf(parameters);
    this.dialect = dialect;
  }

  private Parameter parameter(int number) throws SQLException {
    if (number < 1 || number > parameters.size()) {
      throw SqlErrors.of(
          ErrorCode.INVALID_ARGUMENT,
          "There is no parameter " + number + ": the statement has " + parameters.size());
    }
    return parameters.get(number - 1);
  }

  private TypeKind kind(int number) throws SQLException {
    return parameter(number).type().kind();
  }

  @Override
  public int getParameterCount() {
    return parameters.size();
  }

  @Override
  public int getParameterType(int number) throws SQLException {
    return JdbcTypes.jdbcType(kind(number));
  }

  @Override
  public String getParameterTypeName(int number) throws SQLException {
    return JdbcTypes.name(parameter(number).type(), dialect);
  }

  @Override
  public String getParameterClassName(int number) throws SQLException {
    return JdbcTypes.javaClass(kind(number)).getName();
  }

  @Override
  public int getPrecision(int number) throws SQLException {
    return JdbcTypes.precision(kind(number));
  }

  @Override
  public int getScale(int number) throws SQLException {
    return JdbcTypes.scale(kind(number));
  }

  @Override
  public boolean isSigned(int number) throws SQLException {
    return JdbcTypes.isSigned(kind(number));
  }

  @Override
  public int isNullable(int number) throws SQLException {
    parameter(number);
    return parameterNullableUnknown;
  }

  @Override
  public int getParameterMode(int number) throws SQLException {
    parameter(number);
    return parameterModeIn;
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
