package org.ratchetdb.jdbc.meta;

import java.sql.SQLException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.jdbc.backend.SqlErrors;

/** {@link java.sql.Wrapper} for objects that wrap nothing but themselves. */
public final class Wrappers {
  private Wrappers() {}

  /**
   * The object as one of its own types.
   *
   * @throws SQLException 22023 when it has no such type
   */
  public static <T> T unwrap(Object object, Class<T> type) throws SQLException {
    if (type.isInstance(object)) {
      return type.cast(object);
    }
    throw SqlErrors.of(
        ErrorCode.INVALID_ARGUMENT, object.getClass().getName() + " wraps no " + type.getName());
  }
}
