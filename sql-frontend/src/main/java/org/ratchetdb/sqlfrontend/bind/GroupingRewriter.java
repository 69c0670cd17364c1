package org.ratchetdb.sqlfrontend.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;

/**
 * Expressions above GROUP BY: what equals a key becomes the key's column; any other column of the
 * FROM clause is an error.
 */
final class GroupingRewriter extends BoundRewriter {
  private final BindContext context;
  private final List<BoundExpr> keys;
  private final List<BoundColumn> keyColumns;
  private final int firstColumnId;
  private final int endColumnId;
  private final Scope scope;
  private String clause = "SELECT list";
  private int position = -1;

  /**
   * @param keys without positions
   * @param firstColumnId first id given to columns of the FROM clause
   * @param endColumnId after the last one
   * @param scope the names of the FROM clause
   */
  GroupingRewriter(
      BindContext context,
      List<BoundExpr> keys,
      List<BoundColumn> keyColumns,
      int firstColumnId,
      int endColumnId,
      Scope scope) {
    this.context = context;
    this.keys = keys;
    this.keyColumns = keyColumns;
    this.firstColumnId = firstColumnId;
    this.endColumnId = endColumnId;
    this.scope = scope;
  }

  BoundExpr rewrite(BoundExpr expr, String inClause, int at) {
    this.clause = inClause;
    this.position = at;
    return rewrite(expr);
  }

  @Override
  protected @Nullable BoundExpr replace(BoundExpr expr) {
    if (expr instanceof BoundExpr.Literal || expr instanceof BoundExpr.Parameter) {
      return expr;
    }
    int key = keys.indexOf(withoutPositions(expr));
    if (key >= 0) {
      return new BoundExpr.ColumnRef(keyColumns.get(key));
    }
    if (!(expr instanceof BoundExpr.ColumnRef ref)) {
      return null;
    }
    int id = ref.column().id();
    if (id < firstColumnId || id >= endColumnId) {
      return ref; // of an aggregate, of a query around or of one inside
    }
    throw context.errors.error(
        ErrorCode.GROUPING_ERROR,
        clause
            + " expression references column "
            + ref.column().name()
            + " which is neither grouped nor aggregated",
        "column \""
            + qualified(ref)
            + "\" must appear in the GROUP BY clause or be used in an aggregate function",
        position);
  }

  /** The column with the name of its table, as PostgreSQL says it. */
  private String qualified(BoundExpr.ColumnRef ref) {
    for (RangeVariable variable : scope.variables()) {
      for (NamedColumn column : variable.columns()) {
        if (column.expr().equals(ref)) {
          return variable.shortName() + "." + column.name();
        }
      }
    }
    return ref.column().name();
  }
}
