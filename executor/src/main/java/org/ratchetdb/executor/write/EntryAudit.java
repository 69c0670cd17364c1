package org.ratchetdb.executor.write;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.EntryFormat;
import org.ratchetdb.executor.row.KeyLayout;
import org.ratchetdb.executor.vector.Batch;

/**
 * Compares stored entries of an index with the rows they stand for. Owned by one thread; looks at
 * one entry at a time.
 */
public final class EntryAudit {
  private final IndexSpec spec;
  private final KeyLayout tableLayout;
  private final EntryDecoder decoder;
  private final Batch entry;
  private final int[] tableOrdinals;
  private final int[] keyPositions;
  private final int[] rowKeyPositions;
  private final KeyEncoder encoder = new KeyEncoder();

  public EntryAudit(Schema schema, Table table, Index index) {
    this.spec = new IndexSpec(schema, table, index);
    this.tableLayout = KeyLayout.ofTable(schema, table);
    List<Integer> ids = new ArrayList<>();
    spec.layout().parts().forEach(part -> addOnce(ids, part.columnId()));
    index.storedColumnIds().forEach(id -> addOnce(ids, id));
    table.primaryKey().forEach(part -> addOnce(ids, part.columnId()));
    EntryFormat format = new EntryFormat(schema, table, index, ids);
    this.decoder = new EntryDecoder(format);
    this.entry = Batch.create(format.types(), 1);
    this.tableOrdinals = ids.stream().mapToInt(table::ordinal).toArray();
    this.keyPositions =
        spec.layout().parts().stream().mapToInt(part -> ids.indexOf(part.columnId())).toArray();
    this.rowKeyPositions =
        table.primaryKey().stream().mapToInt(part -> ids.indexOf(part.columnId())).toArray();
  }

  private static void addOnce(List<Integer> ids, int id) {
    if (!ids.contains(id)) {
      ids.add(id);
    }
  }

  /** Reads an entry; damaged bytes fail as those of {@link RowAudit#read} do. */
  public void read(ByteSlice key, ByteSlice payload) {
    entry.prepare(1);
    decoder.decode(key, payload, entry, 0);
    entry.setRowCount(1);
  }

  /** Whether the entry that was read last has the key that its values are written as. */
  public boolean hasKey(ByteSlice key) {
    encoder.reset();
    spec.layout().encode(encoder, entry, keyPositions, 0);
    return RowAudit.same(encoder.toKey(), key);
  }

  /** Key of the row that the entry that was read last stands for. */
  public Key rowKey() {
    encoder.reset();
    tableLayout.encode(encoder, entry, rowKeyPositions, 0);
    return encoder.toKey();
  }

  /** Whether the entry that was read last is the one that the row must have. */
  public boolean standsFor(RowAudit audit) {
    Batch row = audit.row();
    if (!spec.holds(row, 0)) {
      return false;
    }
    for (int i = 0; i < tableOrdinals.length; i++) {
      if (!entry.column(i).sameOrBothNull(0, row.column(tableOrdinals[i]), 0)) {
        return false;
      }
    }
    return true;
  }
}
