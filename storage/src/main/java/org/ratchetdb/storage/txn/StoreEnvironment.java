package org.ratchetdb.storage.txn;

import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.common.time.Scheduler;
import org.ratchetdb.common.time.Ticker;

/**
 * Time and threads as a store sees them.
 *
 * @param clock gives commit timestamps; may step back, the store's timestamps do not
 * @param ticker measures waits and idleness
 * @param scheduler runs the rollback of idle transactions and the expiry of history; must outlive
 *     the store
 * @param threads locks, waits and steps
 */
public record StoreEnvironment(Clock clock, Ticker ticker, Scheduler scheduler, Threads threads) {
  /** With the JDK's threads. */
  public StoreEnvironment(Clock clock, Ticker ticker, Scheduler scheduler) {
    this(clock, ticker, scheduler, JdkThreads.INSTANCE);
  }
}
