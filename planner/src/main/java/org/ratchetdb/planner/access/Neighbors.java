package org.ratchetdb.planner.access;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.planner.physical.KeyCondition;

/**
 * Entries of other tables and indexes that lie among those that a scan wants. Tables and indexes
 * that interleave share one range of keys: a scan of parents passes their children, and a scan of
 * children that is not below one parent passes the parents and whatever else these have. Those in a
 * range between bounds are not counted.
 *
 * @param entries how many there are when the whole table or index is scanned
 * @param bytes stored bytes of these
 */
record Neighbors(double entries, double bytes) {
  private static final Neighbors NONE = new Neighbors(0, 0);

  /**
   * @param index the index that is scanned, or null for the table itself
   */
  static Neighbors of(
      PlanningContext context, Table table, @Nullable Index index, KeyCondition keys) {
    if (keys.columns().stream().anyMatch(KeyCondition.Range.class::isInstance)) {
      // How long the range is was only guessed; it may be short, and then nothing beats seeking.
      return NONE;
    }
    Schema schema = context.schema();
    int bound = boundColumns(keys);
    Table top = table;
    if (index != null) {
      Integer home = index.interleaveInTableId();
      if (home == null
          || !schema.hasTable(home)
          || bound >= schema.table(home).primaryKey().size()) {
        return NONE;
      }
      top = schema.table(home);
    }
    for (Interleave up = top.interleave(); up != null; up = top.interleave()) {
      if (!schema.hasTable(up.parentTableId())) {
        break;
      }
      Table parent = schema.table(up.parentTableId());
      if (bound >= parent.primaryKey().size()) {
        break;
      }
      top = parent;
    }
    TableStatistics statistics = context.statistics();
    Neighbors all = below(schema, statistics, top);
    return index == null
        ? all.without((double) statistics.rowCount(table), (double) statistics.byteCount(table))
        : all.without((double) statistics.entryCount(index), (double) statistics.byteCount(index));
  }

  /** Leading key columns that have one value in each range. */
  private static int boundColumns(KeyCondition keys) {
    int bound = 0;
    for (KeyCondition.ColumnCondition column : keys.columns()) {
      if (column instanceof KeyCondition.NotNull) {
        break;
      }
      bound++;
    }
    return bound;
  }

  private static Neighbors below(Schema schema, TableStatistics statistics, Table top) {
    Neighbors sum = new Neighbors(statistics.rowCount(top), statistics.byteCount(top));
    for (Index index : schema.indexes()) {
      Integer home = index.interleaveInTableId();
      if (home != null && home == top.id()) {
        sum = sum.with((double) statistics.entryCount(index), (double) statistics.byteCount(index));
      }
    }
    for (Table child : schema.childrenOf(top.id())) {
      Neighbors inner = below(schema, statistics, child);
      sum = sum.with(inner.entries, inner.bytes);
    }
    return sum;
  }

  private Neighbors with(double moreEntries, double moreBytes) {
    return new Neighbors(entries + moreEntries, bytes + moreBytes);
  }

  private Neighbors without(double ownEntries, double ownBytes) {
    return new Neighbors(Math.max(0, entries - ownEntries), Math.max(0, bytes - ownBytes));
  }
}
