package org.ratchetdb.executor.operator;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;

/** Reads LIMIT and OFFSET. */
final class RowCounts {
  private RowCounts() {}

  /** The count, or the value for an absent one. */
  static long evaluate(
      @Nullable Evaluator expression, long absent, String clause, EvaluationState state) {
    if (expression == null) {
      return absent;
    }
    return check(expression.constant(state), clause, state.context());
  }

  /** The count that a value stands for. */
  static long check(Value value, String clause, ExecutionContext context) {
    if (value.isNull()) {
      throw new DbException(ErrorCode.INVALID_ROW_COUNT, clause + " must not be null");
    }
    if (!(value instanceof Value.Int64 count)) {
      throw new DbException(ErrorCode.INVALID_ROW_COUNT, clause + " must be an integer");
    }
    if (count.value() < 0) {
      throw new DbException(
          ErrorCode.INVALID_ROW_COUNT,
          clause
              + (context.isPostgres()
                  ? " must not be negative"
                  : " must be a non-negative integer"));
    }
    return count.value();
  }
}
