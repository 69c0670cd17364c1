package org.ratchetdb.catalog.change;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.IdentitySpec;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.GeneratedSpec;
import org.ratchetdb.catalog.spec.SequenceSpec;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/**
 * Makes columns of one table from their declarations; the sequences behind identity columns go into
 * the edit. Which columns a generated one reads is filled in by {@link GeneratedColumns}.
 */
final class ColumnMaker {
  private final SchemaEdit edit;
  private final int tableId;
  private final String table;

  ColumnMaker(SchemaEdit edit, int tableId, String table) {
    this.edit = edit;
    this.tableId = tableId;
    this.table = table;
  }

  Column make(int id, ColumnSpec spec) {
    String name = spec.name();
    Dialect dialect = edit.base().dialect();
    Names.checkWellFormed(dialect, "Column", name);
    ColumnRules.checkType(dialect, table, name, spec.type());
    long lengthMax = ColumnRules.checkLength(dialect, table, name, spec.type(), spec.lengthMax());
    if (spec.allowCommitTimestamp() != null) {
      ColumnRules.checkCommitTimestampOption(table, name, spec.type());
    }
    boolean allowCommitTimestamp = Boolean.TRUE.equals(spec.allowCommitTimestamp());
    checkOneSource(spec);
    ColumnRules.checkDefault(table, name, spec.defaultValue(), allowCommitTimestamp);
    Column column =
        Column.plain(id, name, spec.type(), lengthMax, spec.declaredType()).toBuilder()
            .notNull(spec.notNull())
            .defaultSql(
                spec.defaultValue() == null ? null : spec.defaultValue().sql(),
                ColumnRules.sequenceIds(edit.base(), spec.defaultValue()))
            .identity(identity(id, spec))
            .hidden(spec.hidden())
            .allowCommitTimestamp(allowCommitTimestamp)
            .build();
    GeneratedSpec generated = spec.generated();
    if (generated == null) {
      return column;
    }
    return column.toBuilder().generated(generated.sql(), generated.stored(), List.of()).build();
  }

  private void checkOneSource(ColumnSpec spec) {
    if (spec.generated() != null && spec.defaultValue() != null) {
      throw Errors.precondition(
          "Column "
              + table
              + "."
              + spec.name()
              + " with a DEFAULT value cannot be a generated column and vice versa.");
    }
    if (spec.identity() != null && (spec.generated() != null || spec.defaultValue() != null)) {
      throw Errors.precondition(
          "Identity column "
              + table
              + "."
              + spec.name()
              + " cannot have a DEFAULT value or be a generated column.");
    }
  }

  private @Nullable IdentitySpec identity(int columnId, ColumnSpec spec) {
    SequenceSpec identity = spec.identity();
    if (identity == null) {
      return null;
    }
    if (!spec.type().is(TypeKind.INT64)) {
      throw Errors.invalid(
          "Identity column "
              + table
              + "."
              + spec.name()
              + " must be of type "
              + SqlType.INT64.name(edit.base().dialect())
              + ".");
    }
    if (!SequenceRules.hasKind(edit.base(), identity)) {
      throw Errors.invalid(
          "The sequence kind of an identity column "
              + spec.name()
              + " is not specified. Please specify the sequence kind explicitly or set the database"
              + " option `default_sequence_kind`.");
    }
    Sequence sequence =
        SequenceRules.create(
            edit.newObjectId(), hiddenSequenceName(tableId, columnId), identity, tableId);
    edit.put(sequence);
    return new IdentitySpec(sequence.id());
  }

  /** A name that no object can have, since no named schema is called so. */
  private static String hiddenSequenceName(int tableId, int columnId) {
    return "identity." + tableId + "." + columnId;
  }
}
