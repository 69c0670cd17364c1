package org.ratchetdb.planner.context;

import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** Evaluates constant expressions for the planner. Implementations are thread-safe. */
@FunctionalInterface
public interface ConstantFolder {
  /**
   * The value of an expression without columns, parameters and volatile functions.
   *
   * @throws org.ratchetdb.common.error.DbException when evaluation fails; the planner then leaves
   *     the expression as it is, so that the error appears only if a row needs the value
   */
  Value fold(PhysicalExpr expression);
}
