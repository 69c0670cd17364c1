package org.ratchetdb.planner.physical;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/**
 * A statement that writes. The source is read to its end before the first write, so a statement
 * never meets its own effects. Expressions of defaults, generated columns and RETURNING read the
 * whole table row, columns in the order of {@link Table#columns}.
 */
public sealed interface DmlPlan extends PhysicalPlan {
  Schema schema();

  Table table();

  PhysicalPlan.Query source();

  /**
   * RETURNING / THEN RETURN: expressions over the new row (the old one for DELETE); empty without
   * the clause.
   */
  List<PhysicalExpr> returning();

  /** What INSERT does when the primary key is there already. */
  enum OnConflict {
    FAIL,
    IGNORE,
    UPDATE
  }

  /**
   * The columns that an UPDATE must know to keep an index up, besides those it writes: where the
   * entry is, or all of it when it moves; nothing when the index has none of the written columns.
   */
  static Set<Integer> columnsToRead(Index index, Table table, Set<Integer> written) {
    Set<Integer> place = placeColumns(index, table);
    Set<Integer> all = new TreeSet<>(place);
    all.addAll(index.storedColumnIds());
    if (moves(index, table, written)) {
      return all;
    }
    return index.storedColumnIds().stream().anyMatch(written::contains) ? place : Set.of();
  }

  /**
   * Whether an UPDATE may take the entry of a row to another place or into or out of the index. An
   * index that is being built may lack the entry, so there it is always written anew.
   */
  static boolean moves(Index index, Table table, Set<Integer> written) {
    if (index.state() == IndexState.WRITE_ONLY
        && index.storedColumnIds().stream().anyMatch(written::contains)) {
      return true;
    }
    return placeColumns(index, table).stream().anyMatch(written::contains);
  }

  private static Set<Integer> placeColumns(Index index, Table table) {
    Set<Integer> place = new TreeSet<>(index.notNullColumnIds());
    index.keyParts().forEach(part -> place.add(part.columnId()));
    table.primaryKey().forEach(part -> place.add(part.columnId()));
    return place;
  }

  /** Value of a column computed for each written row. */
  record ComputedColumn(int columnId, PhysicalExpr value) {}

  /**
   * INSERT.
   *
   * @param columnIds target columns, one per source column
   * @param defaults columns that the statement does not name and that have a DEFAULT or identity;
   *     expressions without columns, evaluated once per row
   * @param generated STORED generated columns in an order in which each sees those it needs
   * @param updateColumnIds for OnConflict.UPDATE: columns to overwrite on conflict (ids among
   *     columnIds)
   */
  record Insert(
      Schema schema,
      Table table,
      PhysicalPlan.Query source,
      List<Integer> columnIds,
      List<ComputedColumn> defaults,
      List<ComputedColumn> generated,
      OnConflict onConflict,
      List<Integer> updateColumnIds,
      List<PhysicalExpr> returning,
      List<OutputColumn> output)
      implements DmlPlan {}

  /**
   * UPDATE. The source yields the whole old row (columns in table order) followed by the new
   * values. Of the old row only what is locked (see {@link PhysicalPlan.ScanLock}) may be relied
   * on.
   *
   * @param setColumnIds columns that get new values, one per source column after the old row
   * @param generated STORED generated columns that follow from those
   */
  record Update(
      Schema schema,
      Table table,
      PhysicalPlan.Query source,
      List<Integer> setColumnIds,
      List<ComputedColumn> generated,
      List<PhysicalExpr> returning,
      List<OutputColumn> output)
      implements DmlPlan {}

  /** DELETE. The source yields the whole old row, columns in table order. */
  record Delete(
      Schema schema,
      Table table,
      PhysicalPlan.Query source,
      List<PhysicalExpr> returning,
      List<OutputColumn> output)
      implements DmlPlan {}
}
