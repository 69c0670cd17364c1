package org.ratchetdb.executor.context;

import java.util.List;
import org.ratchetdb.common.key.KeyRange;

/** Knows how the key space is cut into splits. */
@FunctionalInterface
public interface SplitRanges {
  /** The whole key space as one split. */
  SplitRanges NONE = List::of;

  /** The range cut at the split boundaries inside it, in key order. */
  List<KeyRange> divide(KeyRange range);
}
