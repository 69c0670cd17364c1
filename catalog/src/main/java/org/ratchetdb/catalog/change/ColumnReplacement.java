package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/**
 * Puts an altered column in place of the old one: decides whether that is allowed and what stored
 * rows must be checked for. All ALTER COLUMN forms end here.
 */
final class ColumnReplacement {
  private final Schema schema;
  private final Table table;
  private final Column before;
  private final Column after;
  private final SchemaEdit edit;

  private ColumnReplacement(Schema schema, Table table, Column before, Column after) {
    this.schema = schema;
    this.table = table;
    this.before = before;
    this.after = after;
    this.edit = new SchemaEdit(schema);
  }

  static ChangeResult apply(Schema schema, Table table, Column before, Column after) {
    return new ColumnReplacement(schema, table, before, after).apply();
  }

  /** Refuses to touch the definition of a key column that comes from the parent. */
  static void checkNotInherited(Schema schema, Table table, Column column) {
    if (InterleaveRules.isInheritedKey(schema, table, column)) {
      throw Errors.invalid(
          "Cannot alter parent key column " + table.name() + "." + column.name() + ".");
    }
  }

  private ChangeResult apply() {
    boolean typeChanges = !before.type().equals(after.type());
    boolean lengthChanges = before.lengthMax() != after.lengthMax();
    boolean nullabilityChanges = before.notNull() != after.notNull();
    if (typeChanges) {
      checkTypeChange();
    }
    if (table.isKeyColumn(before.id())) {
      checkKeyChange(typeChanges || lengthChanges, nullabilityChanges);
    }
    if (typeChanges || lengthChanges) {
      checkInterleavedIndexes();
    }
    if (nullabilityChanges) {
      checkNullabilityChange();
    }
    addEffects(typeChanges, nullabilityChanges);
    Table next = table.withColumn(after);
    GeneratedColumns.check(schema.dialect(), next);
    return edit.put(next).build();
  }

  private void checkTypeChange() {
    if (!isStringOrBytes(before.type())
        || !isStringOrBytes(after.type())
        || before.type().is(TypeKind.ARRAY) != after.type().is(TypeKind.ARRAY)) {
      throw Errors.invalid(
          "Cannot change type of column `"
              + before.name()
              + "` from `"
              + before.type().name(schema.dialect())
              + "` to `"
              + after.type().name(schema.dialect())
              + "`");
    }
    if (before.isGenerated() && before.stored()) {
      throw Errors.precondition(
          "Cannot change the data type of a stored generated column `"
              + table.name()
              + "."
              + before.name()
              + "`.");
    }
    for (Column other : table.columns()) {
      if (other.stored() && other.generatedFrom().contains(before.id())) {
        throw Errors.precondition(
            "Cannot change the data type of column `"
                + before.name()
                + "`, which has a dependent stored generated column.");
      }
    }
  }

  private static boolean isStringOrBytes(SqlType type) {
    SqlType scalar = ColumnRules.scalarOf(type);
    return scalar.is(TypeKind.STRING) || scalar.is(TypeKind.BYTES);
  }

  private void checkKeyChange(boolean changesShape, boolean changesNullability) {
    if (changesNullability) {
      throw Errors.invalid("Cannot change key column " + table.name() + "." + before.name() + ".");
    }
    if (changesShape && isSharedKey()) {
      throw Errors.invalid(
          "Requested change to key column " + before.name() + " could not be made.");
    }
  }

  /** Whether keys of other tables or indexes begin with this key. */
  private boolean isSharedKey() {
    boolean byIndex =
        schema.indexes().stream()
            .map(Index::interleaveInTableId)
            .anyMatch(id -> id != null && id == table.id());
    return byIndex || !schema.childrenOf(table.id()).isEmpty();
  }

  /** An index that lies in another table's rows must go on matching that table's key. */
  private void checkInterleavedIndexes() {
    for (Index index : schema.indexesOf(table.id())) {
      if (index.interleaveInTableId() != null && IndexColumns.isKey(index, before.id())) {
        throw DbException.notSupported(
            "Changing the type of column "
                + before.name()
                + ", a key of the interleaved index "
                + index.name()
                + ",");
      }
    }
  }

  private void checkNullabilityChange() {
    for (Index index : schema.indexesOf(table.id())) {
      boolean filtered = index.notNullColumnIds().contains(before.id());
      if (IndexColumns.isKey(index, before.id()) && !filtered) {
        throw Errors.precondition(
                "Changing NOT NULL constraints on column "
                    + before.name()
                    + " is not allowed because it affects index "
                    + index.name()
                    + ".")
            .with("index", index.name());
      }
    }
  }

  private void addEffects(boolean typeChanges, boolean nullabilityChanges) {
    if (nullabilityChanges && after.notNull()) {
      edit.effect(new ChangeEffect.ValidateNotNull(table.id(), after.id()));
    }
    if (typeChanges && ColumnRules.scalarOf(after.type()).is(TypeKind.STRING)) {
      edit.effect(new ChangeEffect.ValidateUtf8(table.id(), after.id()));
    }
    if (isShorter(typeChanges)) {
      edit.effect(new ChangeEffect.ValidateLength(table.id(), after.id(), effectiveLength(after)));
    }
    if (after.allowCommitTimestamp() && !before.allowCommitTimestamp()) {
      edit.effect(new ChangeEffect.ValidateNoFutureTimestamp(table.id(), after.id()));
    }
  }

  private boolean isShorter(boolean typeChanges) {
    if (!isStringOrBytes(after.type())) {
      return false;
    }
    if (!typeChanges) {
      return effectiveLength(after) < effectiveLength(before);
    }
    // A code point takes up to four bytes; a byte is at most one code point.
    boolean toBytes = ColumnRules.scalarOf(after.type()).is(TypeKind.BYTES);
    long longest = toBytes ? effectiveLength(before) * 4 : effectiveLength(before);
    return effectiveLength(after) < longest;
  }

  private static long effectiveLength(Column column) {
    if (column.lengthMax() != 0) {
      return column.lengthMax();
    }
    return ColumnRules.scalarOf(column.type()).is(TypeKind.BYTES)
        ? SchemaLimits.BYTES_LENGTH_MAX
        : SchemaLimits.STRING_LENGTH_MAX;
  }
}
