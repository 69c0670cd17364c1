/** Plans of statements that write, on top of a planned source: {@link DmlPlanner}. */
@NullMarked
package org.ratchetdb.planner.dml;

import org.jspecify.annotations.NullMarked;
