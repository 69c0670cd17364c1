package org.ratchetdb.catalog.change;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/**
 * ALTER COLUMN … SET OPTIONS (allow_commit_timestamp = …), allowed on key columns shared with a
 * parent too.
 *
 * @param column the column's name
 * @param allowCommitTimestamp the option's value; null takes it away, as false does
 */
public record SetColumnOptions(String column, @Nullable Boolean allowCommitTimestamp)
    implements TableChange {
  @Override
  public ChangeResult apply(Schema schema, Table table) {
    Column before = Names.column(table, column);
    ColumnRules.checkCommitTimestampOption(table.name(), column, before.type());
    boolean allow = Boolean.TRUE.equals(allowCommitTimestamp);
    if (allow) {
      ColumnRules.checkDefaultAllowsCommitTimestamps(table.name(), before);
    } else if (before.defaultSql() != null
        && ColumnRules.isPendingCommitTimestamp(before.defaultSql())) {
      throw Errors.precondition(
          "Cannot use default value expression PENDING_COMMIT_TIMESTAMP() on column `"
              + column
              + "` without the allow_commit_timestamp column option.");
    }
    Column after = before.toBuilder().allowCommitTimestamp(allow).build();
    return ColumnReplacement.apply(schema, table, before, after);
  }
}
