package org.ratchetdb.engine.api;

import java.time.Instant;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;

/**
 * A database as it was, kept under a name until it is dropped.
 *
 * @param name unique among the snapshots of the instance
 * @param database whose snapshot it is; may be gone since
 * @param dialect of that database
 * @param timestamp it holds every commit at or before this one, and none after
 * @param created when it was taken
 */
public record Snapshot(
    String name, String database, Dialect dialect, CommitTimestamp timestamp, Instant created) {}
