package org.ratchetdb.engine.activity;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.stats.interval.LatencyHistogram;
import org.ratchetdb.engine.stats.interval.Tally;

/** Attempts of read-write transactions, summed. Thread-safe. */
public final class TransactionTally implements Tally<TransactionTally> {
  static final int BYTES = 500;

  private long attempts;
  private long commitAttempts;
  private long aborts;
  private long failedPreconditions;
  private long retries;
  private long commitNanos;
  private long bytes;
  private long serializablePessimistic;
  private long serializableOptimistic;
  private long repeatableRead;
  private final LatencyHistogram totalLatency = new LatencyHistogram();

  /** Adds an attempt that has ended. */
  synchronized void record(TransactionMeter.Attempt attempt) {
    attempts++;
    retries += attempt.retry() ? 1 : 0;
    aborts += attempt.outcome() == TransactionMeter.Outcome.ABORTED ? 1 : 0;
    failedPreconditions +=
        attempt.outcome() == TransactionMeter.Outcome.FAILED_PRECONDITION ? 1 : 0;
    switch (attempt.concurrency()) {
      case SERIALIZABLE_PESSIMISTIC -> serializablePessimistic++;
      case SERIALIZABLE_OPTIMISTIC -> serializableOptimistic++;
      case REPEATABLE_READ -> repeatableRead++;
    }
    if (attempt.commitNanos() >= 0) {
      commitAttempts++;
      commitNanos += attempt.commitNanos();
      bytes += attempt.bytes();
      totalLatency.record(attempt.totalNanos());
    }
  }

  @Override
  public synchronized void add(TransactionTally other) {
    attempts += other.attempts;
    commitAttempts += other.commitAttempts;
    aborts += other.aborts;
    failedPreconditions += other.failedPreconditions;
    retries += other.retries;
    commitNanos += other.commitNanos;
    bytes += other.bytes;
    serializablePessimistic += other.serializablePessimistic;
    serializableOptimistic += other.serializableOptimistic;
    repeatableRead += other.repeatableRead;
    totalLatency.add(other.totalLatency);
  }

  @Override
  public synchronized TransactionTally copy() {
    TransactionTally copy = new TransactionTally();
    copy.add(this);
    return copy;
  }

  @Override
  public synchronized double weight() {
    return totalLatency.seconds();
  }

  public synchronized long attempts() {
    return attempts;
  }

  public synchronized long commitAttempts() {
    return commitAttempts;
  }

  public synchronized long aborts() {
    return aborts;
  }

  public synchronized long failedPreconditions() {
    return failedPreconditions;
  }

  /** Attempts that kept the age of one that was aborted. */
  public synchronized long retries() {
    return retries;
  }

  public synchronized @Nullable Double averageTotalSeconds() {
    return Averages.of(totalLatency.seconds(), commitAttempts);
  }

  public synchronized @Nullable Double averageCommitSeconds() {
    return Averages.of(commitNanos / Averages.NANOS_PER_SECOND, commitAttempts);
  }

  public synchronized @Nullable Double averageBytes() {
    return Averages.of((double) bytes, commitAttempts);
  }

  public synchronized long serializablePessimistic() {
    return serializablePessimistic;
  }

  public synchronized long serializableOptimistic() {
    return serializableOptimistic;
  }

  public synchronized long repeatableRead() {
    return repeatableRead;
  }

  public synchronized String totalLatencyJson() {
    return totalLatency.json();
  }
}
