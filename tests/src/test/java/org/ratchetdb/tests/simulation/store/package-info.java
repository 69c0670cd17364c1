/**
 * A storage engine whose log is simulated: what was not synced may be lost when the machine loses
 * power, a sync may be slow or fail, the disk may be full. Open {@link
 * org.ratchetdb.tests.simulation.store.SimulatedEngine} first.
 */
@NullMarked
package org.ratchetdb.tests.simulation.store;

import org.jspecify.annotations.NullMarked;
