package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.activity.RunningJobs;
import org.ratchetdb.engine.ddl.DdlRunner;
import org.ratchetdb.engine.split.DatabaseSplits;
import org.ratchetdb.engine.stats.interval.Granularity;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.sqlfrontend.bind.SystemTables;
import org.ratchetdb.storage.api.KvStore;

/**
 * All system tables of a database, for the binder and for the executor. Names are in upper case in
 * GoogleSQL, where case does not matter, and in lower case in PostgreSQL, where it does.
 * Thread-safe.
 */
public final class SystemCatalog implements org.ratchetdb.executor.context.SystemTables {
  private final boolean postgres;
  private final Map<String, SystemTable<?>> tables = new HashMap<>();

  /**
   * @param database its name
   * @param jobs of the instance
   * @param schema the newest schema, for names of what keys belong to
   */
  public SystemCatalog(
      String database,
      Dialect dialect,
      DatabaseActivity activity,
      RunningJobs jobs,
      KvStore store,
      Supplier<Schema> schema,
      DatabaseSplits splits,
      DdlRunner ddl,
      TableStatistics statistics) {
    this.postgres = dialect == Dialect.POSTGRESQL;
    LockPlaces places = new LockPlaces(schema);
    for (Granularity granularity : Granularity.values()) {
      add(new QueryStatsTop(activity, granularity));
      add(new QueryStatsTotal(activity, granularity));
      add(new TransactionStatsTop(activity, granularity));
      add(new TransactionStatsTotal(activity, granularity));
      add(new LockStatsTop(activity, places, granularity));
      add(new LockStatsTotal(activity, granularity));
    }
    add(new OldestActiveQueries(activity));
    add(new ActiveQueriesSummary(activity));
    add(new LocksTable(activity, store, places));
    add(new TransactionsTable(activity, store));
    add(new SessionsTable(activity));
    add(new SplitsTable(splits));
    add(new JobsTable(database, ddl, jobs, schema, statistics));
  }

  private void add(SystemTable<?> table) {
    tables.put(key(table.schema(), table.name()), table);
  }

  private static String key(String schema, String name) {
    return (schema + "." + name).toLowerCase(Locale.ROOT);
  }

  /** For the binder: the table of that name, or null. */
  public SystemTables.@Nullable SystemTable find(String schema, String name) {
    SystemTable<?> table = tables.get(key(schema, name));
    if (table == null || (postgres && !name.equals(inDialect(table.name())))) {
      return null;
    }
    List<SystemTables.SystemColumn> columns = new ArrayList<>();
    for (SystemColumn<?> column : table.columns()) {
      columns.add(new SystemTables.SystemColumn(inDialect(column.name()), column.type()));
    }
    return new SystemTables.SystemTable(inDialect(table.schema() + "." + table.name()), columns);
  }

  private String inDialect(String name) {
    return postgres ? name.toLowerCase(Locale.ROOT) : name;
  }

  @Override
  public Iterable<List<Value>> rows(String name) {
    org.ratchetdb.engine.sysview.SystemTable<?> table = tables.get(name.toLowerCase(Locale.ROOT));
    if (table == null) {
      throw DbException.notSupported("The system table " + name);
    }
    return table.rows();
  }
}
