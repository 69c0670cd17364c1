package org.ratchetdb.executor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.planner.physical.OutputColumn;

/** The rows of a running query. Owned by one thread; close it to release cursors and files. */
public interface BatchCursor extends AutoCloseable {
  List<OutputColumn> columns();

  /**
   * The next rows, never an empty batch; null at the end. Valid until the next call.
   *
   * @throws org.ratchetdb.common.error.DbException for whatever the query meets
   */
  @Nullable Batch next();

  @Override
  void close();
}
