package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;

/** DROP INDEX. */
public record DropIndex(String name, boolean ifExists) implements SchemaChange {
  @Override
  public ChangeResult apply(Schema schema) {
    if (ifExists && schema.findIndex(name).isEmpty()) {
      return ChangeResult.unchanged(schema);
    }
    Index index = Names.index(schema, name);
    return new SchemaEdit(schema)
        .removeIndex(index.id())
        .effect(new ChangeEffect.DropIndexStorage(index))
        .build();
  }
}
