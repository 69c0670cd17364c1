package org.ratchetdb.jdbc.meta;

import java.sql.SQLException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.convert.JdbcTypes;

/**
 * What JDBC asks of a type, for items that count from 1: parameters and columns. A number that no
 * item has is refused with SQLSTATE 22023. Immutable.
 */
abstract class TypedItems implements SelfWrapper {
  private final Dialect dialect;

  TypedItems(Dialect dialect) {
    this.dialect = dialect;
  }

  abstract int count();

  /** Says that there is no item of that number. */
  abstract String noSuch(int number);

  /** The type of an item by its number from 0. */
  abstract SqlType typeAt(int index);

  /** From the number, which is checked, to the index. */
  final int index(int number) throws SQLException {
    if (number < 1 || number > count()) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, noSuch(number));
    }
    return number - 1;
  }

  final TypeKind kind(int number) throws SQLException {
    return typeAt(index(number)).kind();
  }

  final int jdbcType(int number) throws SQLException {
    return JdbcTypes.jdbcType(kind(number));
  }

  final String typeName(int number) throws SQLException {
    return JdbcTypes.name(typeAt(index(number)), dialect);
  }

  final String className(int number) throws SQLException {
    return JdbcTypes.javaClass(kind(number)).getName();
  }

  // Both of JDBC's interfaces have these three by these names.

  public final int getPrecision(int number) throws SQLException {
    return JdbcTypes.precision(kind(number));
  }

  public final int getScale(int number) throws SQLException {
    return JdbcTypes.scale(kind(number));
  }

  public final boolean isSigned(int number) throws SQLException {
    return JdbcTypes.isSigned(kind(number));
  }
}
