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
   * All splits in order of their keys.
   *
   * @param table only splits that hold rows or index entries of it may be shown; null for all
   */
  public List<SplitPicture> pictures(@Nullable Table table) {
    Schema current = schema.get();
    KeyText keys = new KeyText(current);
    List<KeyRange> wanted = table == null ? List.of(KeyRange.ALL) : rangesOf(current, table);
    List<SplitPicture> pictures = new ArrayList<>();
    for (SplitStatistics statistics : manager.statistics()) {
      KeyRange range = statistics.split().range();
      if (wanted.stream().anyMatch(range::overlaps)) {
        pictures.add(picture(statistics, keys));
      }
    }
    return pictures;
  }

  private static SplitPicture picture(SplitStatistics statistics, KeyText keys) {
    KeyRange range = statistics.split().range();
    return new SplitPicture(
        statistics.split().id().value(),
        range.start().length() == 0 ? "<begin>" : keys.of(range.start()),
        range.end() == null ? "<end>" : keys.of(range.end()),
        statistics.bytes(),
        statistics.rows(),
        statistics.load().reads(),
        statistics.load().writes(),
        statistics.split().origin().name(),
        statistics.reason().name());
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
