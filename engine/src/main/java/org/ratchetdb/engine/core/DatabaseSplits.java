package org.ratchetdb.engine.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.executor.context.SplitRanges;

/** The splits of a database: one, as long as nothing divides. Thread-safe. */
public final class DatabaseSplits implements SplitRanges, AutoCloseable {
  private static final int COLUMNS = 8;

  @Override
  public List<KeyRange> divide(KeyRange range) {
    return List.of(range);
  }

  /** A row per split for SHOW SPLITS. */
  public List<List<@Nullable String>> rows(Schema schema, @Nullable Table table) {
    List<@Nullable String> whole = new ArrayList<>(List.of("1"));
    for (int i = 1; i < COLUMNS; i++) {
      whole.add(null);
    }
    return List.of(whole);
  }

  @Override
  public void close() {
    // Nothing runs.
  }
}
