package org.ratchetdb.executor.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.aggregate.Accumulator;
import org.ratchetdb.executor.aggregate.AggregateCompiler;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.executor.row.EntryFormat;
import org.ratchetdb.executor.vector.SortOrder;
import org.ratchetdb.planner.physical.AggregateCall;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;

/** Compiles query plans into operator factories. One per plan. */
public final class QueryCompiler {
  private final ExpressionCompiler expressions;
  private final boolean measured;
  private final TableReads reads = new TableReads();

  // The distributed union being compiled, or -1, and the scan that drives it.
  private int union = -1;
  private ScanOperator.@Nullable Spec unionScan;

  // How many Applys run what is being compiled anew for each of their rows.
  private int applies;

  /**
   * @param measured whether executions have a profile, in which operators note what they do
   */
  public QueryCompiler(ExpressionCompiler expressions, boolean measured) {
    this.expressions = expressions;
    this.measured = measured;
  }

  /** What the plans compiled so far read. */
  public TableReads reads() {
    return reads;
  }

  public OperatorFactory compile(PhysicalPlan.Query plan) {
    OperatorFactory factory = compileNode(plan);
    return measured ? MeasuredOperator.measured(plan, factory) : factory;
  }

  private OperatorFactory compileNode(PhysicalPlan.Query plan) {
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
    if (plan instanceof PhysicalPlan.SystemTableScan node) {
      int[] ordinals = ints(node.columnOrdinals());
      List<SqlType> types = types(node.output());
      return state -> new SystemTableOperator(node.name(), ordinals, types, state);
    }
    if (plan instanceof PhysicalPlan.DistributedUnion node) {
      return compileUnion(node);
    }
    return compileStateful(plan);
  }

  private OperatorFactory compileStateful(PhysicalPlan.Query plan) {
    if (plan instanceof PhysicalPlan.Sort node) {
      return compileSort(node);
    }
    if (plan instanceof PhysicalPlan.Aggregate node) {
      return compileAggregate(node);
    }
    if (plan instanceof PhysicalPlan.HashJoin node) {
      OperatorFactory left = compile(node.left());
      OperatorFactory right = compile(node.right());
      PairJoin.Spec spec = pairs(node.kind(), node.left(), node.right(), node.residual());
      HashJoinOperator.Keys keys =
          new HashJoinOperator.Keys(ints(node.leftKeys()), ints(node.rightKeys()));
      return state ->
          new HashJoinOperator(spec, keys, left.create(state), right.create(state), state, 0);
    }
    if (plan instanceof PhysicalPlan.MergeJoin node) {
      OperatorFactory left = compile(node.left());
      OperatorFactory right = compile(node.right());
      PairJoin.Spec spec = pairs(node.kind(), node.left(), node.right(), node.residual());
      return state ->
          new MergeJoinOperator(
              spec,
              node.leftKeys(),
              node.rightKeys(),
              left.create(state),
              right.create(state),
              state);
    }
    if (plan instanceof PhysicalPlan.NestedLoopJoin node) {
      OperatorFactory left = compile(node.left());
      OperatorFactory right = compile(node.right());
      PairJoin.Spec spec = pairs(node.kind(), node.left(), node.right(), node.condition());
      return state ->
          new NestedLoopJoinOperator(spec, left.create(state), right.create(state), state);
    }
    if (plan instanceof PhysicalPlan.Apply node) {
      return compileApply(node);
    }
    if (plan instanceof PhysicalPlan.SetOp node) {
      OperatorFactory left = compile(node.left());
      OperatorFactory right = compile(node.right());
      List<SqlType> types = types(node.output());
      return state ->
          new SetOperator(node.kind(), types, left.create(state), right.create(state), state);
    }
    if (plan instanceof PhysicalPlan.Unnest node) {
      OperatorFactory input = compile(node.input());
      Evaluator array = expressions.compile(node.array());
      List<SqlType> types = types(node.output());
      return state ->
          new UnnestOperator(
              input.create(state), array, node.withOffset(), node.outer(), types, state);
    }
    throw DbException.notSupported("Operator " + plan.getClass().getSimpleName());
  }

  private PairJoin.Spec pairs(
      PhysicalPlan.JoinKind kind,
      PhysicalPlan.Query left,
      PhysicalPlan.Query right,
      @Nullable PhysicalExpr condition) {
    return new PairJoin.Spec(
        kind, types(left.output()), types(right.output()), optional(condition));
  }

  private OperatorFactory compileApply(PhysicalPlan.Apply node) {
    if (!ApplyOperator.supports(node.kind())) {
      throw DbException.notSupported("Apply of kind " + node.kind());
    }
    OperatorFactory left = compile(node.left());
    int outer = expressions.outer(node.correlationId());
    applies++;
    OperatorFactory right = compile(node.right());
    applies--;
    PairJoin.Spec spec = pairs(node.kind(), node.left(), node.right(), node.condition());
    if (applies > 0 || readsSystemTables(node.right())) {
      return state ->
          new ApplyOperator(spec, outer, left.create(state), right.create(state), state);
    }
    ParallelApplyOperator.Spec parallel = new ParallelApplyOperator.Spec(spec, outer, right);
    return state ->
        ParallelScanOperator.canHelp(state)
            ? new ParallelApplyOperator(parallel, left.create(state), state, expressions)
            : new ApplyOperator(spec, outer, left.create(state), right.create(state), state);
  }

  /** Their sources need not stand several readers at once. */
  private static boolean readsSystemTables(PhysicalPlan.Query plan) {
    return plan instanceof PhysicalPlan.SystemTableScan
        || plan.inputs().stream().anyMatch(QueryCompiler::readsSystemTables);
  }

  private OperatorFactory compileSort(PhysicalPlan.Sort node) {
    OperatorFactory input = compile(node.input());
    List<SqlType> types = types(node.output());
    List<SortOrder.Item> items =
        node.keys().stream()
            .map(k -> new SortOrder.Item(k.ordinal(), k.descending(), k.nullsFirst()))
            .toList();
    SortOrder google = new SortOrder(items, false);
    SortOrder postgres = new SortOrder(items, true);
    Evaluator offset = optional(node.offset());
    Evaluator count = optional(node.count());
    return state ->
        new SortOperator(
            input.create(state),
            types,
            state.context().isPostgres() ? postgres : google,
            offset,
            count,
            state);
  }

  private OperatorFactory compileAggregate(PhysicalPlan.Aggregate node) {
    OperatorFactory input = compile(node.input());
    List<SqlType> inputTypes = types(node.input().output());
    List<Accumulator.Factory> aggregates = new ArrayList<>();
    for (AggregateCall call : node.aggregates()) {
      PhysicalExpr limit = call.limit();
      aggregates.add(
          AggregateCompiler.compile(
              call,
              inputTypes,
              context ->
                  limit == null
                      ? Long.MAX_VALUE
                      : RowCounts.check(
                          ExpressionCompiler.evaluateConstant(limit, context), "LIMIT", context)));
    }
    HashAggregateOperator.Spec spec =
        new HashAggregateOperator.Spec(
            inputTypes, ints(node.groupKeys()), List.copyOf(aggregates), types(node.output()));
    if (node.streaming() && !node.groupKeys().isEmpty()) {
      return state -> new StreamAggregateOperator(spec, input.create(state), state);
    }
    return state -> new HashAggregateOperator(spec, input.create(state), state, 0);
  }

  private OperatorFactory compileUnion(PhysicalPlan.DistributedUnion node) {
    int enclosing = union;
    ScanOperator.Spec enclosingScan = unionScan;
    union = expressions.newUnion();
    unionScan = null;
    OperatorFactory input = compile(node.input());
    ScanOperator.Spec scan = unionScan;
    union = enclosing;
    unionScan = enclosingScan;
    if (scan == null) {
      return input;
    }
    return state -> new DistributedUnionOperator(input.create(state), scan, state);
  }

  private static int[] ints(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  static List<SqlType> types(List<OutputColumn> columns) {
    return columns.stream().map(OutputColumn::type).toList();
  }

  private @Nullable Evaluator optional(@Nullable PhysicalExpr expression) {
    return expression == null ? null : expressions.compile(expression);
  }

  private OperatorFactory compileScan(PhysicalPlan.Scan node) {
    reads.add(node.path());
    // One scan drives a distributed union: the first that the planner wants divided.
    boolean driving = node.perSplit() && union >= 0 && unionScan == null;
    EntryFormat format =
        new EntryFormat(
            node.path().schema(), node.path().table(), node.path().index(), node.columnIds());
    ScanOperator.Spec spec =
        new ScanOperator.Spec(
            format,
            new KeyConditions(node.keys(), expressions),
            node.reverse(),
            optional(node.residual()),
            optional(node.limit()),
            ScanLocks.of(node.lock(), node.path(), format.layout(), node.columnIds()),
            node.lock().isOfStatementThatWrites(),
            driving ? union : -1);
    if (driving) {
      unionScan = spec;
    }
    if (applies > 0
        || spec.limit() != null
        || spec.isWholeKey()
        || node.lock().kind() != PhysicalPlan.ScanLock.Kind.QUERY) {
      return state -> new ScanOperator(spec, state);
    }
    return state ->
        ParallelScanOperator.canHelp(state)
            ? new ParallelScanOperator(spec, state, expressions)
            : new ScanOperator(spec, state);
  }

  private OperatorFactory compileBackJoin(PhysicalPlan.BackJoin node) {
    reads.add(node.path());
    OperatorFactory input = compile(node.input());
    EntryFormat format =
        new EntryFormat(
            node.path().schema(), node.path().table(), node.path().index(), node.columnIds());
    BackJoinOperator.Spec spec =
        new BackJoinOperator.Spec(
            format,
            ints(node.keyOrdinals()),
            optional(node.residual()),
            ScanLocks.of(node.lock(), node.path(), format.layout(), node.columnIds()).rows());
    return state -> new BackJoinOperator(spec, input.create(state), state);
  }
}
