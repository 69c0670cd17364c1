package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** The aggregate calls of one SELECT block, in order of appearance. */
final class Aggregates {
  private final BindContext context;
  private final List<BoundRelation.AggregateCall> calls = new ArrayList<>();
  private final List<BoundColumn> columns = new ArrayList<>();

  Aggregates(BindContext context) {
    this.context = context;
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  List<BoundRelation.AggregateCall> calls() {
    return calls;
  }

  /** One new column per call. */
  List<BoundColumn> columns() {
    return columns;
  }

  /** The column that holds the call's value; calls without literals are shared. */
  BoundExpr add(BoundRelation.AggregateCall call, String name) {
    int known = calls.indexOf(call);
    if (known >= 0) {
      return new BoundExpr.ColumnRef(columns.get(known));
    }
    calls.add(call);
    columns.add(context.newColumn(name, call.function().result()));
    return new BoundExpr.ColumnRef(columns.get(columns.size() - 1));
  }

  boolean owns(int columnId) {
    for (BoundColumn column : columns) {
      if (column.id() == columnId) {
        return true;
      }
    }
    return false;
  }
}
