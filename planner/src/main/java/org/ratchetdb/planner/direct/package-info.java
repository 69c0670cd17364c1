/**
 * Plans without Calcite what has neither join nor subquery: reads of one table, by key or not,
 * grouped or not; VALUES; set operations of such. Calcite's classes take hundreds of milliseconds
 * to load, which a test database or a point read cannot afford, and such statements leave it
 * nothing to decide. Open {@link DirectPlanner} first.
 */
@NullMarked
package org.ratchetdb.planner.direct;

import org.jspecify.annotations.NullMarked;
