package org.ratchetdb.storage.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a read-write transaction behaves.
 *
 * @param isolation what it may see of others
 * @param readLockMode how reads are kept valid
 * @param age order for wound-wait: smaller is older and wins; a retry keeps the age of its first
 *     attempt. 0 takes a new one
 * @param lockTimeout longest single wait for a lock, or null for no limit beyond wound-wait
 * @param deadlineNanos reading of the store's ticker after which no wait of the transaction goes
 *     on, that of its commit included; {@link #NO_DEADLINE} for none
 * @param tag what the user calls it, for statistics; may be empty
 * @param priority how urgent its user says it is; locks do not know it
 */
public record TransactionOptions(
    Isolation isolation,
    ReadLockMode readLockMode,
    long age,
    @Nullable Duration lockTimeout,
    long deadlineNanos,
    String tag,
    Priority priority) {
  public static final long NO_DEADLINE = Long.MAX_VALUE;

  /** What concurrent transactions may see of each other. */
  public enum Isolation {
    /** All transactions together look as if they had run one after the other. */
    SERIALIZABLE,
    /** Reads come from a snapshot; of two that write the same cell the first committer wins. */
    REPEATABLE_READ
  }

  public static final TransactionOptions DEFAULT =
      new TransactionOptions(
          Isolation.SERIALIZABLE, ReadLockMode.DEFAULT, 0, null, NO_DEADLINE, "", Priority.HIGH);

  /** Whether reads take no locks and are checked at commit instead. */
  public boolean isOptimistic() {
    return readLockMode == ReadLockMode.OPTIMISTIC
        || (readLockMode == ReadLockMode.DEFAULT && isolation == Isolation.REPEATABLE_READ);
  }

  public TransactionOptions withIsolation(Isolation newIsolation) {
    return new TransactionOptions(
        newIsolation, readLockMode, age, lockTimeout, deadlineNanos, tag, priority);
  }

  public TransactionOptions withReadLockMode(ReadLockMode newReadLockMode) {
    return new TransactionOptions(
        isolation, newReadLockMode, age, lockTimeout, deadlineNanos, tag, priority);
  }

  public TransactionOptions withAge(long newAge) {
    return new TransactionOptions(
        isolation, readLockMode, newAge, lockTimeout, deadlineNanos, tag, priority);
  }

  public TransactionOptions withLockTimeout(@Nullable Duration newLockTimeout) {
    return new TransactionOptions(
        isolation, readLockMode, age, newLockTimeout, deadlineNanos, tag, priority);
  }

  public TransactionOptions withDeadlineNanos(long newDeadlineNanos) {
    return new TransactionOptions(
        isolation, readLockMode, age, lockTimeout, newDeadlineNanos, tag, priority);
  }

  public TransactionOptions withTag(String newTag) {
    return new TransactionOptions(
        isolation, readLockMode, age, lockTimeout, deadlineNanos, newTag, priority);
  }

  public TransactionOptions withPriority(Priority newPriority) {
    return new TransactionOptions(
        isolation, readLockMode, age, lockTimeout, deadlineNanos, tag, newPriority);
  }
}
