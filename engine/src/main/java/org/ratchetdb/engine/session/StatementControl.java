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
import org.ratchetdb.storage.api.TransactionOptions;

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
  private final boolean ofTransaction;
  private final long deadlineNanos;

  /**
   * @param timeout of the statement, zero for none
   * @param transactionDeadlineNanos of the transaction it belongs to, or {@link
   *     TransactionOptions#NO_DEADLINE}
   */
  StatementControl(Ticker ticker, Duration timeout, long transactionDeadlineNanos) {
    this.ticker = ticker;
    boolean bounded = transactionDeadlineNanos != TransactionOptions.NO_DEADLINE;
    this.hasDeadline = bounded || !timeout.isZero();
    long own = timeout.isZero() ? transactionDeadlineNanos : ticker.nanos() + timeout.toNanos();
    this.ofTransaction = bounded && transactionDeadlineNanos - own <= 0;
    this.deadlineNanos = ofTransaction ? transactionDeadlineNanos : own;
  }

  /** Reading of the ticker, or {@link TransactionOptions#NO_DEADLINE}. */
  long deadlineNanos() {
    return deadlineNanos;
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
          ErrorCode.DEADLINE_EXCEEDED,
          ofTransaction
              ? "canceling statement due to transaction timeout"
              : "canceling statement due to statement timeout");
    }
  }
}
