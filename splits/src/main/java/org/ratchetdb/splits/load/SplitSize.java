package org.ratchetdb.splits.load;

/**
 * How large a range is.
 *
 * @param bytes stored bytes: as on disk for large ranges (so after compression), keys and payloads
 *     for small ones
 * @param rows number of entries; an estimate for large ranges
 */
public record SplitSize(long bytes, long rows) {}
