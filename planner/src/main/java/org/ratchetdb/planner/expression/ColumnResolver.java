package org.ratchetdb.planner.expression;

import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;

/** Says where a bound column is to be found. */
@FunctionalInterface
public interface ColumnResolver {
  PhysicalExpr resolve(BoundColumn column);
}
