package org.ratchetdb.engine.result;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.ResultColumn;
import org.ratchetdb.executor.BatchCursor;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;

/** Rows that the executor makes batch by batch. Owned by one thread. */
public final class BatchResultCursor implements DetachableCursor {
  private final List<ResultColumn> columns;
  private final Runnable onClose;
  private final UnaryOperator<DbException> explanation;
  private final Consumer<DbException> onFailure;
  private @Nullable BatchCursor source;
  private @Nullable StaticCursor detached;
  private @Nullable Batch batch;
  private int position;
  private int row;

  /**
   * @param onClose releases what the rows were read through; called once, after the source is
   *     closed
   * @param explanation what a failure while rows are made means for the reader
   * @param onFailure told of it
   */
  public BatchResultCursor(
      List<ResultColumn> columns,
      BatchCursor source,
      Runnable onClose,
      UnaryOperator<DbException> explanation,
      Consumer<DbException> onFailure) {
    this.columns = columns;
    this.source = source;
    this.onClose = onClose;
    this.explanation = explanation;
    this.onFailure = onFailure;
  }

  @Override
  public List<ResultColumn> columns() {
    return columns;
  }

  @Override
  public boolean next() {
    if (detached != null) {
      return detached.next();
    }
    while (batch == null || position >= batch.size()) {
      if (source == null) {
        return false;
      }
      batch = nextBatch(source);
      position = 0;
      if (batch == null) {
        close();
        return false;
      }
    }
    row = batch.row(position++);
    return true;
  }

  private @Nullable Batch nextBatch(BatchCursor from) {
    try {
      return from.next();
    } catch (RuntimeException | Error e) {
      DbException failure = explanation.apply(Failures.toDbException(e));
      try {
        close();
      } catch (RuntimeException second) {
        failure.addSuppressed(second);
      }
      onFailure.accept(failure);
      throw failure;
    }
  }

  @Override
  public boolean isNull(int column) {
    return detached == null ? vector(column).isNull(row) : detached.isNull(column);
  }

  @Override
  public long getLong(int column) {
    return detached == null ? vector(column).getLong(row) : detached.getLong(column);
  }

  @Override
  public double getDouble(int column) {
    return detached == null ? vector(column).getDouble(row) : detached.getDouble(column);
  }

  @Override
  public String getString(int column) {
    return detached == null ? vector(column).getString(row) : detached.getString(column);
  }

  @Override
  public void getBytes(int column, ByteSlice into) {
    if (detached != null) {
      detached.getBytes(column, into);
    } else {
      BytesVector bytes = (BytesVector) vector(column);
      into.set(bytes.buffer(), bytes.start(row), bytes.length(row));
    }
  }

  @Override
  public Value getValue(int column) {
    return detached == null ? vector(column).get(row) : detached.getValue(column);
  }

  private ColumnVector vector(int column) {
    if (batch == null) {
      throw new IllegalStateException("The cursor does not stand on a row");
    }
    return batch.column(column);
  }

  @Override
  public void detach() {
    if (detached != null || source == null) {
      return;
    }
    List<List<Value>> rows = new ArrayList<>();
    // The row that the reader stands on goes first, so that it stays readable.
    boolean onRow = batch != null && position > 0;
    if (onRow) {
      rows.add(currentRow());
    }
    while (next()) {
      rows.add(currentRow());
    }
    StaticCursor rest = new StaticCursor(columns, rows);
    if (onRow) {
      rest.next();
    }
    detached = rest;
    batch = null;
  }

  private List<Value> currentRow() {
    List<Value> values = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      values.add(vector(i).get(row));
    }
    return values;
  }

  @Override
  public void close() {
    BatchCursor closing = source;
    source = null;
    if (closing == null) {
      return;
    }
    try {
      closing.close();
    } finally {
      onClose.run();
    }
  }
}
