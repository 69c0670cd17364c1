package org.ratchetdb.engine.ddl;

import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.storage.api.ReadView;

/**
 * A read view and the schema that holds at its timestamp.
 *
 * @param schema what the rows of the view look like
 * @param view to be closed by the caller
 */
public record SchemaView(Schema schema, ReadView view) {}
