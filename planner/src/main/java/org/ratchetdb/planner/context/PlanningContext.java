package org.ratchetdb.planner.context;

import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.type.Dialect;

/**
 * What a statement is planned against.
 *
 * @param schema the version that the statement was bound against
 * @param statistics sizes of tables and indexes
 * @param folder evaluates constant expressions
 * @param dialect whose rules hold
 * @param options settings
 * @param check ends planning on a cancel or a deadline
 */
public record PlanningContext(
    Schema schema,
    TableStatistics statistics,
    ConstantFolder folder,
    Dialect dialect,
    PlannerOptions options,
    PlanningCheck check) {
  /** With the dialect of the schema and default settings, and nobody to stop it. */
  public static PlanningContext of(
      Schema schema, TableStatistics statistics, ConstantFolder folder) {
    return new PlanningContext(
        schema, statistics, folder, schema.dialect(), PlannerOptions.DEFAULT, PlanningCheck.NONE);
  }

  public PlanningContext withCheck(PlanningCheck check) {
    return new PlanningContext(schema, statistics, folder, dialect, options, check);
  }

  public boolean isPostgres() {
    return dialect == Dialect.POSTGRESQL;
  }
}
