package org.ratchetdb.executor.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;

/** Operators that keep no rows: filter, project, limit, union, values. */
final class SimpleOperators {
  private SimpleOperators() {}

  static final class Filter implements Operator {
    private final Operator input;
    private final Evaluator condition;
    private final EvaluationState state;
    private int[] kept = new int[0];

    Filter(Operator input, Evaluator condition, EvaluationState state) {
      this.input = input;
      this.condition = condition;
      this.state = state;
    }

    @Override
    public void open() {
      input.open();
    }

    @Override
    public @Nullable Batch next() {
      while (true) {
        Batch rows = input.next();
        if (rows == null) {
          return null;
        }
        if (kept.length < rows.size()) {
          kept = new int[rows.size()];
        }
        int size = condition.filter(rows, rows.selection(), rows.size(), kept, state);
        if (size > 0) {
          rows.select(kept, size);
          return rows;
        }
      }
    }

    @Override
    public void close() {
      input.close();
    }
  }

  static final class Project implements Operator {
    private final Operator input;
    private final List<Evaluator> expressions;
    private final EvaluationState state;
    private final Batch output;

    Project(Operator input, List<Evaluator> expressions, EvaluationState state) {
      this.input = input;
      this.expressions = expressions;
      this.state = state;
      this.output = Batch.of(new ColumnVector[expressions.size()]);
    }

    @Override
    public void open() {
      input.open();
    }

    @Override
    public @Nullable Batch next() {
      Batch rows = input.next();
      if (rows == null) {
        return null;
      }
      for (int i = 0; i < expressions.size(); i++) {
        output.setColumn(i, expressions.get(i).evaluate(rows, state));
      }
      output.sameRowsAs(rows);
      return output;
    }

    @Override
    public void close() {
      input.close();
    }
  }

  static final class Limit implements Operator {
    private final Operator input;
    private final @Nullable Evaluator offset;
    private final @Nullable Evaluator count;
    private final EvaluationState state;
    private long toSkip;
    private long remaining;

    Limit(
        Operator input,
        @Nullable Evaluator offset,
        @Nullable Evaluator count,
        EvaluationState state) {
      this.input = input;
      this.offset = offset;
      this.count = count;
      this.state = state;
    }

    @Override
    public void open() {
      toSkip = RowCounts.evaluate(offset, 0, "OFFSET", state);
      remaining = RowCounts.evaluate(count, Long.MAX_VALUE, "LIMIT", state);
      input.open();
    }

    @Override
    public @Nullable Batch next() {
      while (remaining > 0) {
        Batch rows = input.next();
        if (rows == null) {
          return null;
        }
        if (toSkip >= rows.size()) {
          toSkip -= rows.size();
          continue;
        }
        int from = (int) toSkip;
        toSkip = 0;
        int to = (int) Math.min(rows.size(), from + Math.min(remaining, Batch.ROWS_MAX));
        rows.slice(from, to);
        remaining -= rows.size();
        return rows;
      }
      return null;
    }

    @Override
    public void close() {
      input.close();
    }
  }

  static final class UnionAll implements Operator {
    private final List<Operator> inputs;
    private int current;
    private boolean currentOpen;

    UnionAll(List<Operator> inputs) {
      this.inputs = inputs;
    }

    @Override
    public void open() {
      current = 0;
      currentOpen = false;
    }

    @Override
    public @Nullable Batch next() {
      while (current < inputs.size()) {
        Operator input = inputs.get(current);
        if (!currentOpen) {
          input.open();
          currentOpen = true;
        }
        Batch rows = input.next();
        if (rows != null) {
          return rows;
        }
        input.close();
        currentOpen = false;
        current++;
      }
      return null;
    }

    @Override
    public void close() {
      inputs.forEach(Operator::close);
      current = inputs.size();
    }
  }

  static final class Values implements Operator {
    private final List<List<Evaluator>> rows;
    private final List<SqlType> types;
    private final EvaluationState state;
    private @Nullable Batch batch;
    private int nextRow;

    Values(List<List<Evaluator>> rows, List<SqlType> types, EvaluationState state) {
      this.rows = rows;
      this.types = types;
      this.state = state;
    }

    @Override
    public void open() {
      nextRow = 0;
    }

    @Override
    public @Nullable Batch next() {
      if (nextRow == rows.size()) {
        return null;
      }
      state.context().checkAlive();
      int count = Math.min(Batch.ROWS_MAX, rows.size() - nextRow);
      Batch current = batch;
      if (current == null) {
        current = Batch.create(types, count);
        batch = current;
      } else {
        current.prepare(count);
      }
      for (int r = 0; r < count; r++) {
        List<Evaluator> row = rows.get(nextRow + r);
        for (int c = 0; c < types.size(); c++) {
          row.get(c).storeConstant(current.column(c), r, state);
        }
      }
      nextRow += count;
      current.setRowCount(count);
      return current;
    }

    @Override
    public void close() {
      nextRow = rows.size();
    }
  }
}
