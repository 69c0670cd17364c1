package org.ratchetdb.splits.map;

import org.ratchetdb.common.key.KeyRange;

/**
 * One split, or the part of one that lies in a range that was asked about.
 *
 * @param id which split
 * @param range its keys
 * @param sinceMicros when it began to exist in this shape, microseconds since the epoch
 * @param origin why it begins where it does
 */
public record Split(SplitId id, KeyRange range, long sinceMicros, SplitOrigin origin) {}
