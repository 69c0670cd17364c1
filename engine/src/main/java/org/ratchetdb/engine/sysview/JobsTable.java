package org.ratchetdb.engine.sysview;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.engine.ddl.DdlJob;
import org.ratchetdb.engine.ddl.DdlRunner;
import org.ratchetdb.planner.context.TableStatistics;

/** RATCHET_SYS.JOBS: schema changes that are under way. */
final class JobsTable extends SystemTable<JobsTable.Running> {
  private final DdlRunner ddl;
  private final Supplier<Schema> schema;
  private final TableStatistics statistics;

  /**
   * A job with how many rows it has to look at.
   *
   * @param rowsExpected estimate, at least 0
   */
  record Running(DdlJob job, long rowsExpected) {
    private @Nullable Double progress() {
      return rowsExpected == 0 ? null : Math.min(1.0, (double) job.rowsDone() / rowsExpected);
    }
  }

  JobsTable(DdlRunner ddl, Supplier<Schema> schema, TableStatistics statistics) {
    super(
        RATCHET_SYS,
        "JOBS",
        List.of(
            SystemColumn.string("JOB_TYPE", job -> "INDEX_BACKFILL"),
            SystemColumn.string("TABLE_NAME", running -> running.job().tableName()),
            SystemColumn.string("INDEX_NAME", running -> running.job().indexName()),
            SystemColumn.time("START_TIME", running -> running.job().startedMicros()),
            SystemColumn.integer("ROWS_DONE", running -> running.job().rowsDone()),
            SystemColumn.integer("ROWS_EXPECTED", Running::rowsExpected),
            SystemColumn.number("PROGRESS", Running::progress)));
    this.ddl = ddl;
    this.schema = schema;
    this.statistics = statistics;
  }

  @Override
  Iterable<Running> items() {
    return ddl.runningJob()
        .map(
            job ->
                new Running(
                    job,
                    schema.get().findTable(job.tableName()).map(statistics::rowCount).orElse(0L)))
        .map(List::of)
        .orElse(List.of());
  }
}
