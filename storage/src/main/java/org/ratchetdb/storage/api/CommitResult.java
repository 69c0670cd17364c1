package org.ratchetdb.storage.api;

import org.ratchetdb.common.time.CommitTimestamp;

/**
 * What a commit did.
 *
 * @param timestamp the commit timestamp
 * @param entriesWritten puts and deletes of keys
 */
public record CommitResult(CommitTimestamp timestamp, int entriesWritten) {}
