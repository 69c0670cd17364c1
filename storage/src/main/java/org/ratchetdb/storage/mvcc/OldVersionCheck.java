package org.ratchetdb.storage.mvcc;

import org.ratchetdb.common.key.Key;

/** Looks at each version that a commit is about to replace; throws to stop the commit. */
@FunctionalInterface
public interface OldVersionCheck {
  OldVersionCheck NONE = (key, timestampMicros) -> {};

  /** The timestamp of a key that does not exist. */
  long ABSENT = -1;

  /**
   * One key.
   *
   * @param timestampMicros of the version there is now, or {@link #ABSENT}
   */
  void replaces(Key key, long timestampMicros);
}
