/**
 * Databases and the instance that holds them: directories, opening, creating, dropping, closing.
 * Open {@link RatchetInstance} first.
 */
@NullMarked
package org.ratchetdb.engine.database;

import org.jspecify.annotations.NullMarked;
