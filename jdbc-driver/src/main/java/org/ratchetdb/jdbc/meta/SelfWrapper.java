package org.ratchetdb.jdbc.meta;

import java.sql.SQLException;
import java.sql.Wrapper;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.jdbc.backend.SqlErrors;

/** An object that wraps nothing but itself, and unwraps to any of its own types. */
public interface SelfWrapper extends Wrapper {
  /**
   * The object as one of its own types.
   *
   * @throws SQLException 22023 when it has no such type
   */
  @Override
  default <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw SqlErrors.of(
        ErrorCode.INVALID_ARGUMENT, getClass().getName() + " wraps no " + type.getName());
  }

  @Override
  default boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
