package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Schema;

/** One DDL statement, or one step of it, as a function from schema to schema. Immutable. */
public sealed interface SchemaChange
    permits AlterSequence,
        AlterTable,
        CreateIndex,
        CreateSequence,
        CreateTable,
        DropIndex,
        DropSequence,
        DropTable,
        RenameTables,
        SetDatabaseOptions,
        SetInitialValue,
        SetIndexState {
  /**
   * Checks the change and applies it.
   *
   * @throws org.ratchetdb.common.error.DbException when the schema does not allow it
   */
  ChangeResult apply(Schema schema);
}
