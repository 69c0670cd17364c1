/**
 * What the planner is told of the sizes of tables and indexes. Open {@link DatabaseStatistics}
 * first.
 */
@NullMarked
package org.ratchetdb.engine.stats;

import org.jspecify.annotations.NullMarked;
