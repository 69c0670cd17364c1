package org.ratchetdb.storage.txn;

import java.time.Duration;
import org.ratchetdb.storage.api.PayloadMerger;

/**
 * How a store behaves, whatever engine is below.
 *
 * @param retention how long versions stay readable after they were replaced; default 1 h
 * @param idleTimeout a transaction without a call for this long is rolled back; zero for never;
 *     default 10 s
 * @param merger what payloads are made of; by default they are opaque, and there are no patches
 */
public record StoreOptions(Duration retention, Duration idleTimeout, PayloadMerger merger) {
  public static final StoreOptions DEFAULT =
      new StoreOptions(Duration.ofHours(1), Duration.ofSeconds(10), PayloadMerger.NONE);

  public StoreOptions {
    if (retention.isNegative() || retention.isZero()) {
      throw new IllegalArgumentException("Retention must be positive");
    }
    if (idleTimeout.isNegative()) {
      throw new IllegalArgumentException("Idle timeout must not be negative");
    }
  }

  public StoreOptions withRetention(Duration newRetention) {
    return new StoreOptions(newRetention, idleTimeout, merger);
  }

  public StoreOptions withIdleTimeout(Duration newIdleTimeout) {
    return new StoreOptions(retention, newIdleTimeout, merger);
  }

  public StoreOptions withMerger(PayloadMerger newMerger) {
    return new StoreOptions(retention, idleTimeout, newMerger);
  }
}
