package org.ratchetdb.engine.check;

import java.util.Arrays;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ProgressUnit;
import org.ratchetdb.engine.split.KeyText;
import org.ratchetdb.executor.row.KeyLayout;
import org.ratchetdb.executor.row.KeyWalker;
import org.ratchetdb.executor.write.EntryAudit;
import org.ratchetdb.executor.write.RowAudit;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;

/**
 * Says which entries of an index are missing, wrong or too many, by looking up each row's entry and
 * each entry's row. Used once, by one thread.
 */
final class IndexComparison {
  private static final int KEYS_PER_REPORT = 1_024;

  private final Schema schema;
  private final Table table;
  private final Index index;
  private final ReadView view;
  private final Findings findings;
  private final ProgressListener progress;
  private final KeyText keyText;
  private final RowAudit rowAudit;
  private final EntryAudit entryAudit;
  private final ByteSlice found = new ByteSlice();
  private final int position;
  private long looked;

  IndexComparison(
      Schema schema, Index index, ReadView view, Findings findings, ProgressListener progress) {
    this.schema = schema;
    this.table = schema.table(index.tableId());
    this.index = index;
    this.view = view;
    this.findings = findings;
    this.progress = progress;
    this.keyText = new KeyText(schema);
    this.rowAudit = new RowAudit(schema, table);
    this.entryAudit = new EntryAudit(schema, table, index);
    this.position = schema.indexesOf(table.id()).indexOf(index);
  }

  void run() {
    if (index.state() == IndexState.READ_WRITE) {
      forEach(KeyLayout.ofTable(schema, table), this::lookUpEntry);
    }
    forEach(KeyLayout.ofIndex(schema, table, index), this::lookUpRow);
  }

  /** Looks at one key of the layout. */
  private interface Look {
    void at(ByteSlice key, ByteSlice payload);
  }

  private void forEach(KeyLayout layout, Look look) {
    KeyWalker walker = new KeyWalker(layout);
    try (KvCursor cursor = view.scan(ScanRequest.forward(layout.fullRange(), LockMode.NONE))) {
      while (cursor.next()) {
        if (looked++ % KEYS_PER_REPORT == 0) {
          progress.progress("index " + index.name(), ProgressUnit.ENTRIES, looked, 0);
        }
        try {
          if (walker.walk(cursor.key()) == KeyWalker.Owner.OURS) {
            look.at(cursor.key(), cursor.value());
          }
        } catch (DbException | IndexOutOfBoundsException e) {
          // What cannot be read has been told of by the pass over all keys; the next key may do.
        }
      }
    }
  }

  private void lookUpEntry(ByteSlice key, ByteSlice payload) {
    rowAudit.read(key, payload);
    if (!rowAudit.hasEntry(position)) {
      return;
    }
    String row = keyText.of(Key.wrap(key.toByteArray()));
    Key wanted = rowAudit.entryKey(position);
    if (!view.get(wanted, LockMode.NONE, found)) {
      error(keyText.of(wanted), "The entry of row " + row + " is missing");
      return;
    }
    byte[] wantedPayload = rowAudit.entryPayload(position);
    boolean same =
        Arrays.equals(
            wantedPayload,
            0,
            wantedPayload.length,
            found.array(),
            found.offset(),
            found.offset() + found.length());
    if (same) {
      return;
    }
    byte[] bytes = wanted.unsafeBytes();
    ByteSlice entryKey = new ByteSlice();
    entryKey.set(bytes, 0, bytes.length);
    entryAudit.read(entryKey, found);
    if (!entryAudit.standsFor(rowAudit)) {
      error(
          keyText.of(wanted),
          index.unique() && !entryAudit.rowKey().equals(Key.wrap(key.toByteArray()))
              ? "Row " + row + " has the same values as another row of this unique index"
              : "The entry does not hold what row " + row + " holds");
    }
  }

  private void lookUpRow(ByteSlice key, ByteSlice payload) {
    entryAudit.read(key, payload);
    Key rowKey = entryAudit.rowKey();
    String entry = keyText.of(Key.wrap(key.toByteArray()));
    if (!view.get(rowKey, LockMode.NONE, found)) {
      error(entry, "The entry stands for a row that does not exist");
      return;
    }
    byte[] bytes = rowKey.unsafeBytes();
    ByteSlice rowSlice = new ByteSlice();
    rowSlice.set(bytes, 0, bytes.length);
    rowAudit.read(rowSlice, found);
    if (!rowAudit.hasEntry(position)
        || !rowAudit.entryKey(position).equals(Key.wrap(key.toByteArray()))) {
      error(entry, "The entry is not that of row " + keyText.of(rowKey) + " any more");
    }
  }

  private void error(String key, String problem) {
    findings.error("index " + index.name(), key, problem, RowPass.INDEX_HINT);
  }
}
