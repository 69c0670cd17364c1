package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/** ALTER TABLE … SET ON DELETE CASCADE or NO ACTION. */
public record SetOnDelete(boolean cascade) implements TableChange {
  @Override
  public ChangeResult apply(Schema schema, Table table) {
    Interleave interleave = table.interleave();
    if (interleave == null) {
      throw Errors.invalid(
          "Cannot SET ON DELETE on table "
              + table.name()
              + " that does not have an INTERLEAVE clause.");
    }
    if (!interleave.enforced()) {
      throw onPlainInterleave(table.name());
    }
    Interleave next = new Interleave(interleave.parentTableId(), true, cascade);
    return new SchemaEdit(schema).put(table.withInterleave(next)).build();
  }

  static RuntimeException onPlainInterleave(String table) {
    return Errors.invalid("Cannot SET ON DELETE on an INTERLEAVE IN table " + table + ".");
  }
}
