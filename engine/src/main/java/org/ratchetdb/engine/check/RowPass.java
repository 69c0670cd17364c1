package org.ratchetdb.engine.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ProgressUnit;
import org.ratchetdb.engine.split.KeyText;
import org.ratchetdb.executor.write.EntryAudit;
import org.ratchetdb.executor.write.RowAudit;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;

/** Reads every key of a snapshot once, in order. Used once, by one thread. */
final class RowPass {
  private static final int KEYS_PER_REPORT = 1_024;
  static final String INDEX_HINT = "Drop the index and create it again; its table is what counts.";

  private final Schema schema;
  private final ReadView view;
  private final Findings findings;
  private final Set<Integer> dropped;
  private final KeyPath path;
  private final KeyText keyText;
  private final Map<Integer, RowAudit> rowAudits = new HashMap<>();
  private final Map<Integer, EntryAudit> entryAudits = new HashMap<>();
  private final Map<Integer, EntrySums> sums = new HashMap<>();
  private final Map<Integer, Long> rowCounts = new HashMap<>();
  private final Set<Long> strangers = new HashSet<>();

  /** Key of the last row at each depth, rows that cannot be read included. */
  private final List<byte[]> lastRows = new ArrayList<>();

  private long rows;
  private long entries;
  private boolean complete;

  /**
   * @param dropped ids of objects whose rows are still to be removed
   */
  RowPass(Schema schema, ReadView view, Set<Integer> dropped, RowAudits audits, Findings findings) {
    this.schema = schema;
    this.view = view;
    this.findings = findings;
    this.dropped = dropped;
    this.path = new KeyPath(new KeySpace(schema));
    this.keyText = new KeyText(schema);
    for (Table table : schema.tables()) {
      rowAudits.put(table.id(), audits.of(table));
    }
    for (Index index : schema.indexes()) {
      entryAudits.put(index.id(), new EntryAudit(schema, schema.table(index.tableId()), index));
      sums.put(index.id(), new EntrySums());
    }
  }

  /** Makes what looks at the rows of a table. */
  interface RowAudits {
    RowAudit of(Table table);
  }

  /**
   * Runs to the end, or to the first block that cannot be read, which is then among the findings.
   *
   * @param bytesTotal estimate of what there is to read
   */
  void run(ProgressListener progress, long bytesTotal) {
    long bytes = 0;
    long keys = 0;
    Key last = Key.EMPTY;
    try (KvCursor cursor = view.scan(ScanRequest.forward(KeyRange.ALL, LockMode.NONE))) {
      while (true) {
        try {
          if (!cursor.next()) {
            break;
          }
        } catch (DbException e) {
          findings.error(
              "data",
              last.length() == 0 ? null : keyText.of(last),
              "Nothing behind this key can be read: " + text(e),
              "Restore the database from a backup.");
          return;
        }
        if (keys++ % KEYS_PER_REPORT == 0) {
          last = Key.wrap(cursor.key().toByteArray());
          progress.progress("rows", ProgressUnit.BYTES, bytes, Math.max(bytes, bytesTotal));
        }
        bytes += cursor.key().length() + cursor.value().length();
        look(cursor.key(), cursor.value());
      }
      progress.progress("rows", ProgressUnit.BYTES, bytes, bytes);
      complete = true;
    }
  }

  private static String text(DbException e) {
    return e.detail().map(detail -> e.message() + " (" + detail + ")").orElse(e.message());
  }

  private void look(ByteSlice key, ByteSlice payload) {
    KeySpace.Node node;
    try {
      node = path.walk(key);
    } catch (DbException | IndexOutOfBoundsException e) {
      findings.error(
          "data", hex(key), "The key cannot be read: " + e.getMessage(), "Restore from a backup.");
      return;
    }
    if (node == null) {
      stranger(key);
    } else if (node.index != null) {
      lookAtEntry(node.index, key, payload);
    } else {
      lookAtRow(node, key, payload);
    }
  }

  private static String hex(ByteSlice key) {
    return "0x" + Key.wrap(key.toByteArray());
  }

  /** A key of no object: what is left of a dropped one will go; anything else should not be. */
  private void stranger(ByteSlice key) {
    long id = path.strangerId();
    boolean known = id <= Integer.MAX_VALUE && dropped.contains((int) id);
    if (!known && strangers.add(id)) {
      findings.warning(
          "object " + id,
          hex(key),
          "Rows are stored for an object that does not exist",
          "They take room, nothing reads them. Restoring a backup does not remove them.");
    }
  }

  private void lookAtEntry(Index index, ByteSlice key, ByteSlice payload) {
    entries++;
    EntrySums sum = sums.get(index.id());
    EntryAudit audit = entryAudits.get(index.id());
    if (sum == null || audit == null) {
      throw new IllegalStateException("An index without sums");
    }
    sum.find(
        key.array(),
        key.offset(),
        key.length(),
        payload.array(),
        payload.offset(),
        payload.length());
    try {
      audit.read(key, payload);
    } catch (DbException | IndexOutOfBoundsException e) {
      findings.error(
          "index " + index.name(),
          name(key),
          "The entry cannot be read: " + e.getMessage(),
          INDEX_HINT);
      return;
    }
    if (!audit.hasKey(key)) {
      findings.error(
          "index " + index.name(),
          name(key),
          "The key is not written as its values are",
          INDEX_HINT);
    }
  }

  private String name(ByteSlice key) {
    return keyText.of(Key.wrap(key.toByteArray()));
  }

  private void lookAtRow(KeySpace.Node node, ByteSlice key, ByteSlice payload) {
    rows++;
    rowCounts.merge(node.table.id(), 1L, Long::sum);
    if (node.needsParent() && !parentIsThere(node.depth, key)) {
      findings.error(
          "table " + node.table.name(),
          name(key),
          "The row has no parent row",
          "Insert the parent row, or delete this one.");
    }
    remember(node.depth, key);
    RowAudit audit = rowAudits.get(node.table.id());
    if (audit == null) {
      throw new IllegalStateException("A table without an audit");
    }
    try {
      audit.read(key, payload);
    } catch (DbException | IndexOutOfBoundsException e) {
      findings.error(
          "table " + node.table.name(),
          name(key),
          "The row cannot be read: " + e.getMessage(),
          "Restore the database from a backup, or rewind it.");
      return;
    }
    audit.check(
        key, problem -> findings.error("table " + node.table.name(), name(key), problem, null));
    for (int i = 0; i < audit.indexCount(); i++) {
      if (audit.index(i).state() == IndexState.READ_WRITE && audit.hasEntry(i)) {
        want(audit, i);
      }
    }
  }

  private void want(RowAudit audit, int i) {
    EntrySums sum = sums.get(audit.index(i).id());
    if (sum == null) {
      throw new IllegalStateException("An index without sums");
    }
    try {
      sum.want(audit.entryKey(i).unsafeBytes(), audit.entryPayload(i));
    } catch (DbException e) {
      findings.error("index " + audit.index(i).name(), null, e.message(), INDEX_HINT);
    }
  }

  /** A parent sorts right before all that lies in it. */
  private boolean parentIsThere(int depth, ByteSlice key) {
    byte @Nullable [] parent = depth - 1 < lastRows.size() ? lastRows.get(depth - 1) : null;
    int length = path.end(depth - 1);
    return parent != null
        && Arrays.equals(
            parent, 0, parent.length, key.array(), key.offset(), key.offset() + length);
  }

  private void remember(int depth, ByteSlice key) {
    while (lastRows.size() <= depth) {
      lastRows.add(new byte[0]);
    }
    lastRows.set(depth, key.toByteArray());
  }

  /** Indexes that do not hold what their tables call for; only after a complete run. */
  List<Index> disagreeing() {
    List<Index> disagreeing = new ArrayList<>();
    for (Index index : schema.indexes()) {
      EntrySums sum = sums.get(index.id());
      boolean differs =
          sum != null
              && (index.state() == IndexState.READ_WRITE ? !sum.agree() : sum.foundCount() > 0);
      if (differs) {
        disagreeing.add(index);
      }
    }
    return disagreeing;
  }

  boolean isComplete() {
    return complete;
  }

  long rows() {
    return rows;
  }

  long entries() {
    return entries;
  }
}
