package org.ratchetdb.tests.simulation.workload;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;

/**
 * What a read found at a key.
 *
 * @param value null when there was none
 */
record Observation(Key key, @Nullable String value) {}
