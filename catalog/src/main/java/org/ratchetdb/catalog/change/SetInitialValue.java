package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.value.Value;

/**
 * The step that gives a column, just added and not published yet, one value for all rows that lack
 * it: what its DEFAULT came to when the statement ran.
 */
public record SetInitialValue(int tableId, int columnId, Value value) implements SchemaChange {
  @Override
  public ChangeResult apply(Schema schema) {
    Table table = schema.table(tableId);
    Column column =
        table.column(columnId).toBuilder().initialValue(value.isNull() ? null : value).build();
    return new SchemaEdit(schema).put(table.withColumn(column)).build();
  }
}
