package org.ratchetdb.catalog.change;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.DefaultSpec;

/**
 * ALTER COLUMN … SET DEFAULT and DROP DEFAULT. Rows keep the values they have.
 *
 * @param column the column's name
 * @param defaultValue the new default, or null to drop it
 */
public record SetColumnDefault(String column, @Nullable DefaultSpec defaultValue)
    implements TableChange {
  @Override
  public ChangeResult apply(Schema schema, Table table) {
    Column before = Names.column(table, column);
    if (defaultValue == null && before.defaultSql() == null) {
      return ChangeResult.unchanged(schema);
    }
    if (defaultValue != null && before.isGenerated()) {
      throw Errors.precondition(
          "Column "
              + table.name()
              + "."
              + column
              + " with a DEFAULT value cannot be a generated column and vice versa.");
    }
    if (defaultValue != null && before.identity() != null) {
      throw Errors.precondition(
          "Identity column "
              + table.name()
              + "."
              + column
              + " cannot have a DEFAULT value or be a generated column.");
    }
    ColumnRules.checkDefault(table.name(), column, defaultValue, before.allowCommitTimestamp());
    Column after =
        before.toBuilder()
            .defaultSql(
                defaultValue == null ? null : defaultValue.sql(),
                ColumnRules.sequenceIds(schema, defaultValue))
            .build();
    return ColumnReplacement.apply(schema, table, before, after);
  }
}
