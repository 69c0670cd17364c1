package org.ratchetdb.executor.vector;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/** Checks that a value fits a vector. */
final class VectorKinds {
  private VectorKinds() {}

  static void requireNull(Value value, SqlType type) {
    if (!value.isNull()) {
      throw new DbException(
          ErrorCode.DATATYPE_MISMATCH,
          "Value has type " + value.type() + " where " + type + " is needed");
    }
  }
}
