/**
 * What the planner is told and what it asks for: {@link PlanningContext} comes with every
 * statement, {@link TableStatistics} and {@link ConstantFolder} are implemented by the engine.
 */
@NullMarked
package org.ratchetdb.planner.context;

import org.jspecify.annotations.NullMarked;
