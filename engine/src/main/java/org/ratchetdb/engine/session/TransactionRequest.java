package org.ratchetdb.engine.session;

import java.time.Duration;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.config.SessionSettings;
import org.ratchetdb.engine.config.SpannerSettings;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.Priority;
import org.ratchetdb.storage.api.ReadLockMode;
import org.ratchetdb.storage.api.TransactionOptions;

/** What the settings of a session ask of the store's transactions. */
final class TransactionRequest {
  private TransactionRequest() {}

  /**
   * Options of a transaction that begins now.
   *
   * @param age of the first attempt when this one repeats it, else 0
   */
  static TransactionOptions options(
      SessionSettings settings, TransactionMode mode, long age, Ticker ticker) {
    return TransactionOptions.DEFAULT
        .withIsolation(
            mode.isolation() == TransactionMode.Isolation.REPEATABLE_READ
                ? TransactionOptions.Isolation.REPEATABLE_READ
                : TransactionOptions.Isolation.SERIALIZABLE)
        .withAge(age)
        .withReadLockMode(readLockMode(settings))
        .withLockTimeout(settings.typed().lockTimeout())
        .withDeadlineNanos(deadlineNanos(settings, ticker))
        .withTag(settings.get(SpannerSettings.TRANSACTION_TAG))
        .withPriority(priority(settings));
  }

  /** When a transaction that begins now must be over. */
  static long deadlineNanos(SessionSettings settings, Ticker ticker) {
    Duration timeout = settings.typed().transactionTimeout();
    return timeout.isZero() ? TransactionOptions.NO_DEADLINE : ticker.nanos() + timeout.toNanos();
  }

  static CommitOptions commitOptions(SessionSettings settings) {
    SessionSettings.Typed typed = settings.typed();
    return typed.plainCommit()
        ? CommitOptions.DEFAULT
        : CommitOptions.DEFAULT
            .withMaxCommitDelay(settings.duration(SpannerSettings.MAX_COMMIT_DELAY))
            .withDurable(!settings.get("synchronous_commit").equals("off"))
            .withPriority(priority(settings));
  }

  private static ReadLockMode readLockMode(SessionSettings settings) {
    return switch (settings.get(SpannerSettings.READ_LOCK_MODE)) {
      case "PESSIMISTIC" -> ReadLockMode.PESSIMISTIC;
      case "OPTIMISTIC" -> ReadLockMode.OPTIMISTIC;
      default -> ReadLockMode.DEFAULT;
    };
  }

  /** Without a wish, every request is of high priority, as in Spanner. */
  private static Priority priority(SessionSettings settings) {
    return switch (settings.get(SpannerSettings.RPC_PRIORITY)) {
      case "LOW" -> Priority.LOW;
      case "MEDIUM" -> Priority.MEDIUM;
      default -> Priority.HIGH;
    };
  }
}
