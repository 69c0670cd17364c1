package org.ratchetdb.executor.operator;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.vector.Batch;

/** One step of a running query. Owned by one thread. */
public interface Operator extends AutoCloseable {
  /** Starts, or starts again after {@link #close}. */
  void open();

  /** The next rows, never an empty batch; null at the end. Valid until the next call. */
  @Nullable Batch next();

  /** Releases what {@link #open} took. Safe to repeat, and without an open. */
  @Override
  void close();
}
