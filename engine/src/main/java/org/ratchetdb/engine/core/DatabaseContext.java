package org.ratchetdb.engine.core;

import java.nio.file.Path;
import java.time.ZoneId;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.random.Randomness;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.engine.activity.RunningJobs;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.ddl.DdlRunner;
import org.ratchetdb.engine.ddl.SchemaStore;
import org.ratchetdb.engine.sequence.SequenceAllocator;
import org.ratchetdb.engine.split.DatabaseSplits;
import org.ratchetdb.engine.statement.StatementCompiler;
import org.ratchetdb.engine.stats.DatabaseStatistics;
import org.ratchetdb.engine.sysview.SystemCatalog;
import org.ratchetdb.engine.txn.SchemaGate;
import org.ratchetdb.executor.context.Helpers;
import org.ratchetdb.executor.context.SplitRanges;
import org.ratchetdb.storage.api.KvStore;

/**
 * What the sessions of one database share. Immutable; its parts are thread-safe.
 *
 * @param name of the database
 * @param dialect of the database
 * @param zone default time zone of the database
 * @param options of the instance
 * @param store the rows
 * @param schemas the schema, now and before
 * @param schemaGate keeps commits and schema changes apart
 * @param ddl runs schema changes
 * @param compiler from text to plans
 * @param statistics sizes of tables and indexes, for the planner
 * @param sequences values of sequences
 * @param splits the split map and its counters
 * @param activity sessions and statistics of what they do
 * @param jobs long work of the instance that is under way
 * @param systemTables rows of the system tables
 * @param clock wall clock
 * @param ticker for deadlines
 * @param threads for locks, waits and steps
 * @param randomness for UUIDs
 * @param spillDirectory for operators that run out of memory
 * @param helpers threads that take over parts of large reads
 * @param instance all databases, and their snapshots
 */
public record DatabaseContext(
    String name,
    Dialect dialect,
    ZoneId zone,
    InstanceOptions options,
    KvStore store,
    SchemaStore schemas,
    SchemaGate schemaGate,
    DdlRunner ddl,
    StatementCompiler compiler,
    DatabaseStatistics statistics,
    SequenceAllocator sequences,
    DatabaseSplits splits,
    DatabaseActivity activity,
    RunningJobs jobs,
    SystemCatalog systemTables,
    Clock clock,
    Ticker ticker,
    Threads threads,
    Randomness randomness,
    Path spillDirectory,
    Helpers helpers,
    Instance instance) {
  /** Where scans are cut. */
  public SplitRanges splitRanges() {
    return splits;
  }
}
