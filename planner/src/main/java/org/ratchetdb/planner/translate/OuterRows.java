package org.ratchetdb.planner.translate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.core.CorrelationId;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** The outer rows that correlated expressions see: by Calcite's id, ours and the row's layout. */
final class OuterRows {
  private record Row(int id, List<Integer> layout) {}

  private final Map<CorrelationId, Row> rows = new HashMap<>();
  private int nextId;

  /** An id for an apply. */
  int newId() {
    return nextId++;
  }

  void enter(CorrelationId correlation, int id, List<Integer> layout) {
    rows.put(correlation, new Row(id, layout));
  }

  void leave(CorrelationId correlation) {
    rows.remove(correlation);
  }

  PhysicalExpr reference(CorrelationId correlation, int column, SqlType type) {
    Row row = rows.get(correlation);
    int position = row == null ? -1 : row.layout().indexOf(column);
    if (row == null || position < 0) {
      throw new IllegalStateException("No outer row " + correlation + " with column " + column);
    }
    return new PhysicalExpr.OuterRef(row.id(), position, type);
  }
}
