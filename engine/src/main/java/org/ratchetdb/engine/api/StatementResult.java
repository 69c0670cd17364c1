package org.ratchetdb.engine.api;

import org.jspecify.annotations.Nullable;

/**
 * What a statement gave: rows, a count, or neither.
 *
 * @param cursor the rows, or null; whoever holds the result closes it
 * @param updateCount rows written by DML, -1 for other statements
 * @param commandTag PostgreSQL's tag without a row count of queries, such as {@code INSERT 0 1},
 *     {@code CREATE TABLE}, {@code SELECT}
 */
public record StatementResult(@Nullable ResultCursor cursor, long updateCount, String commandTag)
    implements AutoCloseable {
  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
    }
  }
}
