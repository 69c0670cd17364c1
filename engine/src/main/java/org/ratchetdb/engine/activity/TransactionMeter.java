package org.ratchetdb.engine.activity;

import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.Ticker;

/**
 * Follows one attempt of a read-write transaction and counts it once it has ended. An attempt that
 * ran no statement is not counted. Owned by the session's thread.
 */
public final class TransactionMeter {
  /** How an attempt ended. */
  enum Outcome {
    COMMITTED,
    ABORTED,
    FAILED_PRECONDITION,
    /** Rolled back, or failed in another way. */
    OTHER
  }

  /** How a transaction is kept apart from others. */
  public enum Concurrency {
    SERIALIZABLE_PESSIMISTIC,
    SERIALIZABLE_OPTIMISTIC,
    REPEATABLE_READ
  }

  /**
   * An attempt that has ended.
   *
   * @param totalNanos from its begin
   * @param commitNanos from the call of commit, or -1 without one
   * @param bytes keys and payloads written
   */
  record Attempt(
      Concurrency concurrency,
      boolean retry,
      Outcome outcome,
      long totalNanos,
      long commitNanos,
      long bytes) {}

  private final DatabaseActivity activity;
  private final Ticker ticker;
  private final int session;
  private final String tag;
  private final Concurrency concurrency;
  private final boolean retry;
  private final long beganMicros;
  private final long beganNanos;
  private Footprint footprint = Footprint.NONE;
  private Outcome outcome = Outcome.OTHER;
  private long commitStartNanos = -1;
  private boolean ended;

  /**
   * @param session id of the session
   * @param tag of the transaction, may be empty
   * @param retry whether it repeats one that was aborted
   */
  TransactionMeter(
      DatabaseActivity activity,
      Ticker ticker,
      int session,
      String tag,
      Concurrency concurrency,
      boolean retry,
      long beganMicros) {
    this.activity = activity;
    this.ticker = ticker;
    this.session = session;
    this.tag = tag;
    this.concurrency = concurrency;
    this.retry = retry;
    this.beganMicros = beganMicros;
    this.beganNanos = ticker.nanos();
  }

  /** When it began, in microseconds since the epoch. */
  public long beganMicros() {
    return beganMicros;
  }

  /** May be empty. */
  public String tag() {
    return tag;
  }

  public Concurrency concurrency() {
    return concurrency;
  }

  /** A statement runs in it. */
  public void ran(Footprint statement) {
    footprint = footprint.plus(statement);
  }

  /** Commit is called. */
  public void committing() {
    commitStartNanos = ticker.nanos();
  }

  public void committed() {
    outcome = Outcome.COMMITTED;
  }

  /** A statement or the commit failed; the last failure before the end counts. */
  public void failed(DbException failure) {
    if (failure.code() == ErrorCode.TRANSACTION_ABORTED) {
      outcome = Outcome.ABORTED;
    } else if (failure.code().status() == CanonicalStatus.FAILED_PRECONDITION) {
      outcome = Outcome.FAILED_PRECONDITION;
    }
  }

  /**
   * It is over; safe to repeat.
   *
   * @param bytes keys and payloads it wrote
   */
  @SuppressWarnings("ReferenceEquality") // the one that says that nothing was done
  public void ended(long bytes) {
    if (ended || footprint == Footprint.NONE) {
      return;
    }
    ended = true;
    long now = ticker.nanos();
    long commitNanos = commitStartNanos < 0 ? -1 : now - commitStartNanos;
    activity.recordTransaction(
        footprint.tagged(tag),
        session,
        beganMicros,
        new Attempt(concurrency, retry, outcome, now - beganNanos, commitNanos, bytes));
  }
}
