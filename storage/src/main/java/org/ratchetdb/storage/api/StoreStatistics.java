package org.ratchetdb.storage.api;

/**
 * Counters of a store since it was opened; each only grows, but for the open transactions.
 *
 * @param commits transactions committed with at least one write
 * @param commitGroups groups of commits written to the log, so commits / commitGroups is the mean
 *     group size
 * @param syncs forced writes of the log
 * @param entriesWritten puts and deletes committed
 * @param bytesWritten bytes of keys and payloads committed
 * @param lockWaits waits for a lock
 * @param lockWaitNanos time spent in them, in nanoseconds
 * @param wounds transactions aborted because an older one needed their locks
 * @param conflicts REPEATABLE_READ transactions aborted because another had committed first
 * @param idleRollbacks transactions rolled back because no call came for too long
 * @param openTransactions read-write transactions open now
 */
public record StoreStatistics(
    long commits,
    long commitGroups,
    long syncs,
    long entriesWritten,
    long bytesWritten,
    long lockWaits,
    long lockWaitNanos,
    long wounds,
    long conflicts,
    long idleRollbacks,
    long openTransactions) {}
