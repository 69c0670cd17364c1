package org.ratchetdb.planner.physical;

import java.util.List;
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
   * values.
   *
   * @param setColumnIds columns that get new values, one per source column after the old row
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
