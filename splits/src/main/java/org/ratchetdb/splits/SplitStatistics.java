package org.ratchetdb.splits;

import org.ratchetdb.splits.load.SplitLoad;
import org.ratchetdb.splits.map.Split;
import org.ratchetdb.splits.policy.SplitReason;

/**
 * A split with its measures, for the tables that show splits.
 *
 * @param split which, its range, and why it is there
 * @param bytes stored bytes: what was last measured, plus growth since
 * @param rows entries; an estimate
 * @param load reads and writes
 * @param reason what the last look at its size decided
 */
public record SplitStatistics(
    Split split, long bytes, long rows, SplitLoad load, SplitReason reason) {}
