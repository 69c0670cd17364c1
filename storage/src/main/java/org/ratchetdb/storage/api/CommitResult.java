package org.ratchetdb.storage.api;

import org.ratchetdb.common.time.CommitTimestamp;

/**
 * What a commit did.
 *
 * @param timestamp the commit timestamp; that of the newest commit applied when nothing was written
 * @param entriesWritten puts and deletes of keys
 */
public record CommitResult(CommitTimestamp timestamp, int entriesWritten) {}
