package org.ratchetdb.executor.expression;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.DoubleVector;
import org.ratchetdb.executor.vector.LongVector;
import org.ratchetdb.executor.vector.Values;

/**
 * IN with a list: true when one is equal, else unknown when anything is NULL, else false. A long
 * list of literals is looked up in a sorted set.
 */
final class InList extends Evaluator {
  private static final int SET_MIN = 8;

  private final Evaluator operand;
  private final List<Evaluator> list;
  private final int slot;
  private final @Nullable Set<Value> literals;
  private final boolean holdsNull;

  InList(Evaluator operand, List<Evaluator> list, int slot) {
    super(SqlType.BOOL);
    this.operand = operand;
    this.list = list;
    this.slot = slot;
    Set<Value> set = null;
    boolean sawNull = false;
    if (list.size() >= SET_MIN
        && isSearchable(operand.type())
        && list.stream().allMatch(Leaves.Literal.class::isInstance)) {
      set = new TreeSet<>(Values::compare);
      for (Evaluator element : list) {
        Value value = ((Leaves.Literal) element).value();
        if (value.isNull()) {
          sawNull = true;
        } else {
          set.add(value);
        }
      }
    }
    this.literals = set;
    this.holdsNull = sawNull;
  }

  /** Types whose equality is that of their order. */
  private static boolean isSearchable(SqlType type) {
    return switch (type.kind()) {
      case BOOL, INT64, NUMERIC, PG_NUMERIC, STRING, BYTES, DATE, TIMESTAMP, UUID, PG_OID -> true;
      default -> false;
    };
  }

  @Override
  public ColumnVector evaluate(Batch input, int[] rows, int count, EvaluationState state) {
    LongVector out = (LongVector) state.slot(slot, type(), input.rowCount());
    ColumnVector value = operand.evaluate(input, rows, count, state);
    Set<Value> set = literals;
    if (set != null) {
      search(value, rows, count, out, set);
    } else {
      compare(value, input, rows, count, out, state);
    }
    return out;
  }

  private void search(ColumnVector value, int[] rows, int count, LongVector out, Set<Value> set) {
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      if (value.isNull(row)) {
        out.setNull(row);
      } else if (set.contains(value.get(row))) {
        out.setBoolean(row, true);
      } else if (holdsNull) {
        out.setNull(row);
      } else {
        out.setBoolean(row, false);
      }
    }
  }

  private void compare(
      ColumnVector value,
      Batch input,
      int[] rows,
      int count,
      LongVector out,
      EvaluationState state) {
    int[] open = new int[count];
    int left = 0;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      if (value.isNull(row)) {
        out.setNull(row);
      } else {
        out.setBoolean(row, false);
        open[left++] = row;
      }
    }
    for (Evaluator element : list) {
      if (left == 0) {
        break;
      }
      ColumnVector candidate = element.evaluate(input, open, left, state);
      int size = 0;
      for (int k = 0; k < left; k++) {
        int row = open[k];
        if (candidate.isNull(row)) {
          out.setNull(row);
          open[size++] = row;
        } else if (equal(value, candidate, row, state)) {
          out.setBoolean(row, true);
        } else {
          open[size++] = row;
        }
      }
      left = size;
    }
  }

  private static boolean equal(ColumnVector a, ColumnVector b, int row, EvaluationState state) {
    if (a instanceof DoubleVector && !state.context().isPostgres()) {
      return a.getDouble(row) == b.getDouble(row);
    }
    if (a.type().is(TypeKind.UNKNOWN) || b.type().is(TypeKind.UNKNOWN)) {
      return false;
    }
    return a.same(row, b, row);
  }
}
