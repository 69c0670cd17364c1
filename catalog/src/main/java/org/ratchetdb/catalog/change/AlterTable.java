package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Schema;

/**
 * ALTER TABLE with one action.
 *
 * @param table name of the table
 * @param change the action
 * @param ifExists whether a table that is not there is no error
 */
public record AlterTable(String table, TableChange change, boolean ifExists)
    implements SchemaChange {
  @Override
  public ChangeResult apply(Schema schema) {
    if (ifExists && schema.findTable(table).isEmpty()) {
      return ChangeResult.unchanged(schema);
    }
    return change.apply(schema, Names.table(schema, table));
  }
}
