/**
 * What splits have to do and how large they are. Open {@link SplitLoadTracker} first: it hears of
 * every read and write and adds to the counters of the split, without a lock. {@link SplitLoad} is
 * a snapshot of them.
 */
@NullMarked
package org.ratchetdb.splits.load;

import org.jspecify.annotations.NullMarked;
