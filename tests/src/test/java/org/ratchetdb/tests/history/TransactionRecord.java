package org.ratchetdb.tests.history;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a client knows of one transaction.
 *
 * @param process the client, which runs one transaction after another
 * @param level what the transaction was promised
 * @param operations in the order of the calls; those of a failed one as far as they got
 * @param invokedNanos before the first call, on a clock that all clients share
 * @param completedNanos after the last answer
 * @param outcome what the client was told
 * @param commitMicros commit timestamp, or {@link #UNKNOWN}
 * @param readMicros timestamp that a read-only transaction has read at, or {@link #UNKNOWN}
 */
public record TransactionRecord(
    int process,
    Level level,
    List<Operation> operations,
    long invokedNanos,
    long completedNanos,
    Outcome outcome,
    long commitMicros,
    long readMicros) {
  public static final long UNKNOWN = -1;

  /** What a transaction was promised. */
  public enum Level {
    /** Reads and writes at its commit, which lies between its first call and its last answer. */
    SERIALIZABLE,
    /** Reads at a point after its first call, commits later; no write of others to its own keys. */
    REPEATABLE_READ,
    /** Only reads, at a point after its first call. */
    STRONG_READ,
    /** Only reads, at some point that may be long past. */
    STALE_READ
  }

  /** What the client was told at the end. */
  public enum Outcome {
    COMMITTED,
    /** Certainly without effect. */
    FAILED,
    /** The connection broke, or the like: it may have taken effect or not. */
    UNKNOWN
  }

  public TransactionRecord {
    operations = List.copyOf(operations);
  }

  /** Whether it completed, and completed before the other began. */
  boolean precedes(TransactionRecord other) {
    return outcome == Outcome.COMMITTED && completedNanos < other.invokedNanos;
  }

  boolean isReadOnly() {
    return level == Level.STRONG_READ || level == Level.STALE_READ;
  }

  @Override
  public String toString() {
    return "client "
        + process
        + " "
        + level
        + " "
        + outcome
        + (commitMicros == UNKNOWN ? "" : " at " + commitMicros)
        + (readMicros == UNKNOWN ? "" : " reading at " + readMicros)
        + " ["
        + invokedNanos
        + ".."
        + completedNanos
        + " ns]: "
        + operations.stream().map(Object::toString).collect(Collectors.joining(", "));
  }
}
