package org.ratchetdb.sqlfrontend.ast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A statement that changes the schema, or a database as a whole. */
public sealed interface DdlStatement extends Statement {
  /**
   * CREATE TABLE.
   *
   * @param constraints those of the list, and the PRIMARY KEY behind it; those at columns are at
   *     the columns
   * @param interleave null for a root table
   * @param rowDeletion null for none
   * @param unsupported a clause that Ratchet does not have, for a message, or null
   */
  record CreateTable(
      QualifiedName name,
      boolean ifNotExists,
      List<TableElement.Column> columns,
      List<TableElement.Constraint> constraints,
      @Nullable Identifier synonym,
      TableElement.@Nullable Interleave interleave,
      TableElement.@Nullable RowDeletion rowDeletion,
      List<TableElement.Option> options,
      @Nullable String unsupported,
      Span span)
      implements DdlStatement {
    public CreateTable {
      columns = List.copyOf(columns);
      constraints = List.copyOf(constraints);
      options = List.copyOf(options);
    }

    /** Every primary key that was written, wherever; more than one is an error, none may be. */
    public List<TableElement.PrimaryKey> primaryKeys() {
      List<TableElement.PrimaryKey> keys = new ArrayList<>();
      for (TableElement.Column column : columns) {
        collectKeys(column.constraints(), keys);
      }
      collectKeys(constraints, keys);
      return List.copyOf(keys);
    }

    private static void collectKeys(
        List<TableElement.Constraint> constraints, List<TableElement.PrimaryKey> keys) {
      for (TableElement.Constraint constraint : constraints) {
        if (constraint instanceof TableElement.PrimaryKey key) {
          keys.add(key);
        }
      }
    }
  }

  record AlterTable(QualifiedName name, boolean ifExists, List<AlterTableAction> actions, Span span)
      implements DdlStatement {
    public AlterTable {
      actions = List.copyOf(actions);
    }
  }

  /** RENAME TABLE a TO b, ...: applied from left to right. */
  record RenameTables(List<TableRename> renames, Span span) implements DdlStatement {
    public RenameTables {
      renames = List.copyOf(renames);
    }
  }

  record TableRename(QualifiedName from, QualifiedName to, Span span) implements Node {}

  /**
   * CREATE INDEX.
   *
   * @param name null only in PostgreSQL
   * @param where the condition, or null
   * @param interleaveIn null for a global index
   * @param unsupported a clause that Ratchet does not have, for a message, or null
   */
  record CreateIndex(
      @Nullable QualifiedName name,
      boolean ifNotExists,
      boolean unique,
      boolean nullFiltered,
      QualifiedName table,
      List<TableElement.KeyPart> parts,
      List<Identifier> stored,
      @Nullable Expression where,
      @Nullable QualifiedName interleaveIn,
      List<TableElement.Option> options,
      @Nullable String unsupported,
      Span span)
      implements DdlStatement {
    public CreateIndex {
      parts = List.copyOf(parts);
      stored = List.copyOf(stored);
      options = List.copyOf(options);
    }

    /**
     * The columns of {@code WHERE a IS NOT NULL AND b IS NOT NULL}, empty without WHERE; absent
     * when the condition has another form.
     */
    public Optional<List<Identifier>> notNullColumns() {
      List<Identifier> columns = new ArrayList<>();
      return where == null || collectNotNull(where, columns)
          ? Optional.of(List.copyOf(columns))
          : Optional.empty();
    }

    private static boolean collectNotNull(Expression condition, List<Identifier> columns) {
      if (condition instanceof Expression.Logical logical && logical.and()) {
        return logical.operands().stream().allMatch(operand -> collectNotNull(operand, columns));
      }
      if (condition instanceof Expression.IsTest test
          && test.negated()
          && test.kind() == Expression.IsKind.NULL
          && test.operand() instanceof Expression.Name column
          && column.name().parts().size() == 1) {
        columns.add(column.name().last());
        return true;
      }
      return false;
    }
  }

  /** ALTER INDEX ... {ADD | DROP} {STORED | INCLUDE} COLUMN. */
  record AlterIndex(QualifiedName name, boolean add, Identifier column, Span span)
      implements DdlStatement {}

  record CreateSequence(
      QualifiedName name, boolean ifNotExists, TableElement.SequenceSettings settings, Span span)
      implements DdlStatement {}

  record AlterSequence(
      QualifiedName name, boolean ifExists, TableElement.SequenceSettings settings, Span span)
      implements DdlStatement {}

  /** What DROP drops. */
  enum ObjectType {
    TABLE,
    INDEX,
    SEQUENCE,
    SCHEMA,
    VIEW
  }

  /** DROP of one object. */
  record Drop(ObjectType type, QualifiedName name, boolean ifExists, boolean cascade, Span span)
      implements DdlStatement {}

  record CreateSchema(Identifier name, boolean ifNotExists, Span span) implements DdlStatement {}

  /**
   * CREATE DATABASE.
   *
   * @param snapshot FROM SNAPSHOT: what the database begins as, or null
   * @param origin FROM DATABASE: the database that it begins as a copy of, or null
   * @param options of an empty database: its dialect
   */
  record CreateDatabase(
      Identifier name,
      boolean ifNotExists,
      @Nullable Identifier snapshot,
      @Nullable Identifier origin,
      List<TableElement.Option> options,
      Span span)
      implements DdlStatement {
    public CreateDatabase {
      options = List.copyOf(options);
    }
  }

  /** ALTER DATABASE; a reset option has a NULL literal as its value. */
  record AlterDatabase(Identifier name, List<TableElement.Option> options, Span span)
      implements DdlStatement {
    public AlterDatabase {
      options = List.copyOf(options);
    }
  }

  /**
   * DROP DATABASE.
   *
   * @param force whether sessions of the database are ended
   */
  record DropDatabase(Identifier name, boolean ifExists, boolean force, Span span)
      implements DdlStatement {}

  /** CREATE SNAPSHOT name [OF DATABASE database]; null for the database of the session. */
  record CreateSnapshot(Identifier name, @Nullable Identifier database, Span span)
      implements DdlStatement {}

  record DropSnapshot(Identifier name, boolean ifExists, Span span) implements DdlStatement {}

  /** RESTORE DATABASE name FROM SNAPSHOT snapshot. */
  record RestoreDatabase(Identifier name, Identifier snapshot, Span span) implements DdlStatement {}

  /** ANALYZE [table]; null for all. */
  record Analyze(@Nullable QualifiedName table, Span span) implements DdlStatement {}
}
