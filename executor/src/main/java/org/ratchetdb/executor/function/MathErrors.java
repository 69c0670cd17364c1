package org.ratchetdb.executor.function;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.executor.context.ExecutionContext;

/** Errors of arithmetic in the words of each dialect. */
final class MathErrors {
  private MathErrors() {}

  static DbException int64Overflow(ExecutionContext context, String expression) {
    return new DbException(
        ErrorCode.VALUE_OUT_OF_RANGE,
        context.isPostgres() ? "bigint out of range" : "int64 overflow: " + expression);
  }

  static DbException divisionByZero(ExecutionContext context, String expression) {
    return new DbException(
        ErrorCode.DIVISION_BY_ZERO,
        context.isPostgres() ? "division by zero" : "division by zero: " + expression);
  }

  static DbException floatOverflow(ExecutionContext context, String function) {
    return new DbException(
        ErrorCode.VALUE_OUT_OF_RANGE,
        context.isPostgres()
            ? "value out of range: overflow"
            : "Floating point error in function: " + function);
  }

  static DbException argument(String message) {
    return new DbException(ErrorCode.VALUE_OUT_OF_RANGE, message);
  }
}
