package org.ratchetdb.storage.txn;

import org.ratchetdb.common.time.Clock;
import org.ratchetdb.common.time.Scheduler;
import org.ratchetdb.common.time.Ticker;

/**
 * Time as a store sees it.
 *
 * @param clock gives commit timestamps; may step back, the store's timestamps do not
 * @param ticker measures waits and idleness
 * @param scheduler runs the rollback of idle transactions and the expiry of history; must outlive
 *     the store
 */
public record StoreEnvironment(Clock clock, Ticker ticker, Scheduler scheduler) {}
