package org.ratchetdb.executor.row;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/**
 * Where the wanted columns of a table or index are found: in the key or in the payload. Immutable;
 * reading needs an {@link EntryDecoder}.
 */
public final class EntryFormat {
  private final KeyLayout layout;
  private final List<SqlType> types;
  private final int[] columnIds;
  private final int[] keyParts;
  private final @Nullable Value[] initialValues;
  private final int keyPartsNeeded;
  private final boolean readsPayload;

  /**
   * @param index the index to read, or null for the table's rows
   * @param columnIds columns to yield, in order
   */
  public EntryFormat(Schema schema, Table table, @Nullable Index index, List<Integer> columnIds) {
    this.layout = KeyLayout.of(schema, table, index);
    int count = columnIds.size();
    this.columnIds = new int[count];
    this.keyParts = new int[count];
    this.initialValues = new Value[count];
    this.types = columnIds.stream().map(id -> table.column(id).type()).toList();
    int needed = 0;
    boolean payload = false;
    for (int i = 0; i < count; i++) {
      Column column = table.column(columnIds.get(i));
      this.columnIds[i] = column.id();
      this.keyParts[i] = layout.partOf(column.id());
      this.initialValues[i] = column.initialValue();
      needed = Math.max(needed, keyParts[i] + 1);
      payload |= keyParts[i] < 0;
    }
    this.keyPartsNeeded = needed;
    this.readsPayload = payload;
  }

  public KeyLayout layout() {
    return layout;
  }

  /** Types of the wanted columns. */
  public List<SqlType> types() {
    return types;
  }

  int columnCount() {
    return columnIds.length;
  }

  int columnId(int i) {
    return columnIds[i];
  }

  /** Part of the key that holds the column, or -1 when the payload does. */
  int keyPart(int i) {
    return keyParts[i];
  }

  @Nullable Value initialValue(int i) {
    return initialValues[i];
  }

  int keyPartsNeeded() {
    return keyPartsNeeded;
  }

  boolean readsPayload() {
    return readsPayload;
  }
}
