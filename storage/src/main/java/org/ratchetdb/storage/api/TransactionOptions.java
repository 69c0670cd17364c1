package org.ratchetdb.storage.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a read-write transaction behaves.
 *
 * @param isolation SERIALIZABLE reads with locks; REPEATABLE_READ reads from a snapshot, first
 *     committer wins
 * @param age order for wound-wait: smaller is older and wins; a retry keeps the age of its first
 *     attempt. 0 takes a new one
 * @param lockTimeout longest single wait for a lock, or null for no limit beyond wound-wait
 * @param tag what the user calls it, for statistics; may be empty
 */
public record TransactionOptions(
    Isolation isolation, long age, @Nullable Duration lockTimeout, String tag) {
  /** What concurrent transactions may see of each other. */
  public enum Isolation {
    SERIALIZABLE,
    REPEATABLE_READ
  }

  public static final TransactionOptions DEFAULT =
      new TransactionOptions(Isolation.SERIALIZABLE, 0, null, "");
}
