/**
 * Statistics by interval of the clock: what happened in each minute, each ten minutes, each hour.
 * Open {@link org.ratchetdb.engine.stats.interval.IntervalStatistics} first.
 *
 * <p>Recording finds the tally of a key in the frame of the current minute and adds to one of its
 * stripes, so that sessions hardly ever meet. Nothing runs in the background: whoever records or
 * reads first after a minute has ended closes it, which merges it into the longer intervals and
 * keeps its heaviest keys. Everything is kept in memory, bounded in keys, in time and in bytes, and
 * is gone after a restart.
 */
@NullMarked
package org.ratchetdb.engine.stats.interval;

import org.jspecify.annotations.NullMarked;
