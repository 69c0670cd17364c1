package org.ratchetdb.planner.logical;

import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.core.CorrelationId;
import org.jspecify.annotations.Nullable;

/** An outer row that expressions inside may read, and which of its columns they do read. */
final class CorrelationScope {
  private final CorrelationId id;
  private final Converted row;
  private final @Nullable CorrelationScope outer;
  private final Set<Integer> used = new TreeSet<>();

  CorrelationScope(CorrelationId id, Converted row, @Nullable CorrelationScope outer) {
    this.id = id;
    this.row = row;
    this.outer = outer;
  }

  CorrelationId id() {
    return id;
  }

  Converted row() {
    return row;
  }

  @Nullable CorrelationScope outer() {
    return outer;
  }

  Set<Integer> used() {
    return used;
  }
}
