package org.ratchetdb.planner;

import java.util.List;
import java.util.Map;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;
import org.ratchetdb.sqlfrontend.function.Volatility;

/**
 * A made-up schema with a parent and a child, and one query over it that takes the planner through
 * most of its classes:
 *
 * <pre>
 *   SELECT p.v, COUNT(*) FROM p LEFT JOIN c ON c.k = p.k AND c.l &gt; 3
 *   WHERE p.v = ? AND EXISTS (SELECT 1 FROM c WHERE c.k = p.k)
 *   GROUP BY p.v ORDER BY p.v LIMIT 3
 * </pre>
 */
final class WarmUp {
  private static final Table PARENT =
      new Table(1, "p", columns("k", "v"), List.of(new KeyPart(1, false, true)), null, 3);
  private static final Table CHILD =
      new Table(
          2,
          "c",
          columns("k", "l"),
          List.of(new KeyPart(1, false, true), new KeyPart(2, false, true)),
          new Interleave(1, true, true),
          3);

  private int nextColumnId = 1;

  private static List<Column> columns(String first, String second) {
    return List.of(column(1, first), column(2, second));
  }

  private static Column column(int id, String name) {
    return new Column(
        id, name, SqlType.INT64, 0, "INT64", true, null, null, false, null, false, false);
  }

  /** What the statement is planned against. Nothing in it is folded. */
  static PlanningContext context() {
    Schema schema =
        new Schema(
            Dialect.GOOGLE_STANDARD_SQL,
            1,
            CommitTimestamp.ZERO,
            3,
            List.of(PARENT, CHILD),
            List.of(),
            List.of(),
            Map.of());
    return PlanningContext.of(
        schema,
        TableStatistics.UNMEASURED,
        expression -> {
          throw new DbException(ErrorCode.INVALID_ARGUMENT, "Nothing is folded");
        });
  }

  BoundStatement statement() {
    BoundRelation.TableScan parent = scan(PARENT);
    BoundRelation.TableScan child = scan(CHILD);
    BoundRelation.TableScan inner = scan(CHILD);
    BoundExpr joinCondition =
        new BoundExpr.And(
            List.of(
                compare("eq", ref(child, 0), ref(parent, 0)),
                compare("gt", ref(child, 1), new BoundExpr.Literal(new Value.Int64(3), -1))));
    BoundRelation joined =
        new BoundRelation.Join(
            BoundRelation.JoinKind.LEFT, parent, child, joinCondition, BoundHints.NONE);
    BoundRelation subquery =
        new BoundRelation.Filter(inner, compare("eq", ref(inner, 0), ref(parent, 0)));
    BoundRelation filtered =
        new BoundRelation.Filter(
            joined,
            new BoundExpr.And(
                List.of(
                    compare("eq", ref(parent, 1), new BoundExpr.Parameter(0, SqlType.INT64)),
                    new BoundExpr.Subquery(
                        BoundExpr.SubqueryKind.EXISTS, null, subquery, SqlType.BOOL))));
    BoundColumn key = newColumn("v");
    BoundRelation.AggregateCall count =
        new BoundRelation.AggregateCall(
            signature("count_star", List.of(), SqlType.INT64, true),
            List.of(),
            false,
            null,
            List.of(),
            null,
            false);
    BoundRelation grouped =
        new BoundRelation.Aggregate(
            filtered,
            List.of(ref(parent, 1)),
            List.of(key),
            List.of(count),
            List.of(newColumn("n")));
    BoundRelation sorted =
        new BoundRelation.Sort(
            grouped,
            List.of(new BoundRelation.SortItem(new BoundExpr.ColumnRef(key), false, true)));
    BoundRelation limited =
        new BoundRelation.Limit(sorted, null, new BoundExpr.Literal(new Value.Int64(3), -1));
    return new BoundStatement.Query(limited, List.of(), BoundHints.NONE);
  }

  private BoundColumn newColumn(String name) {
    return new BoundColumn(nextColumnId++, name, SqlType.INT64);
  }

  private BoundRelation.TableScan scan(Table table) {
    List<BoundColumn> columns =
        table.columns().stream().map(column -> newColumn(column.name())).toList();
    return new BoundRelation.TableScan(table, columns, BoundHints.NONE, false);
  }

  private static BoundExpr ref(BoundRelation relation, int ordinal) {
    return new BoundExpr.ColumnRef(relation.columns().get(ordinal));
  }

  private static BoundExpr compare(String kernel, BoundExpr left, BoundExpr right) {
    return new BoundExpr.Call(
        signature(kernel, List.of(SqlType.INT64, SqlType.INT64), SqlType.BOOL, false),
        List.of(left, right));
  }

  private static FunctionSignature signature(
      String kernel, List<SqlType> arguments, SqlType result, boolean aggregate) {
    return new FunctionSignature(
        kernel, kernel, arguments, result, !aggregate, Volatility.IMMUTABLE, aggregate);
  }
}
