package org.ratchetdb.catalog.ddl;

import java.util.List;
import java.util.Map;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;

/** How one dialect writes the statements. */
interface DialectDdl {
  List<String> options(String databaseName, Map<String, String> options);

  String sequence(Sequence sequence);

  String table(Schema schema, Table table);

  String index(Schema schema, Index index);

  String identifier(String name);
}
