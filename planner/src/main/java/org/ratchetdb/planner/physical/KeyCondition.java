package org.ratchetdb.planner.physical;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which keys of a table or index a scan visits: one condition per leading key column, in key order.
 * All but the last are {@link Equals} or {@link In}; key columns beyond the list are free. Ranges
 * are built when the scan opens, from literals, parameters and outer columns; none of the
 * expressions may read the scan's own row. NULL on any side of a comparison selects nothing.
 *
 * @param columns conditions for key columns 0, 1, ...; empty for a full scan
 */
public record KeyCondition(List<ColumnCondition> columns) {
  public static final KeyCondition FULL = new KeyCondition(List.of());

  public KeyCondition {
    columns = List.copyOf(columns);
  }

  /** Condition on one key column. */
  public sealed interface ColumnCondition {}

  public record Equals(PhysicalExpr value) implements ColumnCondition {}

  public record IsNull() implements ColumnCondition {}

  /** Any of the values; duplicates are visited once, in key order. */
  public record In(List<PhysicalExpr> values) implements ColumnCondition {
    public In {
      values = List.copyOf(values);
    }
  }

  /** Between bounds, NULL keys excluded; an absent bound is null. At least one bound is there. */
  public record Range(
      @Nullable PhysicalExpr lower,
      boolean lowerInclusive,
      @Nullable PhysicalExpr upper,
      boolean upperInclusive)
      implements ColumnCondition {}

  /** NOT NULL keys only. */
  public record NotNull() implements ColumnCondition {}
}
