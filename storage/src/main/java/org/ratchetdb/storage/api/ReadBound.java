package org.ratchetdb.storage.api;

import org.ratchetdb.common.time.CommitTimestamp;

/** Which timestamp a {@link ReadView} reads at. */
public sealed interface ReadBound {
  ReadBound STRONG = new Strong();

  /** Sees everything committed before the view was opened. */
  record Strong() implements ReadBound {}

  /** Sees exactly the commits at or before the timestamp. */
  record Exact(CommitTimestamp timestamp) implements ReadBound {}
}
