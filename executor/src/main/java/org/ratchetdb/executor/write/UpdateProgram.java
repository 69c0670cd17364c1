package org.ratchetdb.executor.write;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.operator.OperatorFactory;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.planner.physical.DmlPlan;

/** UPDATE: the source yields old rows and new values. */
final class UpdateProgram extends DmlProgram {
  private final int[] setOrdinals;
  private final boolean[] given;
  private final List<Computed> generated;
  private final UpdateSpec update;
  private final int mutations;

  UpdateProgram(
      DmlPlan.Update plan,
      OperatorFactory source,
      List<Computed> generated,
      List<Evaluator> returning) {
    super(plan, source, returning);
    this.setOrdinals = plan.setColumnIds().stream().mapToInt(plan.table()::ordinal).toArray();
    this.generated = generated;
    this.update = UpdateSpec.ofOrdinals(spec, setOrdinals, generated);
    this.mutations = columnsWritten(setOrdinals, generated);
    this.given = new boolean[plan.table().columns().size()];
    for (int ordinal : setOrdinals) {
      given[ordinal] = true;
      int columnId = plan.table().columns().get(ordinal).id();
      if (plan.table().isKeyColumn(columnId)) {
        throw ConstraintErrors.keyChanged(plan.table(), plan.table().column(columnId));
      }
    }
  }

  static void requireSameKey(TableSpec spec, Batch oldRows, int oldRow, Batch newRows, int newRow) {
    for (int ordinal : spec.keyOrdinals()) {
      if (!oldRows.column(ordinal).sameOrBothNull(oldRow, newRows.column(ordinal), newRow)) {
        throw ConstraintErrors.keyChanged(spec.table(), spec.table().columns().get(ordinal));
      }
    }
  }

  @Override
  Run start(EvaluationState state, @Nullable RowStore returned) {
    TableWriter writer = new TableWriter(spec, state.context());
    Batch newRows = Batch.create(spec.types(), 0);
    return new Run() {
      private long count;

      @Override
      public void write(Batch source) {
        build(source);
        for (int k = 0; k < source.size(); k++) {
          RowChecks.check(spec, newRows, k, given, update.ordinals());
          requireSameKey(spec, source, source.row(k), newRows, k);
          writer.update(
              writer.key(newRows, k).requireKnown(),
              source,
              source.row(k),
              newRows,
              k,
              update,
              mutations);
        }
        count += source.size();
        addReturned(newRows, state, returned);
      }

      private void build(Batch source) {
        int columns = spec.types().size();
        int size = source.size();
        newRows.prepare(size);
        for (int c = 0; c < columns; c++) {
          copy(source, c, newRows.column(c));
        }
        for (int i = 0; i < setOrdinals.length; i++) {
          copy(source, columns + i, newRows.column(setOrdinals[i]));
        }
        newRows.setRowCount(size);
        generated.forEach(g -> g.fill(newRows, state));
      }

      @Override
      public long finish() {
        writer.finish();
        return count;
      }
    };
  }

  private static void copy(Batch source, int ordinal, ColumnVector to) {
    ColumnVector from = source.column(ordinal);
    for (int k = 0; k < source.size(); k++) {
      int row = source.row(k);
      if (from.isNull(row)) {
        to.setNull(k);
      } else {
        to.copy(k, from, row);
      }
    }
  }
}
