package org.ratchetdb.executor.expression;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.LongVector;
import org.ratchetdb.executor.vector.TimestampVector;

/** Evaluators without operands. */
final class Leaves {
  private Leaves() {}

  static final class Input extends Evaluator {
    private final int ordinal;

    Input(int ordinal, SqlType type) {
      super(type);
      this.ordinal = ordinal;
    }

    @Override
    public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
      return input.column(ordinal);
    }
  }

  /** A value that is the same for all rows of an execution; its vector is filled once. */
  abstract static class Constant extends Evaluator {
    private final int slot;

    Constant(SqlType type, int slot) {
      super(type);
      this.slot = slot;
    }

    @Override
    public abstract Value constant(EvaluationState state);

    @Override
    public void storeConstant(ColumnVector into, int row, EvaluationState state) {
      Value value = constant(state);
      if (value.isNull()) {
        into.setNull(row);
      } else {
        into.set(row, value);
      }
    }

    @Override
    public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
      int needed = input.rowCount();
      ColumnVector vector = state.peek(slot);
      if (vector != null && vector.capacity() >= needed) {
        return vector;
      }
      vector = state.slot(slot, type(), needed);
      Value value = constant(state);
      for (int row = 0; row < vector.capacity(); row++) {
        vector.set(row, value);
      }
      return vector;
    }
  }

  static final class Literal extends Constant {
    private final Value value;

    Literal(Value value, int slot) {
      super(value.type(), slot);
      this.value = value;
    }

    Value value() {
      return value;
    }

    @Override
    public Value constant(EvaluationState state) {
      return value;
    }
  }

  static final class Parameter extends Constant {
    private final int index;

    Parameter(int index, SqlType type, int slot) {
      super(type, slot);
      this.index = index;
    }

    @Override
    public Value constant(EvaluationState state) {
      if (index >= state.context().parameters().size()) {
        throw new DbException(
            ErrorCode.UNDEFINED_PARAMETER, "No parameter found for binding: p" + (index + 1));
      }
      Value value = state.context().parameters().get(index);
      if (value.isNull()) {
        return new Value.Null(type());
      }
      if (value.type().kind() != type().kind() && !type().is(TypeKind.UNKNOWN)) {
        throw new DbException(
            ErrorCode.DATATYPE_MISMATCH,
            "Parameter " + (index + 1) + " has type " + value.type() + ", expected " + type());
      }
      return value;
    }
  }

  static final class Outer extends Evaluator {
    private final int outer;
    private final int ordinal;
    private final int slot;

    Outer(int outer, int ordinal, SqlType type, int slot) {
      super(type);
      this.outer = outer;
      this.ordinal = ordinal;
      this.slot = slot;
    }

    @Override
    public Value constant(EvaluationState state) {
      return state.outerBatch(outer).column(ordinal).get(state.outerRow(outer));
    }

    @Override
    public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
      ColumnVector vector = state.slot(slot, type(), input.rowCount());
      ColumnVector source = state.outerBatch(outer).column(ordinal);
      int sourceRow = state.outerRow(outer);
      for (int k = 0; k < count; k++) {
        vector.copy(rows[k], source, sourceRow);
      }
      return vector;
    }
  }

  static final class PendingCommitTimestamp extends Evaluator {
    private final int slot;

    PendingCommitTimestamp(int slot) {
      super(SqlType.TIMESTAMP);
      this.slot = slot;
    }

    @Override
    public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
      TimestampVector vector = (TimestampVector) state.slot(slot, type(), input.rowCount());
      for (int k = 0; k < count; k++) {
        vector.setTimestamp(rows[k], TimestampVector.PENDING, 0);
      }
      return vector;
    }
  }

  static final class NextSequenceValue extends Evaluator {
    private final int sequenceId;
    private final int slot;

    NextSequenceValue(int sequenceId, int slot) {
      super(SqlType.INT64);
      this.sequenceId = sequenceId;
      this.slot = slot;
    }

    @Override
    public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
      LongVector vector = (LongVector) state.slot(slot, type(), input.rowCount());
      for (int k = 0; k < count; k++) {
        vector.setLong(rows[k], state.context().sequences().next(sequenceId));
      }
      return vector;
    }
  }
}
