package org.ratchetdb.planner.direct;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.cost.PlanCandidate;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.planner.expression.ConstantFolding;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/**
 * Filter, projection, order and limit gathered over one source, all in terms of the source's
 * columns. Rows are filtered, then sorted, then cut.
 */
final class Block {
  /** The table to read, or null when the source is planned already. */
  final BoundRelation.@Nullable TableScan table;

  /** The planned source, or null for a table. */
  final @Nullable PlanCandidate planned;

  /** Where the source's columns are: ordinals of the table or of the planned source's output. */
  final Map<Integer, Integer> sourceOrdinals = new HashMap<>();

  final List<BoundExpr> conjuncts = new ArrayList<>();
  List<BoundRelation.SortItem> order = List.of();
  @Nullable BoundExpr offset;
  @Nullable BoundExpr count;

  private final Map<Integer, BoundExpr> computed = new HashMap<>();
  private final ConstantFolding folding;

  private Block(
      BoundRelation.@Nullable TableScan table,
      @Nullable PlanCandidate planned,
      List<BoundColumn> columns,
      ConstantFolding folding) {
    this.table = table;
    this.planned = planned;
    this.folding = folding;
    for (int i = 0; i < columns.size(); i++) {
      sourceOrdinals.put(columns.get(i).id(), i);
    }
  }

  static Block over(BoundRelation.TableScan table, ConstantFolding folding) {
    return new Block(table, null, table.columns(), folding);
  }

  /**
   * @param columns what the planned source yields, one per output column
   */
  static Block over(PlanCandidate planned, List<BoundColumn> columns, ConstantFolding folding) {
    return new Block(null, planned, columns, folding);
  }

  boolean isLimited() {
    return offset != null || count != null;
  }

  /** The expression over the source's columns, folded. */
  BoundExpr resolve(BoundExpr expr) {
    return folding.fold(
        BoundExprs.map(
            expr,
            e ->
                e instanceof BoundExpr.ColumnRef ref
                    ? computed.getOrDefault(ref.column().id(), ref)
                    : e));
  }

  /** Makes {@code column} stand for an expression over the source. */
  void define(BoundColumn column, BoundExpr resolved) {
    computed.put(column.id(), resolved);
  }
}
