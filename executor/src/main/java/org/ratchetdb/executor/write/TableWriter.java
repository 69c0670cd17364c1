package org.ratchetdb.executor.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.KeyWalker;
import org.ratchetdb.executor.row.RowWriter;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.executor.vector.TimestampVector;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.ScanRequest;

/**
 * Writes rows of one table with their index entries into the transaction. Rows are given whole,
 * columns in the order of the table, checked and with generated columns filled in. Owned by one
 * execution.
 */
final class TableWriter {
  private static final int FOREIGN_BEFORE_SKIP = 4;

  private final TableSpec spec;
  private final ExecutionContext context;
  private final KvTransaction transaction;
  private final KeyEncoder encoder = new KeyEncoder();
  private final RowWriter rowWriter = new RowWriter();
  private final ByteSlice found = new ByteSlice();
  private final List<PendingEntry> pending = new ArrayList<>();
  private byte @Nullable [] lastParent;

  /** A UNIQUE entry that is written once all entries in its way are gone. */
  @SuppressWarnings("ArrayRecordComponent") // written nowhere, compared nowhere
  private record PendingEntry(
      IndexSpec index, EntryKey key, byte[] payload, int[] stampOffsets, String keyText) {}

  TableWriter(TableSpec spec, ExecutionContext context) {
    this.spec = spec;
    this.context = context;
    this.transaction = context.transaction();
  }

  /** The key of a row that is to be written; fails when it is too large. */
  EntryKey newKey(Batch rows, int row) {
    EntryKey key = key(rows, row);
    KeySize.checkTable(spec, encoder, rows, row);
    return key;
  }

  /** The key of a row, of whatever size. */
  EntryKey key(Batch rows, int row) {
    encoder.reset();
    spec.layout().encode(encoder, rows, spec.keyOrdinals(), row);
    return EntryKey.of(encoder);
  }

  /**
   * Writes a row whose key was read and is free.
   *
   * @param locked whether it was read with an exclusive lock
   * @param mutations what the row itself counts as
   */
  void insert(EntryKey key, boolean locked, Batch rows, int row, int mutations) {
    noteTimestamps(rows, row);
    requireParent(rows, row);
    byte[] whole = payload(rows, row);
    if (locked) {
      key.insert(transaction, whole, rowWriter.stampOffsets());
    } else {
      put(key, whole);
    }
    int count = mutations;
    for (IndexSpec index : spec.indexes()) {
      if (index.holds(rows, row)) {
        EntryKey entry = index.newEntryKey(encoder, rows, row);
        if (index.index().unique()) {
          if (entry.get(transaction, CellLocks.EXCLUSIVE, found)) {
            throw duplicate(index, index.keyText(spec.schema(), rows, row));
          }
          byte[] entryPayload = index.payload(rowWriter, rows, row);
          entry.insert(transaction, entryPayload, rowWriter.stampOffsets());
        } else {
          put(entry, index.payload(rowWriter, rows, row));
        }
        count += index.mutations();
      }
    }
    context.writes().count(count);
  }

  /** Remembers commit timestamps to come, and makes the commit come after those given. */
  private void noteTimestamps(Batch rows, int row) {
    for (int ordinal : spec.stampableOrdinals()) {
      TimestampVector times = (TimestampVector) rows.column(ordinal);
      if (times.isNull(row)) {
        continue;
      }
      if (times.isPending(row)) {
        Column column = spec.table().columns().get(ordinal);
        context.writes().notePending(transaction, spec.table().id(), column.id(), column.name());
      } else {
        transaction.commitAfter(times.getMicros(row));
      }
    }
  }

  /** Puts the payload that the row writer has just made. */
  private void put(EntryKey key, byte[] payload) {
    key.put(transaction, payload, rowWriter.stampOffsets());
  }

  private byte[] payload(Batch rows, int row) {
    return payload(rows, row, spec.payloadIds(), spec.payloadOrdinals());
  }

  private byte[] payload(Batch rows, int row, int[] ids, int[] ordinals) {
    rowWriter.reset();
    for (int i = 0; i < ids.length; i++) {
      rowWriter.add(ids[i], rows.column(ordinals[i]), row);
      if (rowWriter.lastCellBytes() > TableSpec.CELL_BYTES_MAX) {
        throw ConstraintErrors.tooLong(
            spec.schema(),
            spec.table(),
            spec.table().columns().get(ordinals[i]),
            rowWriter.lastCellBytes(),
            TableSpec.CELL_BYTES_MAX);
      }
    }
    return rowWriter.toPayload();
  }

  private void requireParent(Batch rows, int row) {
    Table parent = spec.enforcedParent();
    if (parent == null) {
      return;
    }
    encoder.reset();
    spec.layout()
        .encode(encoder, rows, spec.keyOrdinals(), row, spec.layout().segments().size() - 1);
    byte[] last = lastParent;
    if (last != null && Arrays.equals(last, 0, last.length, encoder.array(), 0, encoder.length())) {
      return;
    }
    EntryKey key = EntryKey.of(encoder);
    if (!key.get(transaction, CellLocks.EXISTENCE, found)) {
      throw ConstraintErrors.parentMissing(
          spec.schema(), spec.table(), parent, rows, spec.keyOrdinals(), row);
    }
    lastParent = Arrays.copyOf(encoder.array(), encoder.length());
  }

  /**
   * Writes the columns of a row that have new values; what the others hold may be outdated. UNIQUE
   * entries that move are held back until {@link #finish}, so that rows may swap values.
   *
   * @param mutations what the row itself counts as
   */
  void update(
      Key key,
      Batch oldRows,
      int oldRow,
      Batch newRows,
      int newRow,
      UpdateSpec changes,
      int mutations) {
    noteTimestamps(newRows, newRow);
    int count = mutations;
    patch(key, newRows, newRow, changes.row());
    for (UpdateSpec.IndexUpdate change : changes.indexes()) {
      IndexSpec index = change.index();
      if (!change.moves()) {
        if (index.holds(oldRows, oldRow)) {
          patch(index.key(encoder, oldRows, oldRow), newRows, newRow, change.patch());
          count += index.mutations();
        }
        continue;
      }
      EntryKey oldKey =
          index.holds(oldRows, oldRow) ? index.entryKey(encoder, oldRows, oldRow) : null;
      EntryKey newKey =
          index.holds(newRows, newRow) ? index.newEntryKey(encoder, newRows, newRow) : null;
      if (newKey != null && newKey.equals(oldKey)) {
        byte[] before = index.payload(rowWriter, oldRows, oldRow);
        byte[] after = index.payload(rowWriter, newRows, newRow);
        if (!Arrays.equals(before, after) && !holdsOtherRow(index, newKey, oldRows, oldRow)) {
          newKey.put(transaction, after, rowWriter.stampOffsets());
          count += index.mutations();
        }
        continue;
      }
      if (oldKey != null && !holdsOtherRow(index, oldKey, oldRows, oldRow)) {
        oldKey.delete(transaction);
        count++;
      }
      if (newKey != null) {
        count += index.mutations();
        byte[] payload = index.payload(rowWriter, newRows, newRow);
        if (index.index().unique()) {
          pending.add(
              new PendingEntry(
                  index,
                  newKey,
                  payload,
                  rowWriter.stampOffsets(),
                  index.keyText(spec.schema(), newRows, newRow)));
        } else {
          put(newKey, payload);
        }
      }
    }
    context.writes().count(count);
  }

  private void patch(Key key, Batch rows, int row, UpdateSpec.Patch patch) {
    if (patch.columnIds().length == 0) {
      return;
    }
    byte[] payload = payload(rows, row, patch.columnIds(), patch.ordinals());
    transaction.update(key, payload, rowWriter.stampOffsets(), patch.cells());
  }

  /** Writes the entries that {@link #update} held back. */
  void finish() {
    for (PendingEntry entry : pending) {
      if (entry.key().get(transaction, CellLocks.EXCLUSIVE, found)) {
        throw duplicate(entry.index(), entry.keyText());
      }
      entry.key().put(transaction, entry.payload(), entry.stampOffsets());
    }
    pending.clear();
  }

  private org.ratchetdb.common.error.DbException duplicate(IndexSpec index, String keyText) {
    return ConstraintErrors.duplicateInIndex(
        spec.schema(), spec.table(), index.index(), index.declaredNames(), keyText);
  }

  /** Deletes a row with its index entries, and its children where they cascade. */
  void delete(Batch rows, int row) {
    delete(rows, row, 1);
  }

  /**
   * Deletes a row that counts as some mutations itself: none when its parent's deletion does it.
   */
  private void delete(Batch rows, int row, int mutations) {
    Key key = key(rows, row).requireKnown();
    int count = mutations;
    for (TableSpec child : spec.enforcedChildren()) {
      deleteChildren(key, child);
    }
    for (IndexSpec index : spec.indexes()) {
      if (index.holds(rows, row)) {
        EntryKey entry = index.entryKey(encoder, rows, row);
        if (!holdsOtherRow(index, entry, rows, row)) {
          entry.delete(transaction);
          count++;
        }
      }
    }
    transaction.delete(key);
    context.writes().count(count);
  }

  /**
   * Whether the entry under a row's key belongs to another row. That can only be in a UNIQUE index
   * that is being built over rows with duplicates; its backfill is to meet the entry and to fail,
   * or to find the duplicate gone.
   */
  private boolean holdsOtherRow(IndexSpec index, EntryKey entry, Batch rows, int row) {
    if (!index.index().unique() || index.index().state() != IndexState.WRITE_ONLY) {
      return false;
    }
    if (!entry.get(transaction, CellLocks.EXCLUSIVE, found)) {
      return false;
    }
    byte[] ours = index.payload(rowWriter, rows, row);
    return !Arrays.equals(
        found.array(), found.offset(), found.offset() + found.length(), ours, 0, ours.length);
  }

  private void deleteChildren(Key key, TableSpec child) {
    KeyRange range =
        KeyRange.prefix(
            new KeyEncoder(key.length() + 9).putKey(key).tag(child.table().id()).toKey());
    context.writes().requireReadable(child.table().id());
    boolean cascade = child.deletesWithParent();
    RowStore rows = collect(child, range, cascade ? Integer.MAX_VALUE : 1);
    if (rows.isEmpty()) {
      return;
    }
    if (!cascade) {
      throw ConstraintErrors.childrenExist(spec.schema(), spec.table(), child.table());
    }
    TableWriter writer = new TableWriter(child, context);
    for (int r = 0; r < rows.size(); r++) {
      writer.delete(rows.batchOf(r), RowStore.positionOf(r), 0);
    }
  }

  /** Reads rows of a table in a range to delete them, or one of them to know of. */
  private RowStore collect(TableSpec table, KeyRange range, int rowsMax) {
    RowStore rows = new RowStore(table.types());
    EntryDecoder decoder = new EntryDecoder(table.wholeRow());
    Batch one = Batch.create(table.types(), 1);
    int foreignInARow = 0;
    CellLocks locks = rowsMax == 1 ? CellLocks.EXISTENCE : CellLocks.EXCLUSIVE;
    ScanRequest request = new ScanRequest(range, false, locks, Long.MAX_VALUE, true);
    try (KvCursor cursor = transaction.scan(request)) {
      while (rows.size() < rowsMax && cursor.next()) {
        KeyWalker walker = decoder.walker();
        KeyWalker.Owner owner = walker.walk(cursor.key());
        if (owner == KeyWalker.Owner.OURS) {
          one.prepare(1);
          decoder.decode(cursor.key(), cursor.value(), one, 0);
          one.setRowCount(1);
          rows.add(one, 0);
          foreignInARow = 0;
        } else if (++foreignInARow >= FOREIGN_BEFORE_SKIP) {
          foreignInARow = 0;
          context.checkAlive();
          Key target = walker.skipTarget(cursor.key(), owner, false);
          if (target != null) {
            cursor.skipTo(target);
          }
        }
      }
    }
    return rows;
  }
}
