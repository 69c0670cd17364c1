package org.ratchetdb.splits.load;

/**
 * The load of a split at a moment. Totals count from the moment the process opened the store or the
 * split came to be, whichever was later.
 *
 * @param reads point reads and stretches of scans
 * @param rowsRead entries they found
 * @param bytesRead keys and payloads of those
 * @param writes puts and deletes committed
 * @param readsPerSecond recent rate of reads, decaying
 * @param rowsReadPerSecond recent rate of rows read, decaying
 * @param writesPerSecond recent rate of writes, decaying
 */
public record SplitLoad(
    long reads,
    long rowsRead,
    long bytesRead,
    long writes,
    double readsPerSecond,
    double rowsReadPerSecond,
    double writesPerSecond) {}
