package org.ratchetdb.storage.api;

import org.ratchetdb.common.time.CommitTimestamp;

/**
 * When the state of a {@link ReadView} held. Stays valid after the view is closed, but not after
 * the store is. Thread-safe.
 */
@FunctionalInterface
public interface ReadMoment {
  /**
   * The newest timestamp, at or before the given one, at which the store was just as the view shows
   * it; not before {@link ReadView#readTimestamp}. No later commit gets that timestamp, so an exact
   * read at it sees the same. May write a reservation of timestamps.
   *
   * @param notAfterMicros when the view was used, say
   */
  CommitTimestamp newestTimestamp(long notAfterMicros);
}
