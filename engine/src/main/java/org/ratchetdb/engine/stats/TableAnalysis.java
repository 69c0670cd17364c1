package org.ratchetdb.engine.stats;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.EntryFormat;
import org.ratchetdb.executor.row.KeyWalker;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.planner.context.ColumnStatistics;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;

/** Reads all rows of a table once and says what its columns hold. Owned by one thread. */
final class TableAnalysis {
  private static final int ROWS_PER_CHECK = 1_024;

  private final List<Integer> columnIds = new ArrayList<>();
  private final List<ColumnSketch> sketches = new ArrayList<>();
  private final EntryDecoder decoder;
  private final EntryFormat format;
  private final Batch row;
  private long rows;

  TableAnalysis(Schema schema, Table table) {
    for (Column column : table.columns()) {
      TypeKind kind = column.type().kind();
      if (!SampledStatistics.UNCOUNTED.contains(kind)) {
        columnIds.add(column.id());
        sketches.add(new ColumnSketch(column.type()));
      }
    }
    this.format = new EntryFormat(schema, table, null, columnIds);
    this.decoder = new EntryDecoder(format);
    this.row = Batch.create(format.types(), 1);
  }

  /**
   * Reads the table.
   *
   * @param check fails when the work is to stop
   */
  void read(ReadView view, Runnable check) {
    KeyWalker walker = decoder.walker();
    long entries = 0;
    try (KvCursor cursor =
        view.scan(ScanRequest.forward(format.layout().fullRange(), LockMode.NONE))) {
      while (cursor.next()) {
        if (entries++ % ROWS_PER_CHECK == 0) {
          check.run();
        }
        if (walker.walk(cursor.key()) == KeyWalker.Owner.OURS) {
          rows++;
          row.prepare(1);
          decoder.decode(cursor.key(), cursor.value(), row, 0);
          for (int i = 0; i < sketches.size(); i++) {
            sketches.get(i).add(row.column(i), 0);
          }
        }
      }
    }
  }

  long rows() {
    return rows;
  }

  /** By column id. */
  Map<Integer, ColumnStatistics> columns() {
    Map<Integer, ColumnStatistics> columns = new HashMap<>();
    for (int i = 0; i < sketches.size(); i++) {
      columns.put(columnIds.get(i), sketches.get(i).statistics());
    }
    return Map.copyOf(columns);
  }
}
