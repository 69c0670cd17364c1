/**
 * Finds out whether a database is sound. Open {@link org.ratchetdb.engine.check.DatabaseCheck}
 * first.
 *
 * <p>One pass over all keys of a snapshot ({@link org.ratchetdb.engine.check.RowPass}) reads every
 * row and every entry, and compares a child with the parent row before it. For each index it adds
 * up hashes of the entries that the rows call for and of those that are there; only where the sums
 * differ are rows and entries looked up one by one ({@link
 * org.ratchetdb.engine.check.IndexComparison}), which says what is missing and what is too much.
 */
@NullMarked
package org.ratchetdb.engine.check;

import org.jspecify.annotations.NullMarked;
