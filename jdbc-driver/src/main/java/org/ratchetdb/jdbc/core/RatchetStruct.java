package org.ratchetdb.jdbc.core;

import java.sql.SQLException;
import java.sql.Struct;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.convert.JavaValues;
import org.ratchetdb.jdbc.convert.JdbcTypes;
import org.ratchetdb.jdbc.convert.ValueText;

/** A STRUCT value. Immutable. */
final class RatchetStruct implements Struct {
  private final Value.Struct value;
  private final Dialect dialect;

  RatchetStruct(Value.Struct value, Dialect dialect) {
    this.value = value;
    this.dialect = dialect;
  }

  @Override
  public String getSQLTypeName() {
    return JdbcTypes.name(value.type(), dialect);
  }

  @Override
  public @Nullable Object[] getAttributes() throws SQLException {
    return JavaValues.toObjects(value.fields(), dialect);
  }

  @Override
  public @Nullable Object[] getAttributes(@Nullable Map<String, Class<?>> map) throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.notSupported("A map of user-defined types");
    }
    return getAttributes();
  }

  @Override
  public String toString() {
    return ValueText.of(value, dialect);
  }
}
