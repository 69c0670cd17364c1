package org.ratchetdb.splits.policy;

/** Why a split is divided, or is not. */
public enum SplitReason {
  /** Keep: it is smaller than the limit. */
  BELOW_SIZE_LIMIT,
  /** Keep: it is too large, but is a single entry, or nothing could be found to cut at. */
  SINGLE_ENTRY,
  /** Divide between row trees. */
  SIZE,
  /** Divide inside a row tree, which fills the split on its own. */
  SIZE_OF_ROW_TREE
}
