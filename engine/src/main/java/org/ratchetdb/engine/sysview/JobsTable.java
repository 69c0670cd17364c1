package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.engine.activity.RunningJob;
import org.ratchetdb.engine.activity.RunningJobs;
import org.ratchetdb.engine.ddl.DdlJob;
import org.ratchetdb.engine.ddl.DdlRunner;
import org.ratchetdb.planner.context.TableStatistics;

/**
 * RATCHET_SYS.JOBS: schema changes of this database, and backups, restores and checks of all
 * databases of the instance, that are under way.
 */
final class JobsTable extends SystemTable<JobsTable.Job> {
  private final String database;
  private final DdlRunner ddl;
  private final RunningJobs jobs;
  private final Supplier<Schema> schema;
  private final TableStatistics statistics;

  /**
   * A row.
   *
   * @param phase what it does now, or null
   * @param total an estimate; 0 when unknown
   */
  record Job(
      String kind,
      String database,
      @Nullable String table,
      @Nullable String index,
      @Nullable String phase,
      long startedMicros,
      long done,
      long total,
      String unit) {
    static Job of(RunningJob job) {
      RunningJob.Position at = job.position();
      return new Job(
          job.kind().name(),
          job.database(),
          null,
          null,
          at.phase().isEmpty() ? null : at.phase(),
          job.startedMicros(),
          at.done(),
          at.total(),
          at.unit().name().toLowerCase(Locale.ROOT));
    }

    static Job of(String database, DdlJob job, long rowsEstimated) {
      return new Job(
          "INDEX_BACKFILL",
          database,
          job.tableName(),
          job.indexName(),
          null,
          job.startedMicros(),
          job.rowsDone(),
          rowsEstimated,
          "rows");
    }

    /** Null when it is unknown; that more is done than was estimated tells that it is. */
    private @Nullable Long knownTotal() {
      return total == 0 || done > total ? null : total;
    }

    private @Nullable Double progress() {
      Long known = knownTotal();
      return known == null ? null : (double) done / known;
    }
  }

  JobsTable(
      String database,
      DdlRunner ddl,
      RunningJobs jobs,
      Supplier<Schema> schema,
      TableStatistics statistics) {
    super(
        RATCHET_SYS,
        "JOBS",
        List.of(
            SystemColumn.string("JOB_TYPE", Job::kind),
            SystemColumn.string("DATABASE_NAME", Job::database),
            SystemColumn.string("TABLE_NAME", Job::table),
            SystemColumn.string("INDEX_NAME", Job::index),
            SystemColumn.string("PHASE", Job::phase),
            SystemColumn.time("START_TIME", Job::startedMicros),
            SystemColumn.integer("DONE", Job::done),
            SystemColumn.nullableInteger("TOTAL", Job::knownTotal),
            SystemColumn.string("UNIT", Job::unit),
            SystemColumn.number("PROGRESS", Job::progress)));
    this.database = database;
    this.ddl = ddl;
    this.jobs = jobs;
    this.schema = schema;
    this.statistics = statistics;
  }

  @Override
  Iterable<Job> items() {
    List<Job> rows = new ArrayList<>();
    ddl.runningJob()
        .ifPresent(
            job ->
                rows.add(
                    Job.of(
                        database,
                        job,
                        schema
                            .get()
                            .findTable(job.tableName())
                            .map(statistics::rowCount)
                            .orElse(0L))));
    jobs.all().forEach(job -> rows.add(Job.of(job)));
    return rows;
  }
}
