package org.ratchetdb.planner.access;

import org.ratchetdb.planner.physical.PhysicalExpr;

/**
 * A condition on the rows of a table, column ordinals those of the table.
 *
 * @param expression the condition
 * @param seekable false when it must be evaluated for each row because it is volatile
 */
public record AccessCondition(PhysicalExpr expression, boolean seekable) {}
