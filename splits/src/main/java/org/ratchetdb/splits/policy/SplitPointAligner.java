package org.ratchetdb.splits.policy;

import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;

/**
 * Knows which keys belong together. Splits know bytes only; whoever knows rows implements this.
 * Thread-safe, quick, and without side effects.
 */
@FunctionalInterface
public interface SplitPointAligner {
  /** Every entry stands alone. */
  SplitPointAligner NONE = KeyRange::point;

  /**
   * The row tree that an entry belongs to: a root row with all its descendants and everything else
   * stored among them.
   *
   * @param key the key of an entry
   * @return a range that contains the key; {@link KeyRange#point} when the entry stands alone
   */
  KeyRange rowTree(Key key);
}
