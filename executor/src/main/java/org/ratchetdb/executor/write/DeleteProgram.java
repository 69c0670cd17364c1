package org.ratchetdb.executor.write;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.operator.OperatorFactory;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.planner.physical.DmlPlan;

/** DELETE: the source yields the rows to delete. */
final class DeleteProgram extends DmlProgram {
  DeleteProgram(DmlPlan.Delete plan, OperatorFactory source, List<Evaluator> returning) {
    super(plan, source, returning);
  }

  @Override
  Run start(EvaluationState state, @Nullable RowStore returned) {
    TableWriter writer = new TableWriter(spec, state.context());
    return new Run() {
      private long count;

      @Override
      public void write(Batch source) {
        for (int k = 0; k < source.size(); k++) {
          writer.delete(source, source.row(k));
        }
        count += source.size();
        addReturned(source, state, returned);
      }

      @Override
      public long finish() {
        return count;
      }
    };
  }
}
