package org.ratchetdb.executor.operator;

import org.ratchetdb.executor.expression.EvaluationState;

/** Makes the operator of a plan node for one execution. Immutable and shared. */
@FunctionalInterface
public interface OperatorFactory {
  Operator create(EvaluationState state);
}
