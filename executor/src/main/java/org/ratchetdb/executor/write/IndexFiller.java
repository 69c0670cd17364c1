package org.ratchetdb.executor.write;

import java.util.Arrays;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.RowWriter;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;

/**
 * Adds the entries of rows that were there before their index. Writers keep the index up at the
 * same time, so each row is locked and read again first. Owned by one thread.
 */
public final class IndexFiller {
  private static final int[] NO_STAMPS = new int[0];

  private final TableSpec table;
  private final IndexSpec index;
  private final EntryDecoder decoder;
  private final Batch row;
  private final KeyEncoder encoder = new KeyEncoder();
  private final RowWriter writer = new RowWriter();
  private final ByteSlice payload = new ByteSlice();
  private final ByteSlice found = new ByteSlice();

  public IndexFiller(Schema schema, Table table, Index index) {
    this.table = new TableSpec(schema, table);
    this.index = new IndexSpec(schema, table, index);
    this.decoder = new EntryDecoder(this.table.wholeRow());
    this.row = Batch.create(this.table.types(), 1);
  }

  /**
   * Adds the entry of a row unless the row is gone or the index leaves it out; an entry that is
   * there already is left as it is.
   *
   * @throws DbException FAILED_PRECONDITION when another row has the same key in a UNIQUE index
   */
  public void add(KvTransaction transaction, Key rowKey) {
    if (!transaction.get(rowKey, LockMode.SHARED, payload)) {
      return;
    }
    row.prepare(1);
    decoder.decode(rowKey, payload, row, 0);
    row.setRowCount(1);
    if (!index.holds(row, 0)) {
      return;
    }
    Key entry = index.newEntryKey(encoder, row, 0).requireKnown();
    byte[] wanted = index.payload(writer, row, 0);
    if (!transaction.get(entry, LockMode.EXCLUSIVE, found)) {
      transaction.insert(entry, wanted, NO_STAMPS);
      return;
    }
    boolean same =
        Arrays.equals(
            found.array(),
            found.offset(),
            found.offset() + found.length(),
            wanted,
            0,
            wanted.length);
    if (!same && index.index().unique()) {
      throw duplicate();
    }
  }

  private DbException duplicate() {
    String key = index.keyText(table.schema(), row, 0);
    if (table.schema().dialect() == Dialect.POSTGRESQL) {
      return new DbException(
              ErrorCode.UNIQUE_INDEX_BUILD,
              "could not create unique index \"" + index.index().name() + "\"")
          .detail(
              "Key (" + String.join(", ", index.declaredNames()) + ")=(" + key + ") is duplicated.")
          .with("index", index.index().name());
    }
    return new DbException(
            ErrorCode.UNIQUE_INDEX_BUILD,
            "Found uniqueness violation on index "
                + index.index().name()
                + ", duplicate key: ["
                + key
                + "]")
        .with("index", index.index().name())
        .with("key", key);
  }
}
