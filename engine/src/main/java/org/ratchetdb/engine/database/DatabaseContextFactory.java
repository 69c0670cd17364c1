package org.ratchetdb.engine.database;

import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.change.DatabaseOption;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.ddl.ColumnComputer;
import org.ratchetdb.engine.ddl.DdlRunner;
import org.ratchetdb.engine.ddl.SchemaStore;
import org.ratchetdb.engine.sequence.SequenceAllocator;
import org.ratchetdb.engine.split.DatabaseSplits;
import org.ratchetdb.engine.split.RowTrees;
import org.ratchetdb.engine.statement.StatementCompiler;
import org.ratchetdb.engine.stats.DatabaseStatistics;
import org.ratchetdb.engine.sysview.SystemCatalog;
import org.ratchetdb.engine.txn.SchemaGate;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.splits.SplitManager;
import org.ratchetdb.splits.SplitOptions;
import org.ratchetdb.storage.api.KvStore;

/** Puts the parts of a database together. */
final class DatabaseContextFactory {
  private DatabaseContextFactory() {}

  static DatabaseContext create(
      String name,
      @Nullable Dialect newDialect,
      KvStore store,
      InstanceResources resources,
      DatabaseActivity activity,
      Instance instance) {
    InstanceOptions options = resources.options();
    SchemaStore schemas = SchemaStore.open(store, newDialect);
    Schema schema = schemas.current();
    SchemaGate gate = new SchemaGate(schema.version(), resources.threads());
    SequenceAllocator sequences = new SequenceAllocator(store, schemas, resources.threads());
    SplitManager splitManager =
        SplitManager.open(
            store,
            SplitOptions.DEFAULT.withSizeLimitBytes(options.splitSizeBytesMax()),
            new RowTrees(schemas::current),
            resources.clock(),
            resources.ticker(),
            resources.scheduler(),
            resources.threads());
    DatabaseSplits splits = new DatabaseSplits(splitManager, schemas::current);
    DdlRunner ddl =
        new DdlRunner(
            store,
            schemas,
            gate,
            sequences,
            resources.clock(),
            resources.scheduler(),
            resources.threads(),
            () -> retention(schemas.current(), options));
    store.setRetention(retention(schema, options));
    schemas.addListener(changed -> store.setRetention(retention(changed, options)));
    DatabaseStatistics statistics =
        new DatabaseStatistics(
            store,
            resources.ticker(),
            schemas::current,
            resources.scheduler(),
            resources.threads());
    store.setLockWaitListener(activity);
    SystemCatalog systemTables =
        new SystemCatalog(
            name,
            schema.dialect(),
            activity,
            resources.jobs(),
            store,
            schemas::current,
            splits,
            ddl,
            statistics);
    StatementCompiler compiler =
        new StatementCompiler(schema.dialect(), statistics, systemTables::find);
    ZoneId zone =
        ZoneId.of(schema.options().getOrDefault("default_time_zone", options.defaultTimeZone()));
    ddl.setColumnComputer(columnComputer(compiler, resources, schema.dialect(), zone));
    return new DatabaseContext(
        name,
        schema.dialect(),
        zone,
        options,
        store,
        schemas,
        gate,
        ddl,
        compiler,
        statistics,
        sequences,
        splits,
        activity,
        resources.jobs(),
        systemTables,
        resources.clock(),
        resources.ticker(),
        resources.threads(),
        resources.randomness(),
        resources.spillDirectory(),
        resources.helpers(store),
        instance);
  }

  /** How far back reads reach: the database's option, else what the instance was opened with. */
  private static Duration retention(Schema schema, InstanceOptions options) {
    String period = schema.options().get(DatabaseOption.VERSION_RETENTION_PERIOD.optionName());
    return period == null ? options.historyRetention() : DatabaseOption.parseRetention(period);
  }

  /** Values of columns that are added to tables with rows. */
  private static ColumnComputer columnComputer(
      StatementCompiler compiler, InstanceResources resources, Dialect dialect, ZoneId zone) {
    return new ColumnComputer() {
      @Override
      public DmlPlan.Insert plan(Schema schema, String insert) {
        return compiler.planInsert(insert, schema, zone.getId());
      }

      @Override
      public ExecutionContext.Builder context() {
        return ExecutionContext.builder(dialect)
            .statementMicros(resources.clock().nowMicros())
            .zone(zone)
            .randomness(resources.randomness());
      }
    };
  }
}
