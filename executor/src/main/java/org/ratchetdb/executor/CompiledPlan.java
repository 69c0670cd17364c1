package org.ratchetdb.executor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.ExpressionCompiler;
import org.ratchetdb.executor.operator.Operator;
import org.ratchetdb.executor.operator.OperatorFactory;
import org.ratchetdb.executor.operator.QueryCompiler;
import org.ratchetdb.executor.operator.TableReads;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.executor.write.DmlCompiler;
import org.ratchetdb.executor.write.DmlOutcome;
import org.ratchetdb.executor.write.DmlProgram;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalPlan;

/** A plan ready to run: its expressions are compiled, its kernels found. Immutable and shared. */
public final class CompiledPlan {
  private final PhysicalPlan plan;
  private final ExpressionCompiler expressions;
  private final TableReads reads;
  private final @Nullable OperatorFactory query;
  private final @Nullable DmlProgram dml;

  private CompiledPlan(
      PhysicalPlan plan,
      ExpressionCompiler expressions,
      TableReads reads,
      @Nullable OperatorFactory query,
      @Nullable DmlProgram dml) {
    this.plan = plan;
    this.expressions = expressions;
    this.reads = reads;
    this.query = query;
    this.dml = dml;
  }

  /**
   * @param measured whether its executions have a profile
   */
  static CompiledPlan of(PhysicalPlan plan, boolean measured) {
    return InternalErrors.guard(
        () -> {
          ExpressionCompiler expressions = new ExpressionCompiler();
          QueryCompiler queries = new QueryCompiler(expressions, measured);
          if (plan instanceof DmlPlan dmlPlan) {
            DmlProgram program = new DmlCompiler(expressions, queries).compile(dmlPlan);
            return new CompiledPlan(plan, expressions, queries.reads(), null, program);
          }
          OperatorFactory factory = queries.compile((PhysicalPlan.Query) plan);
          return new CompiledPlan(plan, expressions, queries.reads(), factory, null);
        });
  }

  public PhysicalPlan plan() {
    return plan;
  }

  /** Whether it writes, so that {@link #execute} runs it; else {@link #open} does. */
  public boolean isDml() {
    return dml != null;
  }

  /** Starts a query. */
  public BatchCursor open(ExecutionContext context) {
    OperatorFactory factory = query;
    if (factory == null) {
      throw new IllegalStateException("Not a query");
    }
    reads.requireReadable(context.writes());
    context.helpers().enter();
    try {
      return InternalErrors.guard(() -> open(factory, context));
    } finally {
      context.helpers().exit();
    }
  }

  private BatchCursor open(OperatorFactory factory, ExecutionContext context) {
    Operator root = factory.create(newState(context));
    try {
      root.open();
    } catch (RuntimeException e) {
      root.close();
      throw e;
    }
    return new OperatorCursor(plan.output(), root, context.helpers());
  }

  /**
   * Executes a statement that writes to its end. When it fails, none of its writes are left in the
   * transaction.
   */
  public UpdateResult execute(ExecutionContext context) {
    DmlProgram program = dml;
    if (program == null) {
      throw new IllegalStateException("Not a statement that writes");
    }
    reads.requireReadable(context.writes());
    DmlOutcome outcome;
    context.helpers().enter();
    try {
      outcome = InternalErrors.guard(() -> program.execute(newState(context)));
    } finally {
      context.helpers().exit();
    }
    RowStore returned = outcome.returned();
    return new UpdateResult(
        outcome.count(), returned == null ? null : new StoredCursor(plan.output(), returned));
  }

  /** Whether {@link #executeRows} can execute it. */
  public boolean takesRows() {
    return dml != null && dml.takesRows();
  }

  /**
   * Executes an INSERT of one row of parameters for many of them at once. When it fails, no row is
   * left in the transaction; {@link #execute} row by row then tells which one is to blame.
   *
   * @param context with any one row as its parameters
   */
  public void executeRows(ExecutionContext context, List<List<Value>> parameters) {
    DmlProgram program = dml;
    if (program == null) {
      throw new IllegalStateException("Not a statement that writes");
    }
    reads.requireReadable(context.writes());
    InternalErrors.guard(
        () -> {
          program.executeRows(newState(context), parameters);
          return true;
        });
  }

  private EvaluationState newState(ExecutionContext context) {
    return expressions.newState(context);
  }

  /** Rows that are kept already. */
  private static final class StoredCursor implements BatchCursor {
    private final List<OutputColumn> columns;
    private final RowStore rows;
    private int nextChunk;

    StoredCursor(List<OutputColumn> columns, RowStore rows) {
      this.columns = columns;
      this.rows = rows;
    }

    @Override
    public List<OutputColumn> columns() {
      return columns;
    }

    @Override
    public @Nullable Batch next() {
      return nextChunk < rows.chunkCount() ? rows.chunk(nextChunk++) : null;
    }

    @Override
    public void close() {
      nextChunk = rows.chunkCount();
    }
  }
}
