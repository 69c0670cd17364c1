package org.ratchetdb.engine.api;

import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;

/**
 * One backup in a directory.
 *
 * @param id counts the backups of the directory from 1
 * @param database name of the database it was made of
 * @param dialect of the database
 * @param timestamp it holds exactly the commits at or before this one
 * @param oldest its history reaches back to this timestamp, so it can be restored as of any between
 * @param createdMicros when it was begun
 * @param baseId the backup whose files it shares, 0 for a full one
 * @param bytes size of the database's files in it
 * @param newBytes of them, what this backup has written itself
 */
public record BackupInfo(
    long id,
    String database,
    Dialect dialect,
    CommitTimestamp timestamp,
    CommitTimestamp oldest,
    long createdMicros,
    long baseId,
    long bytes,
    long newBytes) {
  public boolean isIncremental() {
    return baseId != 0;
  }
}
