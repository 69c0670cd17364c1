package org.ratchetdb.splits.policy;

import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;

/**
 * The entry near the middle byte of a split, and what stands around its row tree.
 *
 * @param key the entry
 * @param rowTree the row tree it belongs to
 * @param bytesBefore bytes of the split before the row tree
 * @param bytesAfter bytes of the split after the row tree
 */
public record MiddleEntry(Key key, KeyRange rowTree, long bytesBefore, long bytesAfter) {}
