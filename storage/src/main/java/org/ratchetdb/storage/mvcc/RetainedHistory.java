package org.ratchetdb.storage.mvcc;

/**
 * Which old versions a store keeps, as it remembers across restarts.
 *
 * @param retentionMicros how long versions stay after their end; 0 when it was never set
 * @param floorMicros history before this timestamp may be gone however long the retention is now,
 *     for it was shorter once
 */
public record RetainedHistory(long retentionMicros, long floorMicros) {
  public static final RetainedHistory UNKNOWN = new RetainedHistory(0, 0);
}
