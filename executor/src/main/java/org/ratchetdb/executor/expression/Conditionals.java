package org.ratchetdb.executor.expression;

import java.util.Arrays;
import java.util.List;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.LongVector;

/** Evaluators that compute an operand only for the rows that need it. */
final class Conditionals {
  private Conditionals() {}

  /** AND when the decisive value is false, OR when it is true. */
  static final class Junction extends Evaluator {
    private final List<Evaluator> operands;
    private final boolean decisive;
    private final int slot;

    Junction(List<Evaluator> operands, boolean decisive, int slot) {
      super(SqlType.BOOL);
      this.operands = operands;
      this.decisive = decisive;
      this.slot = slot;
    }

    @Override
    public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
      LongVector out = (LongVector) state.slot(slot, type(), input.rowCount());
      for (int k = 0; k < count; k++) {
        out.setBoolean(rows[k], !decisive);
      }
      int[] undecided = rows;
      int left = count;
      for (Evaluator operand : operands) {
        if (left == 0) {
          break;
        }
        LongVector truth = (LongVector) operand.evaluate(input, undecided, left, state);
        int[] next = new int[left];
        int size = 0;
        for (int k = 0; k < left; k++) {
          int row = undecided[k];
          if (truth.isNull(row)) {
            out.setNull(row);
            next[size++] = row;
          } else if (truth.getBoolean(row) == decisive) {
            out.setBoolean(row, decisive);
          } else {
            next[size++] = row;
          }
        }
        undecided = next;
        left = size;
      }
      return out;
    }

    @Override
    public int filter(Batch input, int[] rows, int count, int[] kept, EvaluationState state) {
      if (decisive) {
        return super.filter(input, rows, count, kept, state);
      }
      // A row that is unknown after one operand can no longer become true, so it need not be
      // looked at by the others.
      int size = count;
      int[] current = rows;
      for (Evaluator operand : operands) {
        size = operand.filter(input, current, size, kept, state);
        current = kept;
      }
      return size;
    }
  }

  static final class Not extends Evaluator {
    private final Evaluator operand;
    private final int slot;

    Not(Evaluator operand, int slot) {
      super(SqlType.BOOL);
      this.operand = operand;
      this.slot = slot;
    }

    @Override
    public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
      LongVector truth = (LongVector) operand.evaluate(input, rows, count, state);
      LongVector out = (LongVector) state.slot(slot, type(), input.rowCount());
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (truth.isNull(row)) {
          out.setNull(row);
        } else {
          out.setBoolean(row, !truth.getBoolean(row));
        }
      }
      return out;
    }
  }

  static final class IsNull extends Evaluator {
    private final Evaluator operand;
    private final int slot;

    IsNull(Evaluator operand, int slot) {
      super(SqlType.BOOL);
      this.operand = operand;
      this.slot = slot;
    }

    @Override
    public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
      ColumnVector value = operand.evaluate(input, rows, count, state);
      LongVector out = (LongVector) state.slot(slot, type(), input.rowCount());
      for (int k = 0; k < count; k++) {
        out.setBoolean(rows[k], value.isNull(rows[k]));
      }
      return out;
    }
  }

  static final class Case extends Evaluator {
    private final List<Evaluator> conditions;
    private final List<Evaluator> results;
    private final Evaluator otherwise;
    private final int slot;

    Case(
        List<Evaluator> conditions,
        List<Evaluator> results,
        Evaluator otherwise,
        SqlType type,
        int slot) {
      super(type);
      this.conditions = conditions;
      this.results = results;
      this.otherwise = otherwise;
      this.slot = slot;
    }

    @Override
    public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
      ColumnVector out = state.slot(slot, type(), input.rowCount());
      int[] open = Arrays.copyOf(rows, count);
      int left = count;
      int[] taken = new int[count];
      for (int branch = 0; branch < conditions.size() && left > 0; branch++) {
        int size = conditions.get(branch).filter(input, open, left, taken, state);
        if (size > 0) {
          fill(out, results.get(branch), input, taken, size, state);
          left = remove(open, left, taken, size);
        }
      }
      if (left > 0) {
        fill(out, otherwise, input, open, left, state);
      }
      return out;
    }

    /** Takes positions out of an ascending list; both are ascending. */
    private static int remove(int[] from, int count, int[] taken, int takenCount) {
      int size = 0;
      int t = 0;
      for (int k = 0; k < count; k++) {
        if (t < takenCount && taken[t] == from[k]) {
          t++;
        } else {
          from[size++] = from[k];
        }
      }
      return size;
    }
  }

  static final class Coalesce extends Evaluator {
    private final List<Evaluator> operands;
    private final int slot;

    Coalesce(List<Evaluator> operands, SqlType type, int slot) {
      super(type);
      this.operands = operands;
      this.slot = slot;
    }

    @Override
    public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
      ColumnVector out = state.slot(slot, type(), input.rowCount());
      int[] open = rows;
      int left = count;
      for (Evaluator operand : operands) {
        if (left == 0) {
          break;
        }
        fill(out, operand, input, open, left, state);
        int[] next = new int[left];
        int size = 0;
        for (int k = 0; k < left; k++) {
          if (out.isNull(open[k])) {
            next[size++] = open[k];
          }
        }
        open = next;
        left = size;
      }
      return out;
    }
  }

  private static void fill(
      ColumnVector out,
      Evaluator value,
      Batch input,
      int[] rows,
      int count,
      EvaluationState state) {
    ColumnVector source = value.evaluate(input, rows, count, state);
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      if (source.isNull(row)) {
        out.setNull(row);
      } else {
        out.copy(row, source, row);
      }
    }
  }
}
