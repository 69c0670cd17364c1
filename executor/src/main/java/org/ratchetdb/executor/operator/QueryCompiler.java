package org.ratchetdb.executor.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.executor.row.EntryFormat;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.storage.api.LockMode;

/** Compiles query plans into operator factories. One per plan. */
public final class QueryCompiler {
  private final ExpressionCompiler expressions;

  public QueryCompiler(ExpressionCompiler expressions) {
    this.expressions = expressions;
  }

  public OperatorFactory compile(PhysicalPlan.Query plan) {
    if (plan instanceof PhysicalPlan.Scan node) {
      return compileScan(node);
    }
    if (plan instanceof PhysicalPlan.BackJoin node) {
      return compileBackJoin(node);
    }
    if (plan instanceof PhysicalPlan.Filter node) {
      OperatorFactory input = compile(node.input());
      Evaluator condition = expressions.compile(node.condition());
      return state -> new SimpleOperators.Filter(input.create(state), condition, state);
    }
    if (plan instanceof PhysicalPlan.Project node) {
      OperatorFactory input = compile(node.input());
      List<Evaluator> projections = expressions.compileAll(node.expressions());
      return state -> new SimpleOperators.Project(input.create(state), projections, state);
    }
    if (plan instanceof PhysicalPlan.Limit node) {
      OperatorFactory input = compile(node.input());
      Evaluator offset = optional(node.offset());
      Evaluator count = optional(node.count());
      return state -> new SimpleOperators.Limit(input.create(state), offset, count, state);
    }
    if (plan instanceof PhysicalPlan.Values node) {
      List<List<Evaluator>> rows = node.rows().stream().map(expressions::compileAll).toList();
      List<SqlType> types = types(node.output());
      return state -> new SimpleOperators.Values(rows, types, state);
    }
    if (plan instanceof PhysicalPlan.UnionAll node) {
      List<OperatorFactory> inputs = node.inputs().stream().map(this::compile).toList();
      return state ->
          new SimpleOperators.UnionAll(inputs.stream().map(i -> i.create(state)).toList());
    }
    throw DbException.notSupported("Operator " + plan.getClass().getSimpleName());
  }

  static List<SqlType> types(List<OutputColumn> columns) {
    return columns.stream().map(OutputColumn::type).toList();
  }

  private @Nullable Evaluator optional(@Nullable PhysicalExpr expression) {
    return expression == null ? null : expressions.compile(expression);
  }

  private OperatorFactory compileScan(PhysicalPlan.Scan node) {
    ScanOperator.Spec spec =
        new ScanOperator.Spec(
            new EntryFormat(
                node.path().schema(), node.path().table(), node.path().index(), node.columnIds()),
            new KeyConditions(node.keys(), expressions),
            node.reverse(),
            optional(node.residual()),
            optional(node.limit()),
            lockMode(node.lock()));
    return state -> new ScanOperator(spec, state);
  }

  private OperatorFactory compileBackJoin(PhysicalPlan.BackJoin node) {
    OperatorFactory input = compile(node.input());
    BackJoinOperator.Spec spec =
        new BackJoinOperator.Spec(
            new EntryFormat(
                node.path().schema(), node.path().table(), node.path().index(), node.columnIds()),
            node.keyOrdinals().stream().mapToInt(Integer::intValue).toArray(),
            optional(node.residual()),
            lockMode(node.lock()));
    return state -> new BackJoinOperator(spec, input.create(state), state);
  }

  private static LockMode lockMode(PhysicalPlan.ScanLock lock) {
    return switch (lock) {
      case SHARED -> LockMode.SHARED;
      case EXCLUSIVE -> LockMode.EXCLUSIVE;
    };
  }
}
