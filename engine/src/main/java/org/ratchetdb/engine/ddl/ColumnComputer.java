package org.ratchetdb.engine.ddl;

import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.planner.physical.DmlPlan;

/** What it takes to compute values of a column from its declaration. Thread-safe. */
public interface ColumnComputer {
  /**
   * Plans an INSERT against a schema that is not published and may never be, so the plan must not
   * be kept under the schema's version.
   */
  DmlPlan.Insert plan(Schema schema, String insert);

  /** A context for expressions, without a transaction and without sequences. */
  ExecutionContext.Builder context();
}
