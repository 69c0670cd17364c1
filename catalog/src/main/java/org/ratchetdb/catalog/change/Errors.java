package org.ratchetdb.catalog.change;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Short names for the codes that most refusals carry. */
final class Errors {
  private Errors() {}

  /** FAILED_PRECONDITION: the schema as it stands does not allow it. */
  static DbException precondition(String message) {
    return new DbException(ErrorCode.INVALID_SCHEMA, message);
  }

  /** FAILED_PRECONDITION: something else needs it. */
  static DbException dependents(String message) {
    return new DbException(ErrorCode.DEPENDENT_OBJECTS, message);
  }

  /** INVALID_ARGUMENT: the statement itself is wrong. */
  static DbException invalid(String message) {
    return new DbException(ErrorCode.INVALID_OBJECT_DEFINITION, message);
  }

  /** FAILED_PRECONDITION: a table would have too much of something. */
  static DbException tooLarge(String message) {
    return new DbException(ErrorCode.SCHEMA_LIMIT_EXCEEDED, message);
  }

  /** FAILED_PRECONDITION: there are too many objects already. */
  static DbException tooMany(String message) {
    return new DbException(ErrorCode.SCHEMA_QUOTA_EXCEEDED, message);
  }

  /** INVALID_ARGUMENT: one of {@link SchemaLimits} is passed. */
  static DbException limit(String message) {
    return new DbException(ErrorCode.LIMIT_EXCEEDED, message);
  }
}
