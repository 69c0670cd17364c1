package org.ratchetdb.engine.stats;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.Scheduler;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.engine.stats.StatisticsRecords.Analyzed;
import org.ratchetdb.planner.context.ColumnStatistics;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of the tables of a database. ANALYZE reads tables whole; what it finds is kept with
 * the database and serves until the next time, its count of rows moved along with a sample of the
 * present. A large table that plans ask for, and that was never read or has grown or shrunk by half
 * since, is read in the background. Till then the sample serves alone. Thread-safe.
 */
public final class DatabaseStatistics implements TableStatistics {
  /** A sample is not so exact that less would mean anything. */
  private static final double DRIFT_MIN = 0.2;

  /** Of a smaller table the sample is a good part. */
  private static final long REFRESHED_ROWS_MIN = 20_000;

  /** Two samples of one state may differ by less. */
  private static final double REFRESHED_GROWTH_MIN = 1.5;

  private static final Duration REFRESH_DELAY = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseStatistics.class);

  private final KvStore store;
  private final Supplier<Schema> schema;
  private final SampledStatistics sample;
  private final StatisticsRecords records;
  private final Map<Integer, Analyzed> analyzed;

  private final Scheduler scheduler;
  private final Lock turn;
  private final Set<Integer> due = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  /**
   * Reads what was found by earlier ANALYZE statements.
   *
   * @param scheduler reads tables again that have changed much
   */
  public DatabaseStatistics(
      KvStore store, Ticker ticker, Supplier<Schema> schema, Scheduler scheduler, Threads threads) {
    this.store = store;
    this.schema = schema;
    this.scheduler = scheduler;
    this.turn = threads.newFairLock();
    this.sample = new SampledStatistics(store, ticker, schema);
    this.records = new StatisticsRecords(store);
    this.analyzed = new ConcurrentHashMap<>(records.all());
  }

  /**
   * Reads tables at one moment each and keeps what is found.
   *
   * @param table null for all of the database, and to look at the sizes of everything anew
   * @param check fails when the work is to stop; what was found till then is kept
   */
  public void analyze(@Nullable Table table, Runnable check) {
    Schema current = schema.get();
    sample.forget();
    List<Table> tables = new ArrayList<>();
    if (table == null) {
      tables.addAll(current.tables());
      analyzed.keySet().stream().filter(id -> !current.hasTable(id)).toList().forEach(this::drop);
    } else {
      tables.add(table);
    }
    for (Table each : tables) {
      read(current, each, check);
    }
  }

  private void read(Schema current, Table table, Runnable check) {
    TableAnalysis analysis = new TableAnalysis(current, table);
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      analysis.read(view, check);
    }
    Analyzed found = new Analyzed(analysis.rows(), sample.rowCount(table), analysis.columns());
    records.put(table.id(), found);
    analyzed.put(table.id(), found);
  }

  /** Plans are asking for a table that nobody has read, or that is no more what it was. */
  private void refreshLater(Table table) {
    if (!closing && due.add(table.id())) {
      scheduler.schedule(REFRESH_DELAY, () -> refresh(table.id()));
    }
  }

  private void refresh(int tableId) {
    turn.lock();
    try {
      Schema current = schema.get();
      if (!closing && current.hasTable(tableId)) {
        read(current, current.table(tableId), this::requireOpen);
      }
      // After a failure it stays due and is not tried again: plans do without.
      due.remove(tableId);
    } catch (DbException e) {
      if (!closing) {
        LOG.warn("The statistics of table {} could not be refreshed", tableId, e);
      }
    } finally {
      turn.unlock();
    }
  }

  private void requireOpen() {
    if (closing) {
      throw new DbException(ErrorCode.UNAVAILABLE, "The database is being closed");
    }
  }

  /** Ends a refresh that is under way; there is none any more when it returns. */
  public void close() {
    closing = true;
    turn.lock();
    try {
      due.clear();
    } finally {
      turn.unlock();
    }
  }

  private void drop(int tableId) {
    records.remove(tableId);
    analyzed.remove(tableId);
  }

  @Override
  public long rowCount(Table table) {
    long sampled = sample.rowCount(table);
    Analyzed found = analyzed.get(table.id());
    if (found == null) {
      if (sampled >= REFRESHED_ROWS_MIN) {
        refreshLater(table);
      }
      return sampled;
    }
    double growth = (sampled + 1.0) / (found.sampledRows() + 1.0);
    if (Math.max(growth, 1 / growth) >= REFRESHED_GROWTH_MIN
        && Math.max(sampled, found.rows()) >= REFRESHED_ROWS_MIN) {
      refreshLater(table);
    }
    boolean same = Math.abs(growth - 1) < DRIFT_MIN;
    return same ? found.rows() : Math.round((found.rows() + 1) * growth) - 1;
  }

  @Override
  public long byteCount(Table table) {
    return sample.byteCount(table);
  }

  @Override
  public long entryCount(Index index) {
    return sample.entryCount(index);
  }

  @Override
  public long byteCount(Index index) {
    return sample.byteCount(index);
  }

  @Override
  public long distinctValues(Table table, int columnId) {
    return sample.distinctValues(table, columnId);
  }

  @Override
  public @Nullable ColumnStatistics column(Table table, int columnId) {
    Analyzed found = analyzed.get(table.id());
    return found == null ? null : found.columns().get(columnId);
  }
}
