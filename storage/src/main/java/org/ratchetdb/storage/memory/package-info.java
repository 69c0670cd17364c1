/**
 * The store in memory: the readable model of the contract, and the engine of {@code mem:}
 * databases. Open {@link MemoryKvStore}, then {@link MemoryEngine}.
 */
@NullMarked
package org.ratchetdb.storage.memory;

import org.jspecify.annotations.NullMarked;
