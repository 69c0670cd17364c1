package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;

/** DROP SEQUENCE; refused while a DEFAULT draws from it. */
public record DropSequence(String name, boolean ifExists) implements SchemaChange {
  @Override
  public ChangeResult apply(Schema schema) {
    if (ifExists && schema.findSequence(name).isEmpty()) {
      return ChangeResult.unchanged(schema);
    }
    Sequence sequence = Names.sequence(schema, name);
    for (Table table : schema.tables()) {
      for (Column column : table.columns()) {
        if (column.defaultSequenceIds().contains(sequence.id())) {
          throw Errors.dependents(
              "Cannot drop sequence "
                  + name
                  + ". It is in use by the default value of column "
                  + table.name()
                  + "."
                  + column.name()
                  + ".");
        }
      }
    }
    return new SchemaEdit(schema)
        .removeSequence(sequence.id())
        .effect(new ChangeEffect.ForgetSequence(sequence.id()))
        .build();
  }
}
