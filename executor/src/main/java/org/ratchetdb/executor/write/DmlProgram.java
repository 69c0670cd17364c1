package org.ratchetdb.executor.write;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.operator.Operator;
import org.ratchetdb.executor.operator.OperatorFactory;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.storage.api.KvTransaction;

/** A DML statement ready to run. Immutable and shared. */
public abstract class DmlProgram {
  private final OperatorFactory source;
  private final boolean sourceReadsTables;
  private final List<OutputColumn> sourceColumns;
  private final List<Evaluator> returning;

  /** What the source consists of, if it is one row of parameters. */
  final @Nullable ParameterRow parameterRow;

  final TableSpec spec;

  DmlProgram(DmlPlan plan, OperatorFactory source, List<Evaluator> returning) {
    this.source = source;
    this.sourceReadsTables = readsTables(plan.source());
    this.sourceColumns = plan.source().output();
    this.returning = returning;
    this.parameterRow = ParameterRow.of(plan.source());
    this.spec = new TableSpec(plan.schema(), plan.table());
  }

  private static boolean readsTables(PhysicalPlan.Query query) {
    return query instanceof PhysicalPlan.Scan
        || query instanceof PhysicalPlan.BackJoin
        || query.inputs().stream().anyMatch(DmlProgram::readsTables);
  }

  /** A value of a column computed per row. */
  record Computed(int ordinal, Evaluator value) {
    /** Computes the column for all rows of the batch and stores it there. */
    void fill(Batch rows, EvaluationState state) {
      ColumnVector values = value.evaluate(rows, state);
      ColumnVector target = rows.column(ordinal);
      for (int k = 0; k < rows.size(); k++) {
        int row = rows.row(k);
        if (values.isNull(row)) {
          target.setNull(row);
        } else {
          target.copy(row, values, row);
        }
      }
    }
  }

  /** What writing a row counts as: the columns written, those of the key always among them. */
  final int columnsWritten(int[] ordinals, List<Computed> computed) {
    return (int)
        IntStream.concat(
                IntStream.concat(IntStream.of(ordinals), IntStream.of(spec.keyOrdinals())),
                computed.stream().mapToInt(Computed::ordinal))
            .distinct()
            .count();
  }

  /** Whether {@link #executeRows} can run it. */
  public boolean takesRows() {
    return false;
  }

  /** Runs the statement to its end; when it fails, its writes are taken back. */
  public final DmlOutcome execute(EvaluationState state) {
    return execute(state, run -> forEachBatch(state, run));
  }

  /**
   * Runs the statement once for many rows of parameters, each of which writes one row; when it
   * fails, all is taken back, and running it row by row tells which row is to blame.
   */
  public final void executeRows(EvaluationState state, List<List<Value>> parameters) {
    ParameterRow row = parameterRow;
    if (row == null || !takesRows()) {
      throw new IllegalStateException("Not a statement for rows of parameters");
    }
    DmlOutcome unused = execute(state, run -> forEachRow(state, row, parameters, run));
  }

  private DmlOutcome execute(EvaluationState state, Consumer<Run> source) {
    KvTransaction transaction = state.context().transaction();
    int savepoint = transaction.savepoint();
    state.context().writes().beginStatement(transaction);
    try {
      RowStore returned =
          returning.isEmpty()
              ? null
              : new RowStore(returning.stream().map(Evaluator::type).toList());
      Run run = start(state, returned);
      source.accept(run);
      return new DmlOutcome(run.finish(), returned);
    } catch (RuntimeException e) {
      if (transaction.isOpen()) {
        transaction.rollbackTo(savepoint);
      }
      throw e;
    }
  }

  final boolean returns() {
    return !returning.isEmpty();
  }

  /** One execution. */
  interface Run {
    /** Writes a batch of source rows. */
    void write(Batch source);

    /** Writes what is left and returns the count. */
    long finish();
  }

  abstract Run start(EvaluationState state, @Nullable RowStore returned);

  private static void forEachRow(
      EvaluationState state, ParameterRow row, List<List<Value>> parameters, Run run) {
    Batch batch = row.newBatch();
    for (int from = 0; from < parameters.size(); from += Batch.ROWS_MAX) {
      state.context().checkAlive();
      row.fill(batch, parameters, from, Math.min(parameters.size(), from + Batch.ROWS_MAX));
      run.write(batch);
      state.context().writes().checkBytes(state.context().transaction());
    }
  }

  private void forEachBatch(EvaluationState state, Run run) {
    if (!sourceReadsTables) {
      try (Operator rows = source.create(state)) {
        rows.open();
        for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
          run.write(batch);
          state.context().writes().checkBytes(state.context().transaction());
        }
      }
      return;
    }
    // The source must not meet what the statement itself writes, so it is read to its end first.
    RowStore kept = new RowStore(sourceColumns.stream().map(OutputColumn::type).toList());
    long counted = 0;
    try (Operator rows = source.create(state)) {
      rows.open();
      for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
        kept.addAll(batch);
        long bytes = kept.memoryBytes();
        state.context().memory().reserve(bytes - counted);
        counted = bytes;
      }
    }
    for (int i = 0; i < kept.chunkCount(); i++) {
      run.write(kept.chunk(i));
      state.context().writes().checkBytes(state.context().transaction());
      state.context().checkAlive();
    }
    state.context().memory().release(counted);
  }

  /** Adds the RETURNING row of each row that counts. */
  final void addReturned(Batch rows, EvaluationState state, @Nullable RowStore returned) {
    if (returned == null || rows.isEmpty()) {
      return;
    }
    Batch shown = Batch.of(new ColumnVector[returning.size()]);
    for (int i = 0; i < returning.size(); i++) {
      shown.setColumn(i, returning.get(i).evaluate(rows, state));
    }
    shown.sameRowsAs(rows);
    returned.addAll(shown);
  }
}
