package org.ratchetdb.catalog.change;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.ColumnBuilder;
import org.ratchetdb.catalog.model.IdentitySpec;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.GeneratedSpec;
import org.ratchetdb.catalog.spec.SequenceSpec;

/**
 * GoogleSQL's {@code ALTER COLUMN c type …}: the whole definition again. What it does not repeat
 * (NOT NULL, DEFAULT) is removed; HIDDEN and options stay.
 */
public record RedefineColumn(ColumnSpec spec) implements TableChange {
  @Override
  public ChangeResult apply(Schema schema, Table table) {
    Column before = Names.column(table, spec.name());
    ColumnReplacement.checkNotInherited(schema, table, before);
    ColumnRules.checkType(schema.dialect(), table.name(), spec.name(), spec.type());
    long lengthMax =
        ColumnRules.checkLength(
            schema.dialect(), table.name(), spec.name(), spec.type(), spec.lengthMax());
    checkKind(table, before);
    ColumnBuilder after =
        before.toBuilder()
            .type(spec.type(), lengthMax, spec.declaredType())
            .notNull(spec.notNull());
    if (spec.allowCommitTimestamp() != null) {
      ColumnRules.checkCommitTimestampOption(table.name(), spec.name(), spec.type());
      after.allowCommitTimestamp(spec.allowCommitTimestamp());
    }
    GeneratedSpec generated = spec.generated();
    if (generated != null) {
      Column resolved = GeneratedColumns.resolveReads(table, before, generated);
      after.generated(generated.sql(), generated.stored(), resolved.generatedFrom());
    } else if (spec.defaultValue() != null) {
      after.defaultSql(
          spec.defaultValue().sql(), ColumnRules.sequenceIds(schema, spec.defaultValue()));
    } else {
      after.defaultSql(null, List.of());
    }
    Column altered = after.build();
    ColumnRules.checkDefault(
        table.name(), spec.name(), spec.defaultValue(), altered.allowCommitTimestamp());
    ChangeResult result = ColumnReplacement.apply(schema, table, before, altered);
    return spec.identity() == null ? result : withIdentity(result, before, spec.identity());
  }

  private void checkKind(Table table, Column before) {
    String path = "`" + table.name() + "." + before.name() + "`";
    GeneratedSpec generated = spec.generated();
    if (generated == null && before.isGenerated()) {
      throw Errors.precondition(
          "Cannot convert generated column " + path + " to a regular column.");
    }
    if (generated != null && !before.isGenerated()) {
      throw Errors.precondition("Cannot convert column " + path + " to a generated column.");
    }
    if ((spec.identity() == null) != (before.identity() == null)) {
      throw Errors.precondition(
          before.identity() == null
              ? "Cannot convert column " + path + " to an identity column."
              : "Cannot convert identity column " + path + " to a regular column.");
    }
    if (generated == null) {
      return;
    }
    if (generated.stored() != before.stored()) {
      throw Errors.precondition(
          "Cannot change the STORED attribute for generated column " + path + ".");
    }
    if (before.stored() && !generated.sql().equals(before.generatedSql())) {
      throw Errors.precondition(
          "Cannot change the expression of a stored generated column " + path + ".");
    }
  }

  /** The column keeps its sequence; what the statement declares about it is set anew. */
  private static ChangeResult withIdentity(
      ChangeResult result, Column before, SequenceSpec declared) {
    IdentitySpec identity = before.identity();
    if (identity == null) {
      return result;
    }
    Sequence sequence = result.schema().sequence(identity.sequenceId());
    SequenceAlteration alteration =
        new SequenceAlteration(
            declared.startCounter(), true, declared.skipMin(), declared.skipMax());
    ChangeResult altered = AlterSequence.alter(result.schema(), sequence, alteration);
    List<ChangeEffect> effects = new ArrayList<>(result.effects());
    effects.addAll(altered.effects());
    return new ChangeResult(altered.schema(), effects);
  }
}
