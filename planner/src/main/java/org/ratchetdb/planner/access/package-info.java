/**
 * How to get at the rows of one table, without Calcite: {@link AccessPlanner} weighs the table and
 * its indexes, {@link KeyMatcher} turns conditions into key ranges.
 */
@NullMarked
package org.ratchetdb.planner.access;

import org.jspecify.annotations.NullMarked;
