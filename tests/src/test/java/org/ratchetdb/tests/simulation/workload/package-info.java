/**
 * What clients do in a simulated store, what they saw, and whether that can be. Open {@link
 * org.ratchetdb.tests.simulation.workload.StoreSimulation} first.
 */
@NullMarked
package org.ratchetdb.tests.simulation.workload;

import org.jspecify.annotations.NullMarked;
