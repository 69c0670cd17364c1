package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.IdentitySpec;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/** ALTER COLUMN … ALTER IDENTITY, and PostgreSQL's forms of it. */
public record AlterIdentity(String column, SequenceAlteration alteration) implements TableChange {
  @Override
  public ChangeResult apply(Schema schema, Table table) {
    Column target = Names.column(table, column);
    IdentitySpec identity = target.identity();
    if (identity == null) {
      throw Errors.invalid(
          "Column is not an identity column in table " + table.name() + ": " + column);
    }
    return AlterSequence.alter(schema, schema.sequence(identity.sequenceId()), alteration);
  }
}
