/**
 * Threads, locks, time and processes that a seed decides about. Open {@link
 * org.ratchetdb.tests.simulation.world.World} first.
 *
 * <p>A world runs real threads, but hands a baton round: whoever has it runs, until it comes to a
 * lock, a wait, a step or its end; there the seed says who is next. When all wait, the clock jumps
 * to the earliest deadline. So a run is a function of its seed, an hour of timeouts takes no time,
 * and a wait that nothing will end is seen as such.
 */
@NullMarked
package org.ratchetdb.tests.simulation.world;

import org.jspecify.annotations.NullMarked;
