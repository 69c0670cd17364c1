/**
 * Puts physical operators on top of candidates, with their price and the local simplifications that
 * hold in every context: {@link PlanNodes}.
 */
@NullMarked
package org.ratchetdb.planner.build;

import org.jspecify.annotations.NullMarked;
