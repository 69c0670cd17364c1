package org.ratchetdb.common.time;

/**
 * A commit or read timestamp of a database: microseconds since the epoch, unique and increasing per
 * database.
 *
 * @param micros microseconds since 1970-01-01T00:00:00Z
 */
public record CommitTimestamp(long micros) implements Comparable<CommitTimestamp> {
  public static final CommitTimestamp ZERO = new CommitTimestamp(0);

  @Override
  public int compareTo(CommitTimestamp other) {
    return Long.compare(micros, other.micros);
  }
}
