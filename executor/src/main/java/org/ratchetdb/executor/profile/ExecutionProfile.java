package org.ratchetdb.executor.profile;

import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.ReadView;

/** What the operators of one execution do. Owned by the thread that executes. */
public final class ExecutionProfile {
  private final Ticker ticker;
  private final IdentityHashMap<PhysicalPlan, OperatorProfile> operators = new IdentityHashMap<>();
  private @Nullable OperatorProfile current;

  public ExecutionProfile(Ticker ticker) {
    this.ticker = ticker;
  }

  /** What the operator of the node has done so far. */
  public OperatorProfile of(PhysicalPlan node) {
    return operators.computeIfAbsent(node, key -> new OperatorProfile());
  }

  /** The operator that is at work, or null. */
  public @Nullable OperatorProfile current() {
    return current;
  }

  /** Runs a step of an operator, within one of the operator that it is an input of. */
  public <T> @Nullable T run(OperatorProfile operator, Step<T> step) {
    OperatorProfile enclosing = current;
    current = operator;
    long start = ticker.nanos();
    try {
      return step.run();
    } finally {
      operator.spent(ticker.nanos() - start);
      current = enclosing;
    }
  }

  /** The reader, counting for the operator at work what is read through it. */
  public KvReader measured(KvReader reader) {
    OperatorProfile operator = current;
    if (operator == null) {
      return reader;
    }
    return reader instanceof ReadView view
        ? new MeasuredReader.OfView(view, operator)
        : new MeasuredReader(reader, operator);
  }

  /** A step of an operator. */
  @FunctionalInterface
  public interface Step<T> {
    @Nullable T run();
  }
}
