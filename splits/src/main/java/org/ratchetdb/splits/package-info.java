/**
 * The map from key ranges to splits, the load and size statistics of each split, and the policies
 * that decide where to divide. Splits know bytes, not rows.
 */
@NullMarked
package org.ratchetdb.splits;

import org.jspecify.annotations.NullMarked;
