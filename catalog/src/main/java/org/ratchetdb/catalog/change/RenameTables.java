package org.ratchetdb.catalog.change;

import java.util.List;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/**
 * RENAME TABLE and ALTER TABLE … RENAME TO. Objects refer to tables by id, so indexes and children
 * follow.
 *
 * @param renames applied from left to right, so that two names can be swapped through a third
 */
public record RenameTables(List<Rename> renames) implements SchemaChange {
  /** One table's old and new name. */
  public record Rename(String from, String to) {}

  public RenameTables {
    renames = List.copyOf(renames);
  }

  @Override
  public ChangeResult apply(Schema schema) {
    Schema current = schema;
    SchemaEdit edit = new SchemaEdit(schema);
    for (Rename rename : renames) {
      Table table = Names.table(current, rename.from());
      boolean changesCaseOnly = rename.from().equalsIgnoreCase(rename.to());
      if (!changesCaseOnly) {
        Names.checkNewObject(current, "Table", rename.to());
      }
      edit.put(table.withName(rename.to()));
      current = edit.build().schema();
    }
    return edit.build();
  }
}
