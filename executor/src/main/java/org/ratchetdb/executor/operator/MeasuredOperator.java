package org.ratchetdb.executor.operator;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.profile.ExecutionProfile;
import org.ratchetdb.executor.profile.OperatorProfile;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.planner.physical.PhysicalPlan;

/** Notes in the profile of the execution what an operator does. */
final class MeasuredOperator implements Operator {
  private final ExecutionProfile execution;
  private final OperatorProfile profile;
  private final Operator operator;

  private MeasuredOperator(ExecutionProfile execution, OperatorProfile profile, Operator operator) {
    this.execution = execution;
    this.profile = profile;
    this.operator = operator;
  }

  static OperatorFactory measured(PhysicalPlan.Query node, OperatorFactory factory) {
    return state -> create(node, factory, state);
  }

  private static Operator create(
      PhysicalPlan.Query node, OperatorFactory factory, EvaluationState state) {
    ExecutionProfile execution = Objects.requireNonNull(state.context().profile());
    OperatorProfile profile = execution.of(node);
    Operator operator = Objects.requireNonNull(execution.run(profile, () -> factory.create(state)));
    return new MeasuredOperator(execution, profile, operator);
  }

  @Override
  public void open() {
    profile.started();
    var unused =
        execution.run(
            profile,
            () -> {
              operator.open();
              return null;
            });
  }

  @Override
  public @Nullable Batch next() {
    Batch rows = execution.run(profile, operator::next);
    if (rows != null) {
      profile.yielded(rows.size());
    }
    return rows;
  }

  @Override
  public void close() {
    var unused =
        execution.run(
            profile,
            () -> {
              operator.close();
              return null;
            });
  }
}
