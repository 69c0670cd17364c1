package org.ratchetdb.sqlfrontend.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thing that ALTER TABLE does. */
public sealed interface AlterTableAction extends Node {
  record AddColumn(boolean ifNotExists, TableElement.Column column, Span span)
      implements AlterTableAction {}

  record DropColumn(boolean ifExists, Identifier column, Span span) implements AlterTableAction {}

  record AddConstraint(TableElement.Constraint constraint, Span span) implements AlterTableAction {}

  record DropConstraint(boolean ifExists, Identifier constraint, Span span)
      implements AlterTableAction {}

  /**
   * GoogleSQL's ALTER COLUMN with a whole definition: what is not said is taken away (NOT NULL,
   * DEFAULT, ON UPDATE).
   */
  record RedefineColumn(TableElement.Column column, Span span) implements AlterTableAction {}

  /** PostgreSQL's ALTER COLUMN ... TYPE: only the type changes. */
  record SetColumnType(Identifier column, TypeName type, Span span) implements AlterTableAction {}

  record SetNotNull(Identifier column, boolean notNull, Span span) implements AlterTableAction {}

  /** SET DEFAULT, or DROP DEFAULT when the expression is null. */
  record SetDefault(Identifier column, @Nullable Expression expression, Span span)
      implements AlterTableAction {}

  /** SET ON UPDATE, or DROP ON UPDATE when the expression is null. */
  record SetOnUpdate(Identifier column, @Nullable Expression expression, Span span)
      implements AlterTableAction {}

  record SetColumnOptions(Identifier column, List<TableElement.Option> options, Span span)
      implements AlterTableAction {
    public SetColumnOptions {
      options = List.copyOf(options);
    }
  }

  record AlterIdentity(Identifier column, TableElement.SequenceSettings settings, Span span)
      implements AlterTableAction {}

  record SetOnDelete(TableElement.ReferentialAction action, Span span)
      implements AlterTableAction {}

  record SetInterleave(TableElement.Interleave interleave, Span span) implements AlterTableAction {}

  /** What happens to the row deletion policy. */
  enum RowDeletionChange {
    ADD,
    REPLACE,
    DROP
  }

  /** ADD, REPLACE or DROP ROW DELETION POLICY; the policy is null with DROP. */
  record ChangeRowDeletion(
      RowDeletionChange change, TableElement.@Nullable RowDeletion policy, Span span)
      implements AlterTableAction {}

  /** RENAME TO; the synonym is that of {@code , ADD SYNONYM old}, or null. */
  record Rename(QualifiedName to, @Nullable Identifier synonym, Span span)
      implements AlterTableAction {}

  record AddSynonym(Identifier synonym, Span span) implements AlterTableAction {}

  record DropSynonym(Identifier synonym, Span span) implements AlterTableAction {}

  record SetTableOptions(List<TableElement.Option> options, Span span) implements AlterTableAction {
    public SetTableOptions {
      options = List.copyOf(options);
    }
  }

  /** A change of the dialect that Ratchet does not have. */
  record UnsupportedChange(String feature, Span span) implements AlterTableAction {}
}
