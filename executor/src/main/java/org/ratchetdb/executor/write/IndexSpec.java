package org.ratchetdb.executor.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.executor.row.KeyLayout;
import org.ratchetdb.executor.row.RowWriter;
import org.ratchetdb.executor.vector.Batch;

/** How rows of a table become entries of one index. Immutable. */
final class IndexSpec {
  private final Index index;
  private final KeyLayout layout;
  private final int[] keyOrdinals;
  private final int[] declaredOrdinals;
  private final int[] sizedOrdinals;
  private final List<String> declaredNames;
  private final int[] payloadIds;
  private final int[] payloadOrdinals;
  private final int[] notNullOrdinals;

  IndexSpec(Schema schema, Table table, Index index) {
    this.index = index;
    this.layout = KeyLayout.ofIndex(schema, table, index);
    this.keyOrdinals = layout.parts().stream().mapToInt(p -> table.ordinal(p.columnId())).toArray();
    this.declaredOrdinals =
        index.keyParts().stream().mapToInt(p -> table.ordinal(p.columnId())).toArray();
    this.sizedOrdinals =
        IntStream.concat(
                IntStream.of(declaredOrdinals),
                table.primaryKey().stream().mapToInt(p -> table.ordinal(p.columnId())))
            .distinct()
            .toArray();
    this.declaredNames =
        index.keyParts().stream().map(p -> table.column(p.columnId()).name()).toList();
    TreeSet<Integer> payload = new TreeSet<>(Comparator.naturalOrder());
    payload.addAll(index.storedColumnIds());
    for (KeyPart part : table.primaryKey()) {
      payload.add(part.columnId());
    }
    List<Integer> ids = new ArrayList<>(payload);
    ids.removeIf(id -> layout.partOf(id) >= 0);
    this.payloadIds = ids.stream().mapToInt(Integer::intValue).toArray();
    this.payloadOrdinals = ids.stream().mapToInt(table::ordinal).toArray();
    this.notNullOrdinals = index.notNullColumnIds().stream().mapToInt(table::ordinal).toArray();
  }

  Index index() {
    return index;
  }

  KeyLayout layout() {
    return layout;
  }

  /** Columns in the payload of an entry, ascending. */
  int[] payloadIds() {
    return payloadIds;
  }

  List<String> declaredNames() {
    return declaredNames;
  }

  /** Whether the row has an entry: its filter may leave it out. */
  boolean holds(Batch rows, int row) {
    for (int ordinal : notNullOrdinals) {
      if (rows.column(ordinal).isNull(row)) {
        return false;
      }
    }
    return true;
  }

  /** Of a row that holds no pending commit timestamp. */
  Key key(KeyEncoder encoder, Batch rows, int row) {
    return entryKey(encoder, rows, row).requireKnown();
  }

  /** Of a row that is to get an entry; fails when the key is too large. */
  EntryKey newEntryKey(KeyEncoder encoder, Batch rows, int row) {
    KeySize.checkIndex(index.name(), rows, sizedOrdinals, row);
    return entryKey(encoder, rows, row);
  }

  /** Of a row that may have an entry, of whatever size. */
  EntryKey entryKey(KeyEncoder encoder, Batch rows, int row) {
    encoder.reset();
    layout.encode(encoder, rows, keyOrdinals, row);
    return EntryKey.of(encoder);
  }

  /** What writing an entry counts as: its columns, keys included. */
  int mutations() {
    return keyOrdinals.length + payloadIds.length;
  }

  byte[] payload(RowWriter writer, Batch rows, int row) {
    writer.reset();
    for (int i = 0; i < payloadIds.length; i++) {
      writer.add(payloadIds[i], rows.column(payloadOrdinals[i]), row);
    }
    return writer.toPayload();
  }

  /** The declared key of a row, for error texts. */
  String keyText(Schema schema, Batch rows, int row) {
    return ConstraintErrors.keyText(schema, rows, declaredOrdinals, row);
  }
}
