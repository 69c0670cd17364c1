package org.ratchetdb.engine.session;

import java.time.Duration;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.config.SessionSettings;
import org.ratchetdb.storage.api.TransactionOptions;

/** What a session asks of the store's transactions. */
final class TransactionRequest {
  private TransactionRequest() {}

  /**
   * Options of a read-write transaction that begins now.
   *
   * @param age of the first attempt when this one repeats it, else 0
   */
  static TransactionOptions options(
      SessionSettings settings, TransactionMode mode, long age, Ticker ticker) {
    TransactionOptions asked = settings.typed().transaction();
    return new TransactionOptions(
        mode.isolation() == TransactionMode.Isolation.REPEATABLE_READ
            ? TransactionOptions.Isolation.REPEATABLE_READ
            : TransactionOptions.Isolation.SERIALIZABLE,
        asked.readLockMode(),
        age,
        asked.lockTimeout(),
        deadlineNanos(settings, ticker),
        asked.tag(),
        asked.priority());
  }

  /** When a transaction that begins now must be over. */
  static long deadlineNanos(SessionSettings settings, Ticker ticker) {
    Duration timeout = settings.typed().transactionTimeout();
    return timeout.isZero() ? TransactionOptions.NO_DEADLINE : ticker.nanos() + timeout.toNanos();
  }
}
