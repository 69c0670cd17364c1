/**
 * The database itself. Wires the lower modules together; {@code engine.api} is the one front door
 * for everything above.
 */
@NullMarked
package org.ratchetdb.engine;

import org.jspecify.annotations.NullMarked;
