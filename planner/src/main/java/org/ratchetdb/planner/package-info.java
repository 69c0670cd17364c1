/** From a bound statement to a logical plan and a physical plan. Apache Calcite stays in here. */
@NullMarked
package org.ratchetdb.planner;

import org.jspecify.annotations.NullMarked;
