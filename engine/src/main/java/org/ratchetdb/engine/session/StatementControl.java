package org.ratchetdb.engine.session;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.engine.ddl.JobControl;
import org.ratchetdb.executor.context.CancellationToken;
import org.ratchetdb.executor.context.ExecutionContext;

/**
 * Lets a running statement be stopped: by a cancel from another thread, or by its deadline.
 * Operators ask at batch borders; a wait for a lock is woken. {@link #cancel} is for any thread,
 * the rest for the statement's.
 */
public final class StatementControl implements JobControl {
  private final CancellationToken token = new CancellationToken();
  private final AtomicReference<@Nullable Runnable> wakeUp = new AtomicReference<>();
  private final Ticker ticker;
  private final boolean hasDeadline;
  private final long deadlineNanos;

  StatementControl(Ticker ticker, Duration timeout) {
    this.ticker = ticker;
    this.hasDeadline = !timeout.isZero();
    this.deadlineNanos = hasDeadline ? ticker.nanos() + timeout.toNanos() : 0;
  }

  /** Tells an execution to obey. */
  void apply(ExecutionContext.Builder execution) {
    execution.cancellation(token);
    if (hasDeadline) {
      execution.deadline(ticker, deadlineNanos);
    }
  }

  /** What to call on a cancel besides setting the mark; replaces an earlier one. */
  @Override
  public void onCancel(Runnable action) {
    wakeUp.set(action);
    if (token.isCancelled()) {
      action.run();
    }
  }

  void cancel() {
    token.cancel();
    Runnable action = wakeUp.get();
    if (action != null) {
      action.run();
    }
  }

  @Override
  public void check() {
    if (token.isCancelled()) {
      throw new DbException(ErrorCode.CANCELLED, "canceling statement due to user request");
    }
    if (hasDeadline && ticker.nanos() - deadlineNanos >= 0) {
      throw new DbException(
          ErrorCode.DEADLINE_EXCEEDED, "canceling statement due to statement timeout");
    }
  }
}
