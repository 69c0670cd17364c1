package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Schema;

/** The step that makes an index public once its backfill is done. */
public record SetIndexState(int indexId, IndexState state) implements SchemaChange {
  @Override
  public ChangeResult apply(Schema schema) {
    Index index = schema.index(indexId);
    if (index.state() == state) {
      return ChangeResult.unchanged(schema);
    }
    Index next =
        new Index(
            index.id(),
            index.name(),
            index.tableId(),
            index.keyParts(),
            index.storedColumnIds(),
            index.unique(),
            index.notNullColumnIds(),
            index.nullFiltered(),
            index.interleaveInTableId(),
            state);
    return new SchemaEdit(schema).put(next).build();
  }
}
