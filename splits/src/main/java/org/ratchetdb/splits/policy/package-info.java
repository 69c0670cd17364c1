/**
 * Whether and where to divide: pure functions of statistics, without input, output or time of their
 * own. Open {@link SizeSplitPolicy} first.
 *
 * <p>The place for the policy by load: it will take a {@code SplitLoad} with samples of the keys
 * served and the time, and answer with the same {@link SplitDecision}; its reasons (HOT_ROW,
 * UNISOLATABLE_HOT_ROW, MOVING_HOT_SPOT, LARGE_SCAN_HOT_SPOT) join {@link SplitReason}.
 */
@NullMarked
package org.ratchetdb.splits.policy;

import org.jspecify.annotations.NullMarked;
