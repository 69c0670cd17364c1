package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.spec.SequenceSpec;

/** CREATE SEQUENCE. */
public record CreateSequence(String name, SequenceSpec spec, boolean ifNotExists)
    implements SchemaChange {
  @Override
  public ChangeResult apply(Schema schema) {
    if (ifNotExists && schema.findSequence(name).isPresent()) {
      return ChangeResult.unchanged(schema);
    }
    Names.checkNewObject(schema, "Sequence", name);
    if (!SequenceRules.hasKind(schema, spec)) {
      throw Errors.invalid(
          "The sequence does not have a valid sequence kind. Please specify the sequence kind"
              + " explicitly or set the database option `default_sequence_kind`.");
    }
    SchemaEdit edit = new SchemaEdit(schema);
    return edit.put(SequenceRules.create(edit.newObjectId(), name, spec, 0)).build();
  }
}
