/**
 * Simulations of the database: runs that a seed decides, in hundreds of thousands. The note {@code
 * docs/notes/simulation.md} says how to run and read them.
 */
@NullMarked
package org.ratchetdb.tests.simulation;

import org.jspecify.annotations.NullMarked;
