/**
 * The schema as an immutable snapshot, and each DDL change as a function from one snapshot to the
 * next.
 *
 * <p>Persisting versions and running backfills is the engine's work, not this module's.
 */
@NullMarked
package org.ratchetdb.catalog;

import org.jspecify.annotations.NullMarked;
