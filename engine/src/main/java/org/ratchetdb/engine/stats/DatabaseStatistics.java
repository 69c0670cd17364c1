package org.ratchetdb.engine.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.engine.stats.StatisticsRecords.Analyzed;
import org.ratchetdb.planner.context.ColumnStatistics;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;

/**
 * What is known of the tables of a database. ANALYZE reads tables whole; what it finds is kept with
 * the database and serves until the next time, its count of rows moved along with a sample of the
 * present. Where there was none, the sample serves alone. Thread-safe.
 */
public final class DatabaseStatistics implements TableStatistics {
  /** A sample is not so exact that less would mean anything. */
  private static final double DRIFT_MIN = 0.2;

  private final KvStore store;
  private final Supplier<Schema> schema;
  private final SampledStatistics sample;
  private final StatisticsRecords records;
  private final Map<Integer, Analyzed> analyzed;

  public DatabaseStatistics(KvStore store, Ticker ticker, Supplier<Schema> schema) {
    this.store = store;
    this.schema = schema;
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
      TableAnalysis analysis = new TableAnalysis(current, each);
      try (ReadView view = store.readAt(ReadBound.STRONG)) {
        analysis.read(view, check);
      }
      Analyzed found = new Analyzed(analysis.rows(), sample.rowCount(each), analysis.columns());
      records.put(each.id(), found);
      analyzed.put(each.id(), found);
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
      return sampled;
    }
    double growth = (sampled + 1.0) / (found.sampledRows() + 1.0);
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
