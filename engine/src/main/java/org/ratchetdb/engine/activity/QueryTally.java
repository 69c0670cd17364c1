package org.ratchetdb.engine.activity;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.stats.interval.LatencyHistogram;
import org.ratchetdb.engine.stats.interval.Tally;

/** Executions of a query or DML statement, summed. Thread-safe. */
public final class QueryTally implements Tally<QueryTally> {
  static final int BYTES = 500;

  private long executions;
  private long rows;
  private long rowsWritten;
  private long bytesWritten;
  private long inReadWrite;
  private long cancelled;
  private long timedOut;
  private long failed;
  private long failedNanos;
  private final LatencyHistogram latency = new LatencyHistogram();

  /**
   * Adds an execution.
   *
   * @param nanos from its start to its last row, or its failure
   * @param rowsReturned rows it gave
   * @param written rows it wrote
   * @param bytes keys and payloads it wrote
   * @param readWrite whether it ran in a read-write transaction
   * @param failure why it failed, or null
   */
  synchronized void record(
      long nanos,
      long rowsReturned,
      long written,
      long bytes,
      boolean readWrite,
      @Nullable ErrorCode failure) {
    inReadWrite += readWrite ? 1 : 0;
    if (failure != null) {
      failed++;
      failedNanos += nanos;
      cancelled += failure == ErrorCode.CANCELLED ? 1 : 0;
      timedOut += failure == ErrorCode.DEADLINE_EXCEEDED ? 1 : 0;
      return;
    }
    executions++;
    rows += rowsReturned;
    rowsWritten += written;
    bytesWritten += bytes;
    latency.record(nanos);
  }

  @Override
  public synchronized void add(QueryTally other) {
    executions += other.executions;
    rows += other.rows;
    rowsWritten += other.rowsWritten;
    bytesWritten += other.bytesWritten;
    inReadWrite += other.inReadWrite;
    cancelled += other.cancelled;
    timedOut += other.timedOut;
    failed += other.failed;
    failedNanos += other.failedNanos;
    latency.add(other.latency);
  }

  @Override
  public synchronized QueryTally copy() {
    QueryTally copy = new QueryTally();
    copy.add(this);
    return copy;
  }

  @Override
  public synchronized double weight() {
    return latency.seconds() + failedNanos / Averages.NANOS_PER_SECOND;
  }

  /** Executions that succeeded. */
  public synchronized long executions() {
    return executions;
  }

  public synchronized @Nullable Double averageLatencySeconds() {
    return Averages.of(latency.seconds(), executions);
  }

  public synchronized @Nullable Double averageRows() {
    return Averages.of((double) rows, executions);
  }

  public synchronized @Nullable Double averageRowsWritten() {
    return Averages.of((double) rowsWritten, executions);
  }

  public synchronized @Nullable Double averageBytesWritten() {
    return Averages.of((double) bytesWritten, executions);
  }

  public synchronized long inReadWrite() {
    return inReadWrite;
  }

  public synchronized long cancelled() {
    return cancelled;
  }

  public synchronized long timedOut() {
    return timedOut;
  }

  /** Failures of any kind, cancels and timeouts among them. */
  public synchronized long failed() {
    return failed;
  }

  public synchronized @Nullable Double averageFailedSeconds() {
    return Averages.of(failedNanos / Averages.NANOS_PER_SECOND, failed);
  }

  public synchronized String latencyJson() {
    return latency.json();
  }
}
