package org.ratchetdb.catalog.change;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.type.SqlType;

/**
 * PostgreSQL's ALTER COLUMN … [SET DATA] TYPE: type and length change, all else stays.
 *
 * @param column the column's name
 * @param type the new type
 * @param lengthMax its declared length, or null for none
 * @param declaredType how the dialect spells it
 * @param allowCommitTimestamp whether the type is {@code spanner.commit_timestamp}
 * @param notNull what the same statement's SET or DROP NOT NULL asks for, or null
 */
public record SetColumnType(
    String column,
    SqlType type,
    @Nullable Long lengthMax,
    String declaredType,
    boolean allowCommitTimestamp,
    @Nullable Boolean notNull)
    implements TableChange {
  @Override
  public ChangeResult apply(Schema schema, Table table) {
    Column before = Names.column(table, column);
    ColumnReplacement.checkNotInherited(schema, table, before);
    ColumnRules.checkType(schema.dialect(), table.name(), column, type);
    long length = ColumnRules.checkLength(schema.dialect(), table.name(), column, type, lengthMax);
    if (allowCommitTimestamp) {
      ColumnRules.checkCommitTimestampOption(table.name(), column, type);
      ColumnRules.checkDefaultAllowsCommitTimestamps(table.name(), before);
    }
    Column after =
        before.toBuilder()
            .type(type, length, declaredType)
            .allowCommitTimestamp(allowCommitTimestamp)
            .notNull(notNull == null ? before.notNull() : notNull)
            .build();
    return ColumnReplacement.apply(schema, table, before, after);
  }
}
