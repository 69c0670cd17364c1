package org.ratchetdb.executor.operator;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.vector.Batch;

/** Yields the rows of a spill file, which it owns. */
final class SpillScan implements Operator {
  private final SpillFile file;
  private final Batch batch;

  SpillScan(SpillFile file) {
    this.file = file;
    this.batch = Batch.create(file.types(), 0);
  }

  @Override
  public void open() {
    file.rewind();
  }

  @Override
  public @Nullable Batch next() {
    return file.read(batch) ? batch : null;
  }

  @Override
  public void close() {
    file.close();
  }
}
