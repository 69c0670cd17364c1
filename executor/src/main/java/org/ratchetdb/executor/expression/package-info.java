/**
 * Expressions: {@link org.ratchetdb.executor.expression.ExpressionCompiler} turns a {@code
 * PhysicalExpr} into a tree of {@link org.ratchetdb.executor.expression.Evaluator}s, once per plan.
 * Evaluators are shared by all executions; what one execution computes lies in its {@link
 * org.ratchetdb.executor.expression.EvaluationState}. A conditional evaluates a branch only for the
 * rows that reach it, so that what must not be computed cannot fail.
 */
@NullMarked
package org.ratchetdb.executor.expression;

import org.jspecify.annotations.NullMarked;
