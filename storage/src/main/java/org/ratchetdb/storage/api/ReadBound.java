package org.ratchetdb.storage.api;

import org.ratchetdb.common.time.CommitTimestamp;

/** Which timestamp a {@link ReadView} reads at. */
public sealed interface ReadBound {
  ReadBound STRONG = new Strong();

  /** Sees everything committed before the view was opened. */
  record Strong() implements ReadBound {}

  /**
   * Sees everything up to the timestamp, and as much more as can be seen without waiting: as a rule
   * it is a strong read that does not mind commits under way.
   */
  record AtLeast(CommitTimestamp timestamp) implements ReadBound {}

  /** Sees exactly the commits at or before the timestamp. */
  record Exact(CommitTimestamp timestamp) implements ReadBound {}
}
