package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/** ALTER COLUMN … SET NOT NULL and DROP NOT NULL. */
public record SetColumnNotNull(String column, boolean notNull) implements TableChange {
  @Override
  public ChangeResult apply(Schema schema, Table table) {
    Column before = Names.column(table, column);
    if (before.notNull() == notNull) {
      return ChangeResult.unchanged(schema);
    }
    ColumnReplacement.checkNotInherited(schema, table, before);
    Column after = before.toBuilder().notNull(notNull).build();
    return ColumnReplacement.apply(schema, table, before, after);
  }
}
