package org.ratchetdb.executor.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.EntryFormat;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.storage.api.CellLocks;

/** Fetches the base rows of index entries, a batch at a time. */
final class BackJoinOperator implements Operator {
  /** What the plan fixes; shared. */
  @SuppressWarnings("ArrayRecordComponent") // never written after the plan is compiled
  record Spec(
      EntryFormat format, int[] keyOrdinals, @Nullable Evaluator residual, CellLocks locks) {}

  private final Spec spec;
  private final Operator input;
  private final EvaluationState state;
  private final EntryDecoder decoder;
  private final KeyEncoder encoder = new KeyEncoder();
  private @Nullable Batch fetched;
  private @Nullable Batch output;

  BackJoinOperator(Spec spec, Operator input, EvaluationState state) {
    this.spec = spec;
    this.input = input;
    this.state = state;
    this.decoder = new EntryDecoder(spec.format());
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
      Batch joined = join(rows);
      if (!joined.isEmpty()) {
        return joined;
      }
    }
  }

  private Batch join(Batch rows) {
    List<Key> keys = new ArrayList<>(rows.size());
    for (int k = 0; k < rows.size(); k++) {
      encoder.reset();
      spec.format().layout().encode(encoder, rows, spec.keyOrdinals(), rows.row(k));
      keys.add(encoder.toKey());
    }
    List<byte @Nullable []> found = state.context().reader().getAll(keys, spec.locks());
    Batch base = fetched;
    if (base == null) {
      base = Batch.create(spec.format().types(), rows.rowCount());
      fetched = base;
    } else {
      base.prepare(rows.rowCount());
    }
    int[] kept = new int[rows.size()];
    int size = 0;
    for (int k = 0; k < rows.size(); k++) {
      byte[] payload = found.get(k);
      if (payload != null) {
        decoder.decode(keys.get(k), payload, base, rows.row(k));
        kept[size++] = rows.row(k);
      }
    }
    Batch joined = combine(rows, base);
    if (spec.residual() != null) {
      size = spec.residual().filter(joined, kept, size, kept, state);
    }
    joined.select(kept, size);
    return joined;
  }

  private Batch combine(Batch left, Batch right) {
    int leftCount = left.columnCount();
    Batch joined = output;
    if (joined == null) {
      joined = Batch.of(new ColumnVector[leftCount + right.columnCount()]);
      output = joined;
    }
    for (int i = 0; i < leftCount; i++) {
      joined.setColumn(i, left.column(i));
    }
    for (int i = 0; i < right.columnCount(); i++) {
      joined.setColumn(leftCount + i, right.column(i));
    }
    joined.sameRowsAs(left);
    return joined;
  }

  @Override
  public void close() {
    input.close();
  }
}
