/**
 * The full planner: from a bound relation through Calcite's algebra to a physical plan. {@link
 * FullPlanner} is the only door; nobody else may load Calcite's classes.
 */
@NullMarked
package org.ratchetdb.planner.full;

import org.jspecify.annotations.NullMarked;
