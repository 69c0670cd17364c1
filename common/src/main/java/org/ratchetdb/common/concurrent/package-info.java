/**
 * The seam between the database and its threads. Open {@link
 * org.ratchetdb.common.concurrent.Threads}.
 *
 * <p>What uses it can be run by a scheduler that lets one thread go at a time, or be stopped at any
 * step. A {@code synchronized} block may stay where nothing inside it waits, does I/O or takes a
 * step. The points at which code steps are listed in {@code docs/notes/simulation.md}.
 */
@NullMarked
package org.ratchetdb.common.concurrent;

import org.jspecify.annotations.NullMarked;
