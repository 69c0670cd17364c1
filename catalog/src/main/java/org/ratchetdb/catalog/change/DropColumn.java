package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.IdentitySpec;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/** ALTER TABLE … DROP COLUMN; rows are not touched, its id is never used again. */
public record DropColumn(String column) implements TableChange {
  @Override
  public ChangeResult apply(Schema schema, Table table) {
    Column dropped = Names.column(table, column);
    if (table.isKeyColumn(dropped.id())) {
      throw Errors.invalid(
          "Cannot drop key column " + column + " from table " + table.name() + ".");
    }
    for (Index index : schema.indexesOf(table.id())) {
      if (IndexColumns.uses(index, dropped.id())) {
        throw Errors.dependents(
            "Cannot drop column "
                + column
                + " from table "
                + table.name()
                + " because it is used by index "
                + index.name()
                + ".");
      }
    }
    for (Column other : table.columns()) {
      if (other.generatedFrom().contains(dropped.id())) {
        throw Errors.dependents(
            "Cannot drop column `"
                + column
                + "` from table `"
                + table.name()
                + "` because it is referenced by generated column `"
                + other.name()
                + "`.");
      }
    }
    SchemaEdit edit =
        new SchemaEdit(schema)
            .put(
                table.withColumns(
                    table.columns().stream().filter(c -> c.id() != dropped.id()).toList()));
    IdentitySpec identity = dropped.identity();
    if (identity != null) {
      edit.removeSequence(identity.sequenceId());
      edit.effect(new ChangeEffect.ForgetSequence(identity.sequenceId()));
    }
    return edit.build();
  }
}
