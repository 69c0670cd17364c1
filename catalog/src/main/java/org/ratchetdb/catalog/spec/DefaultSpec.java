package org.ratchetdb.catalog.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;

/**
 * A DEFAULT clause whose expression has been found valid and assignable to the column.
 *
 * @param sql the expression's text without the parentheses around it
 * @param constant its value, coerced to the column's type, when it is the same for every row; null
 *     for an expression that must be evaluated per row. A constant NULL is {@link Value.Null}
 * @param sequences names of the sequences it draws from
 * @param pendingCommitTimestamp whether it is {@code PENDING_COMMIT_TIMESTAMP()}
 */
public record DefaultSpec(
    String sql, @Nullable Value constant, List<String> sequences, boolean pendingCommitTimestamp) {
  public DefaultSpec {
    sequences = List.copyOf(sequences);
  }

  /** A DEFAULT of a constant. */
  public static DefaultSpec constant(String sql, Value value) {
    return new DefaultSpec(sql, value, List.of(), false);
  }

  /** A DEFAULT to be evaluated for each row. */
  public static DefaultSpec perRow(String sql) {
    return new DefaultSpec(sql, null, List.of(), false);
  }
}
