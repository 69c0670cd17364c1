package org.ratchetdb.engine.split;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.executor.context.SplitRanges;
import org.ratchetdb.executor.row.KeyLayout;
import org.ratchetdb.splits.SplitManager;
import org.ratchetdb.splits.SplitStatistics;
import org.ratchetdb.splits.map.Split;

/** The splits of a database. Thread-safe. */
public final class DatabaseSplits implements SplitRanges, AutoCloseable {
  private final SplitManager manager;
  private final Supplier<Schema> schema;

  public DatabaseSplits(SplitManager manager, Supplier<Schema> schema) {
    this.manager = manager;
    this.schema = schema;
  }

  @Override
  public List<KeyRange> divide(KeyRange range) {
    List<Split> splits = manager.splitsFor(range);
    if (splits.size() == 1) {
      return List.of(range);
    }
    List<KeyRange> ranges = new ArrayList<>(splits.size());
    for (Split split : splits) {
      ranges.add(split.range());
    }
    return ranges;
  }

  /**
   * Looks at sizes now and divides what is too large, as the background check does now and then.
   */
  public void check() {
    manager.check();
  }

  /** Fails with {@code CORRUPT_DATA} when the stored map cannot be read or leaves a gap. */
  public void verify() {
    manager.verify();
  }

  /**
   * A row per split for SHOW SPLITS.
   *
   * @param table only splits that hold rows or index entries of it may be shown; null for all
   */
  public List<List<@Nullable String>> rows(@Nullable Table table) {
    Schema current = schema.get();
    KeyText keys = new KeyText(current);
    List<KeyRange> wanted = table == null ? List.of(KeyRange.ALL) : rangesOf(current, table);
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (SplitStatistics statistics : manager.statistics()) {
      KeyRange range = statistics.split().range();
      if (wanted.stream().anyMatch(range::overlaps)) {
        rows.add(row(statistics, keys));
      }
    }
    return rows;
  }

  private static List<@Nullable String> row(SplitStatistics statistics, KeyText keys) {
    KeyRange range = statistics.split().range();
    List<@Nullable String> row = new ArrayList<>();
    row.add(statistics.split().id().toString());
    row.add(range.start().length() == 0 ? "<begin>" : keys.of(range.start()));
    row.add(range.end() == null ? "<end>" : keys.of(range.end()));
    row.add(Long.toString(statistics.bytes()));
    row.add(Long.toString(statistics.rows()));
    row.add(Long.toString(statistics.load().reads()));
    row.add(Long.toString(statistics.load().writes()));
    row.add(statistics.split().origin().name());
    row.add(statistics.reason().name());
    return row;
  }

  /**
   * Where the table's rows and its indexes' entries lie; that of the row tree for interleaved ones.
   */
  private static List<KeyRange> rangesOf(Schema schema, Table table) {
    List<KeyRange> ranges = new ArrayList<>();
    Table root = table;
    for (Interleave up = root.interleave(); up != null; up = root.interleave()) {
      root = schema.table(up.parentTableId());
    }
    ranges.add(KeyLayout.ofTable(schema, root).fullRange());
    for (Index index : schema.indexesOf(table.id())) {
      if (index.interleaveInTableId() == null) {
        ranges.add(KeyLayout.ofIndex(schema, table, index).fullRange());
      }
    }
    return ranges;
  }

  @Override
  public void close() {
    manager.close();
  }
}
