package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;

/** ALTER SEQUENCE. */
public record AlterSequence(String name, SequenceAlteration alteration, boolean ifExists)
    implements SchemaChange {
  @Override
  public ChangeResult apply(Schema schema) {
    if (ifExists && schema.findSequence(name).isEmpty()) {
      return ChangeResult.unchanged(schema);
    }
    return alter(schema, Names.sequence(schema, name), alteration);
  }

  static ChangeResult alter(Schema schema, Sequence sequence, SequenceAlteration alteration) {
    Sequence altered = SequenceRules.alter(sequence, alteration);
    SchemaEdit edit = new SchemaEdit(schema).put(altered);
    if (alteration.restartCounter() != null) {
      edit.effect(new ChangeEffect.RestartSequence(altered.id(), altered.startCounter()));
    }
    return edit.build();
  }
}
