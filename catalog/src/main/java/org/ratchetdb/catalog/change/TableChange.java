package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/** One action of ALTER TABLE, applied through {@link AlterTable}. Immutable. */
public sealed interface TableChange
    permits AddColumn,
        AlterIdentity,
        DropColumn,
        RedefineColumn,
        SetColumnDefault,
        SetColumnNotNull,
        SetColumnOptions,
        SetColumnType,
        SetInterleave,
        SetOnDelete {
  /** Checks and applies; {@code table} is of {@code schema}. */
  ChangeResult apply(Schema schema, Table table);
}
