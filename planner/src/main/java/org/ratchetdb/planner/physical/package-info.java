/**
 * The contract between planner and executor: plans and expressions as immutable records, free of
 * Calcite. Open {@link PhysicalPlan}, {@link DmlPlan} and {@link PhysicalExpr} first.
 */
@NullMarked
package org.ratchetdb.planner.physical;

import org.jspecify.annotations.NullMarked;
