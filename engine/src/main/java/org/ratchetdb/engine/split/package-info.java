/**
 * Splits as the database sees them: what rows belong together, how keys read, where scans are cut.
 * Open {@link DatabaseSplits} first. Sizes, counters and the map itself live in the module {@code
 * splits}.
 */
@NullMarked
package org.ratchetdb.engine.split;

import org.jspecify.annotations.NullMarked;
