package org.ratchetdb.engine.statement;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.engine.activity.Footprint;
import org.ratchetdb.planner.physical.AccessPath;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.PhysicalPlan;

/** Finds out which columns a plan reads and writes. */
final class PlanFootprint {
  private static final String EXISTENCE = "_exists";

  private final SortedSet<String> read = new TreeSet<>();
  private final SortedSet<String> written = new TreeSet<>();
  private final SortedSet<String> deletedFrom = new TreeSet<>();

  private PlanFootprint() {}

  static Footprint of(PhysicalPlan plan) {
    PlanFootprint footprint = new PlanFootprint();
    if (plan instanceof DmlPlan dml) {
      footprint.query(dml.source());
      footprint.dml(dml);
    } else {
      footprint.query((PhysicalPlan.Query) plan);
    }
    return Footprint.of(footprint.read, footprint.written, footprint.deletedFrom);
  }

  private void query(PhysicalPlan.Query query) {
    if (query instanceof PhysicalPlan.Scan scan) {
      columns(scan.path(), scan.columnIds());
    } else if (query instanceof PhysicalPlan.BackJoin join) {
      columns(join.path(), join.columnIds());
    }
    query.inputs().forEach(this::query);
  }

  private void columns(AccessPath path, List<Integer> columnIds) {
    String name = path.index() == null ? path.table().name() : path.index().name();
    read.add(name + "." + EXISTENCE);
    columnIds.forEach(id -> read.add(name + "." + path.table().column(id).name()));
  }

  private void dml(DmlPlan plan) {
    Table table = plan.table();
    if (plan instanceof DmlPlan.Insert insert) {
      written.add(table.name() + "." + EXISTENCE);
      write(table, insert.columnIds());
      computed(table, insert.defaults());
      computed(table, insert.generated());
    } else if (plan instanceof DmlPlan.Update update) {
      write(table, update.setColumnIds());
      computed(table, update.generated());
    } else {
      deletedFrom.add(table.name());
    }
  }

  private void write(Table table, List<Integer> columnIds) {
    columnIds.forEach(id -> written.add(table.name() + "." + table.column(id).name()));
  }

  private void computed(Table table, List<DmlPlan.ComputedColumn> columns) {
    write(table, columns.stream().map(DmlPlan.ComputedColumn::columnId).toList());
  }
}
