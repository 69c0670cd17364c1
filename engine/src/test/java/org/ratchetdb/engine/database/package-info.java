/** Tests of databases as a whole, with the store at hand. */
@NullMarked
package org.ratchetdb.engine.database;

import org.jspecify.annotations.NullMarked;
