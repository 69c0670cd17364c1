/**
 * The map from key ranges to splits, the load and size statistics of each split, and the policies
 * that decide where to divide. Splits know bytes, not rows. Open {@link SplitManager} first; it
 * puts together the map ({@code .map}), what is measured ({@code .load}) and what is decided
 * ({@code .policy}).
 *
 * <p>A division changes the map and nothing else: no entry is copied, no reader or writer waits.
 */
@NullMarked
package org.ratchetdb.splits;

import org.jspecify.annotations.NullMarked;
