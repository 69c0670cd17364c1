/**
 * Bound statements as Calcite's algebra. {@link RelConverter} makes the tree and takes subqueries
 * apart into joins on the way; {@link ScanRel}, {@link ValuesRel}, {@link SystemTableRel}, {@link
 * UnnestRel} and {@link LimitRel} are nodes of our own; {@link KernelOperator} carries an
 * expression of ours through Calcite's hands.
 */
@NullMarked
package org.ratchetdb.planner.logical;

import org.jspecify.annotations.NullMarked;
