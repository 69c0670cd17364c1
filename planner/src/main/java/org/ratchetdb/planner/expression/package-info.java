/**
 * Scalar expressions on their way from bound to physical form, without Calcite: {@link
 * ExpressionTranslator}, {@link ConstantFolding} and the helpers of {@link PhysicalExprs}.
 */
@NullMarked
package org.ratchetdb.planner.expression;

import org.jspecify.annotations.NullMarked;
