package org.ratchetdb.sqlfrontend.bound;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Table;

/** A statement ready for the planner. DDL and session statements never come this far. Immutable. */
public sealed interface BoundStatement {
  List<BoundParameter> parameters();

  /** Statement hints. */
  BoundHints hints();

  /** What INSERT does on an existing key. */
  enum OnConflict {
    FAIL,
    IGNORE,
    UPDATE
  }

  /** A column and the expression that computes it. */
  record ComputedColumn(int columnId, BoundExpr value) {}

  /** One RETURNING / THEN RETURN item over the columns of the written row. */
  record Returning(List<BoundExpr> expressions, List<BoundColumn> columns) {
    public Returning {
      expressions = List.copyOf(expressions);
      columns = List.copyOf(columns);
    }
  }

  /** A query; the columns of the relation are the result columns with their names. */
  record Query(BoundRelation relation, List<BoundParameter> parameters, BoundHints hints)
      implements BoundStatement {}

  /**
   * INSERT.
   *
   * @param source yields one column per target column, already of the column's type
   * @param columnIds target columns
   * @param rowColumns a column per table column in table order, through which {@code generated} and
   *     {@code returning} refer to the row to be written
   * @param defaults value of every column that is not a target and has a DEFAULT, identity or
   *     generated default
   * @param generated STORED generated columns in an order in which each sees those it needs
   * @param updateColumnIds columns overwritten on conflict with OnConflict.UPDATE
   */
  record Insert(
      Table table,
      BoundRelation source,
      List<Integer> columnIds,
      List<BoundColumn> rowColumns,
      List<ComputedColumn> defaults,
      List<ComputedColumn> generated,
      OnConflict onConflict,
      List<Integer> updateColumnIds,
      @Nullable Returning returning,
      List<BoundParameter> parameters,
      BoundHints hints)
      implements BoundStatement {}

  /**
   * UPDATE.
   *
   * @param target scan of the table; its columns are the old row
   * @param condition WHERE over the target's columns
   * @param assignments new values over the target's columns
   * @param rowColumns the new row, for {@code generated} and {@code returning}
   */
  record Update(
      Table table,
      BoundRelation.TableScan target,
      BoundExpr condition,
      List<ComputedColumn> assignments,
      List<BoundColumn> rowColumns,
      List<ComputedColumn> generated,
      @Nullable Returning returning,
      List<BoundParameter> parameters,
      BoundHints hints)
      implements BoundStatement {}

  /** DELETE; RETURNING refers to the target's columns. */
  record Delete(
      Table table,
      BoundRelation.TableScan target,
      BoundExpr condition,
      @Nullable Returning returning,
      List<BoundParameter> parameters,
      BoundHints hints)
      implements BoundStatement {}
}
