package org.ratchetdb.executor.operator;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.aggregate.Accumulator;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.RowStore;

/** Groups an input whose equal keys stand together; holds a batch of groups at a time. */
final class StreamAggregateOperator implements Operator {
  private final HashAggregateOperator.Spec spec;
  private final Operator input;
  private final EvaluationState state;
  private RowStore keys;
  private List<Accumulator> accumulators = List.of();
  private @Nullable Batch rows;
  private int nextRow;
  private boolean ended;
  private @Nullable Batch output;
  private final Batch keyView;

  StreamAggregateOperator(HashAggregateOperator.Spec spec, Operator input, EvaluationState state) {
    this.spec = spec;
    this.input = input;
    this.state = state;
    this.keys = new RowStore(spec.keyTypes());
    this.keyView = Batch.of(new ColumnVector[spec.keyOrdinals().length]);
  }

  @Override
  public void open() {
    keys = new RowStore(spec.keyTypes());
    accumulators = HashAggregateOperator.newAccumulators(spec, state);
    rows = null;
    nextRow = 0;
    ended = false;
    input.open();
  }

  @Override
  public @Nullable Batch next() {
    while (!ended) {
      Batch batch = rows;
      if (batch == null || nextRow == batch.size()) {
        batch = input.next();
        rows = batch;
        nextRow = 0;
      }
      if (batch == null) {
        ended = true;
        return keys.isEmpty() ? null : emit();
      }
      if (addUntilFull(batch)) {
        return emit();
      }
    }
    return null;
  }

  /** Adds rows up to the end of the batch, or to a new group that does not fit: then true. */
  private boolean addUntilFull(Batch batch) {
    int[] ordinals = spec.keyOrdinals();
    for (int i = 0; i < ordinals.length; i++) {
      keyView.setColumn(i, batch.column(ordinals[i]));
    }
    int[] groupOf = new int[batch.size() - nextRow];
    int start = nextRow;
    boolean full = false;
    while (nextRow < batch.size()) {
      int row = batch.row(nextRow);
      if (keys.isEmpty() || !isCurrentGroup(row)) {
        if (keys.size() == Batch.ROWS_MAX) {
          full = true;
          break;
        }
        keys.add(keyView, row);
      }
      groupOf[nextRow - start] = keys.size() - 1;
      nextRow++;
    }
    int[] positions = Arrays.copyOfRange(batch.selection(), start, nextRow);
    for (Accumulator accumulator : accumulators) {
      accumulator.ensureGroups(keys.size());
      accumulator.add(batch, positions, groupOf, positions.length);
    }
    return full;
  }

  private boolean isCurrentGroup(int row) {
    int last = keys.size() - 1;
    Batch batch = keys.batchOf(last);
    int position = RowStore.positionOf(last);
    for (int c = 0; c < keyView.columnCount(); c++) {
      if (!batch.column(c).sameOrBothNull(position, keyView.column(c), row)) {
        return false;
      }
    }
    return true;
  }

  private Batch emit() {
    Batch out = HashAggregateOperator.emit(spec, keys, accumulators, 0, keys.size(), output);
    output = out;
    keys = new RowStore(spec.keyTypes());
    accumulators = HashAggregateOperator.newAccumulators(spec, state);
    return out;
  }

  @Override
  public void close() {
    input.close();
    ended = true;
    rows = null;
    accumulators = List.of();
  }
}
