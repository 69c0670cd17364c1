package org.ratchetdb.engine.session;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.engine.activity.ActiveStatement;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.activity.StatementIdentity;
import org.ratchetdb.engine.ddl.JobControl;
import org.ratchetdb.executor.BatchCursor;
import org.ratchetdb.executor.context.CancellationToken;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.profile.ExecutionProfile;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * A statement that is planned or run: lets it be stopped, by a cancel from another thread or by its
 * deadline, and counts what it does. Operators ask at batch borders; a wait for a lock is woken.
 * {@link #cancel} is for any thread, the rest for the statement's.
 */
public final class StatementControl implements JobControl {
  private final CancellationToken token = new CancellationToken();
  private final AtomicReference<@Nullable Runnable> wakeUp = new AtomicReference<>();
  private final ActiveStatement statement;
  private final Ticker ticker;
  private final boolean hasDeadline;
  private final boolean ofTransaction;
  private final long startNanos;
  private final long deadlineNanos;
  private boolean streaming;
  private boolean inReadWrite;
  private boolean recorded;
  private long rows;
  private long rowsWritten;
  private long bytesWritten;
  private @Nullable ErrorCode failure;
  private boolean measured;
  private @Nullable ExecutionProfile profile;

  /**
   * @param timeout of the statement, zero for none
   * @param transactionDeadlineNanos of the transaction it belongs to, or {@link
   *     TransactionOptions#NO_DEADLINE}
   */
  StatementControl(
      ActiveStatement statement, Ticker ticker, Duration timeout, long transactionDeadlineNanos) {
    this.statement = statement;
    this.ticker = ticker;
    this.startNanos = ticker.nanos();
    boolean bounded = transactionDeadlineNanos != TransactionOptions.NO_DEADLINE;
    this.hasDeadline = bounded || !timeout.isZero();
    long own = timeout.isZero() ? transactionDeadlineNanos : startNanos + timeout.toNanos();
    this.ofTransaction = bounded && transactionDeadlineNanos - own <= 0;
    this.deadlineNanos = ofTransaction ? transactionDeadlineNanos : own;
  }

  /** Reading of the ticker, or {@link TransactionOptions#NO_DEADLINE}. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  ActiveStatement statement() {
    return statement;
  }

  /** Its rows are read while it goes on; whoever closes them ends it. */
  void stream() {
    streaming = true;
  }

  boolean isStreaming() {
    return streaming;
  }

  /** It runs in a read-write transaction. */
  void runsInReadWrite() {
    inReadWrite = true;
  }

  /** It has written that much, in its last attempt. */
  void wrote(long rowCount, long bytes) {
    rowsWritten = rowCount;
    bytesWritten = bytes;
  }

  /** Executions that begin from now on are measured. */
  void measure() {
    measured = true;
  }

  /** What the last execution did, or null when there was none that is measured. */
  @Nullable ExecutionProfile profile() {
    return profile;
  }

  void failed(DbException e) {
    failure = e.code();
  }

  /** Counts the rows that pass and notes a failure. */
  BatchCursor metered(BatchCursor source) {
    return metered(source, () -> {});
  }

  /**
   * As the other.
   *
   * @param check fails when the rows just read must not be handed out
   */
  BatchCursor metered(BatchCursor source, Runnable check) {
    return new BatchCursor() {
      @Override
      public List<OutputColumn> columns() {
        return source.columns();
      }

      @Override
      public @Nullable Batch next() {
        try {
          Batch batch = source.next();
          check.run();
          if (batch != null) {
            rows += batch.size();
          }
          return batch;
        } catch (DbException e) {
          failed(e);
          throw e;
        }
      }

      @Override
      public void close() {
        source.close();
      }
    };
  }

  /** Counts the execution once it is over; safe to repeat. */
  void record(DatabaseActivity activity, int session) {
    StatementIdentity identity = statement.identity();
    if (recorded || identity == null) {
      return;
    }
    recorded = true;
    activity.recordQuery(
        identity,
        session,
        statement.startedMicros(),
        ticker.nanos() - startNanos,
        rows,
        rowsWritten,
        bytesWritten,
        inReadWrite,
        failure);
  }

  /** Tells an execution to obey. */
  void apply(ExecutionContext.Builder execution) {
    execution.cancellation(token);
    if (hasDeadline) {
      execution.deadline(ticker, deadlineNanos);
    }
    if (measured) {
      profile = new ExecutionProfile(ticker);
      execution.profile(profile);
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

  /**
   * As {@link #check} while it is not known what the statement is: when its transaction had run out
   * of time before, it may be the one that ends it.
   */
  void checkPlanning() {
    checkCancelled();
    if (!ofTransaction || startNanos - deadlineNanos < 0) {
      checkTime();
    }
  }

  @Override
  public void check() {
    checkCancelled();
    checkTime();
  }

  private void checkCancelled() {
    if (token.isCancelled()) {
      throw new DbException(ErrorCode.CANCELLED, "canceling statement due to user request");
    }
  }

  private void checkTime() {
    if (hasDeadline && ticker.nanos() - deadlineNanos >= 0) {
      throw new DbException(
          ErrorCode.DEADLINE_EXCEEDED,
          ofTransaction
              ? "canceling statement due to transaction timeout"
              : "canceling statement due to statement timeout");
    }
  }
}
