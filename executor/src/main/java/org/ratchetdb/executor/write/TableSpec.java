package org.ratchetdb.executor.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.row.EntryFormat;
import org.ratchetdb.executor.row.KeyLayout;

/**
 * How rows of one table are written: its keys, payload, indexes, parent and children. Immutable.
 */
final class TableSpec {
  static final int CELL_BYTES_MAX = 10 << 20;

  /** Longest STRING in code points when none is declared. */
  static final long STRING_CODE_POINTS_MAX = 2_621_440;

  private final Schema schema;
  private final Table table;
  private final KeyLayout layout;
  private final int[] keyOrdinals;
  private final int[] payloadIds;
  private final int[] payloadOrdinals;
  private final int[] stampableOrdinals;
  private final List<IndexSpec> indexes;
  private final @Nullable Table enforcedParent;
  private final List<TableSpec> enforcedChildren;
  private final EntryFormat wholeRow;
  private final List<SqlType> types;

  TableSpec(Schema schema, Table table) {
    this(schema, table, new HashMap<>());
  }

  private TableSpec(Schema schema, Table table, Map<Integer, TableSpec> known) {
    this.schema = schema;
    this.table = table;
    this.layout = KeyLayout.ofTable(schema, table);
    this.types = table.columns().stream().map(Column::type).toList();
    this.keyOrdinals =
        table.primaryKey().stream().mapToInt(p -> table.ordinal(p.columnId())).toArray();
    int[] stored =
        IntStream.range(0, table.columns().size())
            .filter(i -> isInPayload(table, table.columns().get(i)))
            .boxed()
            .sorted(Comparator.comparing(i -> table.columns().get(i).id()))
            .mapToInt(Integer::intValue)
            .toArray();
    this.payloadOrdinals = stored;
    this.payloadIds = IntStream.of(stored).map(i -> table.columns().get(i).id()).toArray();
    this.stampableOrdinals =
        IntStream.range(0, table.columns().size())
            .filter(i -> table.columns().get(i).allowCommitTimestamp())
            .toArray();
    List<IndexSpec> specs = new ArrayList<>();
    for (Index index : schema.indexesOf(table.id())) {
      specs.add(new IndexSpec(schema, table, index));
    }
    this.indexes = List.copyOf(specs);
    Interleave interleave = table.interleave();
    this.enforcedParent =
        interleave != null && interleave.enforced()
            ? schema.table(interleave.parentTableId())
            : null;
    this.wholeRow =
        new EntryFormat(schema, table, null, table.columns().stream().map(Column::id).toList());
    known.put(table.id(), this);
    List<TableSpec> children = new ArrayList<>();
    for (Table child : schema.childrenOf(table.id())) {
      Interleave place = child.interleave();
      if (place != null && place.enforced()) {
        children.add(new TableSpec(schema, child, known));
      }
    }
    this.enforcedChildren = List.copyOf(children);
  }

  private static boolean isInPayload(Table table, Column column) {
    return !table.isKeyColumn(column.id()) && (!column.isGenerated() || column.stored());
  }

  Schema schema() {
    return schema;
  }

  Table table() {
    return table;
  }

  KeyLayout layout() {
    return layout;
  }

  /** Ordinals of the key columns in key order. */
  int[] keyOrdinals() {
    return keyOrdinals;
  }

  int[] payloadIds() {
    return payloadIds;
  }

  int[] payloadOrdinals() {
    return payloadOrdinals;
  }

  /** Ordinals of columns that may hold commit timestamps. */
  int[] stampableOrdinals() {
    return stampableOrdinals;
  }

  List<IndexSpec> indexes() {
    return indexes;
  }

  /** The parent whose row must exist, or null. */
  @Nullable Table enforcedParent() {
    return enforcedParent;
  }

  /** Children whose rows need a row of this table. */
  List<TableSpec> enforcedChildren() {
    return enforcedChildren;
  }

  boolean deletesWithParent() {
    Interleave interleave = table.interleave();
    return interleave != null && interleave.onDeleteCascade();
  }

  /** Reads all columns in the order of the table. */
  EntryFormat wholeRow() {
    return wholeRow;
  }

  /** Types of all columns in the order of the table. */
  List<SqlType> types() {
    return types;
  }

  List<String> keyColumnNames() {
    return table.primaryKey().stream().map(p -> table.column(p.columnId()).name()).toList();
  }
}
