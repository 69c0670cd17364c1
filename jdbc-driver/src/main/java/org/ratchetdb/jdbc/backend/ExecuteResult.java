package org.ratchetdb.jdbc.backend;

import org.jspecify.annotations.Nullable;

/**
 * What a statement gave.
 *
 * @param shape columns of the rows, empty when there are none
 * @param rows the rows, or null; whoever holds the result closes them
 * @param updateCount rows written by DML, -1 for other statements
 */
public record ExecuteResult(RowShape shape, @Nullable RowCursor rows, long updateCount) {
  public static ExecuteResult count(long updateCount) {
    return new ExecuteResult(RowShape.EMPTY, null, updateCount);
  }
}
