package org.ratchetdb.engine.activity;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.stats.interval.LatencyHistogram;
import org.ratchetdb.engine.stats.interval.Sums;
import org.ratchetdb.engine.stats.interval.Tally;

/** Executions of a query or DML statement, summed. Thread-safe. */
public final class QueryTally implements Tally<QueryTally> {
  static final int BYTES = 500;

  private final Sums<Sum> sums = new Sums<>(Sum.values());
  private final LatencyHistogram latency = new LatencyHistogram();

  private enum Sum {
    EXECUTIONS,
    ROWS,
    ROWS_WRITTEN,
    BYTES_WRITTEN,
    IN_READ_WRITE,
    CANCELLED,
    TIMED_OUT,
    FAILED,
    FAILED_NANOS
  }

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
    sums.count(Sum.IN_READ_WRITE, readWrite);
    if (failure != null) {
      sums.add(Sum.FAILED, 1);
      sums.add(Sum.FAILED_NANOS, nanos);
      sums.count(Sum.CANCELLED, failure == ErrorCode.CANCELLED);
      sums.count(Sum.TIMED_OUT, failure == ErrorCode.DEADLINE_EXCEEDED);
      return;
    }
    sums.add(Sum.EXECUTIONS, 1);
    sums.add(Sum.ROWS, rowsReturned);
    sums.add(Sum.ROWS_WRITTEN, written);
    sums.add(Sum.BYTES_WRITTEN, bytes);
    latency.record(nanos);
  }

  @Override
  public synchronized void addTo(QueryTally sum) {
    sums.addTo(sum.sums);
    sum.latency.add(latency);
  }

  @Override
  public synchronized double weight() {
    return latency.seconds() + sums.get(Sum.FAILED_NANOS) / Averages.NANOS_PER_SECOND;
  }

  /** Executions that succeeded. */
  public synchronized long executions() {
    return sums.get(Sum.EXECUTIONS);
  }

  public synchronized @Nullable Double averageLatencySeconds() {
    return Averages.of(latency.seconds(), sums.get(Sum.EXECUTIONS));
  }

  public synchronized @Nullable Double averageRows() {
    return Averages.of((double) sums.get(Sum.ROWS), sums.get(Sum.EXECUTIONS));
  }

  public synchronized @Nullable Double averageRowsWritten() {
    return Averages.of((double) sums.get(Sum.ROWS_WRITTEN), sums.get(Sum.EXECUTIONS));
  }

  public synchronized @Nullable Double averageBytesWritten() {
    return Averages.of((double) sums.get(Sum.BYTES_WRITTEN), sums.get(Sum.EXECUTIONS));
  }

  public synchronized long inReadWrite() {
    return sums.get(Sum.IN_READ_WRITE);
  }

  public synchronized long cancelled() {
    return sums.get(Sum.CANCELLED);
  }

  public synchronized long timedOut() {
    return sums.get(Sum.TIMED_OUT);
  }

  /** Failures of any kind, cancels and timeouts among them. */
  public synchronized long failed() {
    return sums.get(Sum.FAILED);
  }

  public synchronized @Nullable Double averageFailedSeconds() {
    return Averages.of(
        sums.get(Sum.FAILED_NANOS) / Averages.NANOS_PER_SECOND, sums.get(Sum.FAILED));
  }

  public synchronized String latencyJson() {
    return latency.json();
  }
}
