/**
 * Plans for people: {@link PlanExplainer} draws a plan as a tree of named operators with their
 * properties, in a format that tests and tools rely on.
 */
@NullMarked
package org.ratchetdb.planner.explain;

import org.jspecify.annotations.NullMarked;
