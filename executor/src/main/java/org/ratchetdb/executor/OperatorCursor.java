package org.ratchetdb.executor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.context.Helpers;
import org.ratchetdb.executor.operator.Operator;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.planner.physical.OutputColumn;

/** Hands out the batches of the root operator. */
final class OperatorCursor implements BatchCursor {
  private final List<OutputColumn> columns;
  private final Operator root;
  private final Helpers helpers;
  private boolean ended;

  OperatorCursor(List<OutputColumn> columns, Operator root, Helpers helpers) {
    this.helpers = helpers;
    this.columns = columns;
    this.root = root;
  }

  @Override
  public List<OutputColumn> columns() {
    return columns;
  }

  @Override
  public @Nullable Batch next() {
    if (ended) {
      return null;
    }
    helpers.enter();
    try {
      Batch rows = InternalErrors.guard(root::next);
      ended = rows == null;
      return rows;
    } finally {
      helpers.exit();
    }
  }

  @Override
  public void close() {
    ended = true;
    root.close();
  }
}
