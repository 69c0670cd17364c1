/** Intervals of the clock: when they end, what they keep, what they forget. */
@NullMarked
package org.ratchetdb.engine.stats.interval;

import org.jspecify.annotations.NullMarked;
