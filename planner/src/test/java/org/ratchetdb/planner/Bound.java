package org.ratchetdb.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.planner.explain.PlanExplainer;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;
import org.ratchetdb.sqlfrontend.function.Volatility;

/** Bound statements in few words. */
final class Bound {
  final Schema schema;
  private int nextColumn = 1;

  Bound(Schema schema) {
    this.schema = schema;
  }

  BoundRelation.TableScan scan(String name) {
    return scan(name, Map.of());
  }

  BoundRelation.TableScan scan(String name, Map<String, String> hints) {
    Table table = schema.findTable(name).orElseThrow();
    List<BoundColumn> columns = new ArrayList<>();
    for (var column : table.columns()) {
      columns.add(new BoundColumn(nextColumn++, column.name(), column.type()));
    }
    return new BoundRelation.TableScan(table, columns, new BoundHints(hints), false);
  }

  static BoundExpr ref(BoundRelation relation, String name) {
    for (BoundColumn column : relation.columns()) {
      if (column.name().equalsIgnoreCase(name)) {
        return new BoundExpr.ColumnRef(column);
      }
    }
    throw new IllegalArgumentException(name);
  }

  static BoundExpr literal(long value) {
    return new BoundExpr.Literal(new Value.Int64(value), -1);
  }

  static BoundExpr literal(String value) {
    return new BoundExpr.Literal(new Value.Str(value), -1);
  }

  static BoundExpr parameter(int index, SqlType type) {
    return new BoundExpr.Parameter(index, type);
  }

  static BoundExpr call(String kernel, SqlType result, BoundExpr... arguments) {
    List<SqlType> types = Arrays.stream(arguments).map(BoundExpr::type).toList();
    return new BoundExpr.Call(
        new FunctionSignature(kernel, kernel, types, result, true, Volatility.IMMUTABLE, false),
        List.of(arguments));
  }

  static BoundExpr compare(String kernel, BoundExpr left, BoundExpr right) {
    return call(kernel, SqlType.BOOL, left, right);
  }

  static BoundExpr and(BoundExpr... operands) {
    return new BoundExpr.And(List.of(operands));
  }

  static BoundRelation filter(BoundRelation input, BoundExpr condition) {
    return new BoundRelation.Filter(input, condition);
  }

  BoundRelation project(BoundRelation input, BoundExpr... expressions) {
    List<BoundColumn> columns = new ArrayList<>();
    for (BoundExpr expression : expressions) {
      String name = expression instanceof BoundExpr.ColumnRef ref ? ref.column().name() : "";
      columns.add(new BoundColumn(nextColumn++, name, expression.type()));
    }
    return new BoundRelation.Project(input, List.of(expressions), columns);
  }

  static BoundRelation sort(BoundRelation input, BoundExpr expression, boolean descending) {
    return new BoundRelation.Sort(
        input, List.of(new BoundRelation.SortItem(expression, descending, !descending)));
  }

  static BoundRelation limit(BoundRelation input, @Nullable BoundExpr count) {
    return new BoundRelation.Limit(input, null, count);
  }

  BoundRelation aggregate(
      BoundRelation input, List<BoundExpr> keys, String kernel, BoundExpr... arguments) {
    List<BoundColumn> keyColumns = new ArrayList<>();
    for (BoundExpr key : keys) {
      keyColumns.add(new BoundColumn(nextColumn++, "key", key.type()));
    }
    FunctionSignature function =
        new FunctionSignature(
            kernel, kernel, List.of(), SqlType.INT64, false, Volatility.IMMUTABLE, true);
    return new BoundRelation.Aggregate(
        input,
        keys,
        keyColumns,
        List.of(
            new BoundRelation.AggregateCall(
                function, List.of(arguments), false, null, List.of(), null, false)),
        List.of(new BoundColumn(nextColumn++, kernel, SqlType.INT64)));
  }

  PlanningContext context(TableStatistics statistics) {
    return PlanningContext.of(
        schema,
        statistics,
        expression -> {
          throw new DbException(ErrorCode.INVALID_ARGUMENT, "nothing is folded here");
        });
  }

  PhysicalPlan plan(BoundRelation relation) {
    return new QueryPlanner()
        .plan(
            new BoundStatement.Query(relation, List.of(), BoundHints.NONE),
            context(TableStatistics.UNMEASURED));
  }

  String explain(BoundRelation relation) {
    return PlanExplainer.text(plan(relation));
  }
}
