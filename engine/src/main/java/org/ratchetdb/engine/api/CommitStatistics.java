package org.ratchetdb.engine.api;

import org.ratchetdb.common.time.CommitTimestamp;

/**
 * What the last commit of a session did.
 *
 * @param timestamp the commit timestamp
 * @param mutationCount how much it counts towards the limit of 80,000: columns written, those of
 *     keys included, columns of index entries, 1 per deleted row and entry
 */
public record CommitStatistics(CommitTimestamp timestamp, long mutationCount) {}
