/**
 * What plans cost, without Calcite: {@link CostModel} holds the measured constants, {@link
 * Selectivity} the guesses about data, {@link PlanCandidate} a plan with its price and {@link
 * RowOrder}.
 */
@NullMarked
package org.ratchetdb.planner.cost;

import org.jspecify.annotations.NullMarked;
