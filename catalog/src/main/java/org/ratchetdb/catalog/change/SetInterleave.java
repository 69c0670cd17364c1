package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.InterleaveSpec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * ALTER TABLE … SET INTERLEAVE: between IN and IN PARENT of the table it lies in already, since
 * rows do not move.
 */
public record SetInterleave(InterleaveSpec spec) implements TableChange {
  @Override
  public ChangeResult apply(Schema schema, Table table) {
    Interleave before = table.interleave();
    Table parent = Names.table(schema, spec.parent());
    if (before == null || before.parentTableId() != parent.id()) {
      throw Errors.invalid("Cannot change the interleaving table of table " + table.name() + ".");
    }
    if (!spec.inParent() && spec.onDeleteCascade() != null) {
      throw SetOnDelete.onPlainInterleave(table.name());
    }
    boolean cascade = Boolean.TRUE.equals(spec.onDeleteCascade());
    boolean becomesEnforced = spec.inParent() && !before.enforced();
    if (becomesEnforced && cascade) {
      throw new DbException(
              ErrorCode.NOT_SUPPORTED,
              "Cannot change table "
                  + table.name()
                  + " from INTERLEAVE IN to INTERLEAVE IN PARENT ON DELETE CASCADE at once.")
          .hint("Set INTERLEAVE IN PARENT first, then ON DELETE CASCADE.");
    }
    SchemaEdit edit =
        new SchemaEdit(schema)
            .put(table.withInterleave(new Interleave(parent.id(), spec.inParent(), cascade)));
    if (becomesEnforced) {
      edit.effect(new ChangeEffect.ValidateParentRows(table.id()));
    }
    return edit.build();
  }
}
