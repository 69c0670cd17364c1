package org.ratchetdb.engine.activity;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.engine.stats.interval.Granularity;
import org.ratchetdb.engine.stats.interval.Interval;
import org.ratchetdb.engine.stats.interval.IntervalStatistics;
import org.ratchetdb.storage.api.LockWait;
import org.ratchetdb.storage.api.LockWaitListener;

/** Sessions and statistics of one database. Thread-safe. */
public final class DatabaseActivity implements LockWaitListener {
  private final Clock clock;
  private final Ticker ticker;
  private final ActiveSessions sessions = new ActiveSessions();
  private final IntervalStatistics<StatementIdentity, QueryTally> queries;
  private final IntervalStatistics<Footprint, TransactionTally> transactions;
  private final IntervalStatistics<LockWaitKey, LockWaitTally> lockWaits;

  public DatabaseActivity(Clock clock, Ticker ticker) {
    this.clock = clock;
    this.ticker = ticker;
    this.queries = new IntervalStatistics<>(clock, QueryTally::new, QueryTally.BYTES);
    this.transactions =
        new IntervalStatistics<>(clock, TransactionTally::new, TransactionTally.BYTES);
    this.lockWaits = new IntervalStatistics<>(clock, LockWaitTally::new, LockWaitTally.BYTES);
  }

  public ActiveSessions sessions() {
    return sessions;
  }

  /** Microseconds since the epoch. */
  public long nowMicros() {
    return clock.nowMicros();
  }

  /**
   * Counts an execution, in the interval in which it began.
   *
   * @param session id of the session
   * @param failure why it failed, or null
   */
  public void recordQuery(
      StatementIdentity identity,
      int session,
      long startedMicros,
      long nanos,
      long rows,
      long rowsWritten,
      long bytesWritten,
      boolean readWrite,
      @Nullable ErrorCode failure) {
    queries
        .tally(startedMicros, identity, session)
        .record(nanos, rows, rowsWritten, bytesWritten, readWrite, failure);
  }

  /**
   * Begins to follow an attempt of a read-write transaction.
   *
   * @param session id of the session
   * @param tag of the transaction, may be empty
   * @param retry whether it repeats one that was aborted
   * @param beganMicros microseconds since the epoch
   */
  public TransactionMeter newTransaction(
      int session,
      String tag,
      TransactionMeter.Concurrency concurrency,
      boolean retry,
      long beganMicros) {
    return new TransactionMeter(this, ticker, session, tag, concurrency, retry, beganMicros);
  }

  /** In the interval in which the attempt began. */
  void recordTransaction(
      Footprint footprint, int session, long beganMicros, TransactionMeter.Attempt attempt) {
    transactions.tally(beganMicros, footprint, session).record(attempt);
  }

  @Override
  public void waited(LockWait wait) {
    lockWaits
        .tally(
            clock.nowMicros(),
            new LockWaitKey(wait.range()),
            Long.hashCode(wait.waiter().transactionId()))
        .record(wait);
  }

  public List<Interval<StatementIdentity, QueryTally>> queries(Granularity granularity) {
    return queries.intervals(granularity);
  }

  public List<Interval<Footprint, TransactionTally>> transactions(Granularity granularity) {
    return transactions.intervals(granularity);
  }

  public List<Interval<LockWaitKey, LockWaitTally>> lockWaits(Granularity granularity) {
    return lockWaits.intervals(granularity);
  }
}
