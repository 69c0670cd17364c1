/** Opens parts of the engine that have no public door, for tests. */
@NullMarked
package org.ratchetdb.engine.database;

import org.jspecify.annotations.NullMarked;
