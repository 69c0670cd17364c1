package org.ratchetdb.engine.activity;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.stats.interval.LatencyHistogram;
import org.ratchetdb.engine.stats.interval.Sums;
import org.ratchetdb.engine.stats.interval.Tally;

/** Attempts of read-write transactions, summed. Thread-safe. */
public final class TransactionTally implements Tally<TransactionTally> {
  static final int BYTES = 500;

  private final Sums<Sum> sums = new Sums<>(Sum.values());
  private final LatencyHistogram totalLatency = new LatencyHistogram();

  private enum Sum {
    ATTEMPTS,
    COMMIT_ATTEMPTS,
    ABORTS,
    FAILED_PRECONDITIONS,
    RETRIES,
    COMMIT_NANOS,
    BYTES,
    SERIALIZABLE_PESSIMISTIC,
    SERIALIZABLE_OPTIMISTIC,
    REPEATABLE_READ
  }

  /** Adds an attempt that has ended. */
  synchronized void record(TransactionMeter.Attempt attempt) {
    sums.add(Sum.ATTEMPTS, 1);
    sums.count(Sum.RETRIES, attempt.retry());
    sums.count(Sum.ABORTS, attempt.outcome() == TransactionMeter.Outcome.ABORTED);
    sums.count(
        Sum.FAILED_PRECONDITIONS,
        attempt.outcome() == TransactionMeter.Outcome.FAILED_PRECONDITION);
    sums.add(
        switch (attempt.concurrency()) {
          case SERIALIZABLE_PESSIMISTIC -> Sum.SERIALIZABLE_PESSIMISTIC;
          case SERIALIZABLE_OPTIMISTIC -> Sum.SERIALIZABLE_OPTIMISTIC;
          case REPEATABLE_READ -> Sum.REPEATABLE_READ;
        },
        1);
    if (attempt.commitNanos() >= 0) {
      sums.add(Sum.COMMIT_ATTEMPTS, 1);
      sums.add(Sum.COMMIT_NANOS, attempt.commitNanos());
      sums.add(Sum.BYTES, attempt.bytes());
      totalLatency.record(attempt.totalNanos());
    }
  }

  @Override
  public synchronized void addTo(TransactionTally sum) {
    sums.addTo(sum.sums);
    sum.totalLatency.add(totalLatency);
  }

  @Override
  public synchronized double weight() {
    return totalLatency.seconds();
  }

  public synchronized long attempts() {
    return sums.get(Sum.ATTEMPTS);
  }

  public synchronized long commitAttempts() {
    return sums.get(Sum.COMMIT_ATTEMPTS);
  }

  public synchronized long aborts() {
    return sums.get(Sum.ABORTS);
  }

  public synchronized long failedPreconditions() {
    return sums.get(Sum.FAILED_PRECONDITIONS);
  }

  /** Attempts that kept the age of one that was aborted. */
  public synchronized long retries() {
    return sums.get(Sum.RETRIES);
  }

  public synchronized @Nullable Double averageTotalSeconds() {
    return Averages.of(totalLatency.seconds(), sums.get(Sum.COMMIT_ATTEMPTS));
  }

  public synchronized @Nullable Double averageCommitSeconds() {
    return Averages.of(
        sums.get(Sum.COMMIT_NANOS) / Averages.NANOS_PER_SECOND, sums.get(Sum.COMMIT_ATTEMPTS));
  }

  public synchronized @Nullable Double averageBytes() {
    return Averages.of((double) sums.get(Sum.BYTES), sums.get(Sum.COMMIT_ATTEMPTS));
  }

  public synchronized long serializablePessimistic() {
    return sums.get(Sum.SERIALIZABLE_PESSIMISTIC);
  }

  public synchronized long serializableOptimistic() {
    return sums.get(Sum.SERIALIZABLE_OPTIMISTIC);
  }

  public synchronized long repeatableRead() {
    return sums.get(Sum.REPEATABLE_READ);
  }

  public synchronized String totalLatencyJson() {
    return totalLatency.json();
  }
}
