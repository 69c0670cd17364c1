package org.ratchetdb.catalog.change;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.DefaultSpec;
import org.ratchetdb.catalog.spec.GeneratedSpec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.Value;

/**
 * ALTER TABLE … ADD COLUMN. A column that starts as NULL or as a constant writes no row: the
 * constant becomes the column's {@link Column#initialValue}.
 */
public record AddColumn(ColumnSpec spec, boolean ifNotExists) implements TableChange {
  @Override
  public ChangeResult apply(Schema schema, Table table) {
    if (table.findColumn(spec.name()) != null) {
      if (ifNotExists) {
        return ChangeResult.unchanged(schema);
      }
      throw CreateTable.duplicateColumn(table.name(), spec.name());
    }
    if (table.columns().size() >= SchemaLimits.COLUMNS_PER_TABLE_MAX) {
      throw CreateTable.tooManyColumns(table.name());
    }
    SchemaEdit edit = new SchemaEdit(schema);
    Column column =
        new ColumnMaker(edit, table.id(), table.name()).make(table.nextColumnId(), spec);
    checkNotNull(table);
    DefaultSpec defaultValue = spec.defaultValue();
    if (defaultValue != null) {
      column = column.toBuilder().initialValue(initialValue(defaultValue)).build();
    }
    Table next = with(table, column);
    GeneratedSpec generated = spec.generated();
    if (generated != null) {
      next = next.withColumn(GeneratedColumns.resolveReads(next, column, generated));
    }
    GeneratedColumns.check(schema.dialect(), next);
    edit.put(next);
    if (needsBackfill()) {
      edit.effect(new ChangeEffect.BackfillColumn(table.id(), column.id()));
    }
    return edit.build();
  }

  private void checkNotNull(Table table) {
    if (!spec.notNull()) {
      return;
    }
    DefaultSpec defaultValue = spec.defaultValue();
    Value constant = defaultValue == null ? null : defaultValue.constant();
    boolean hasValue =
        spec.identity() != null
            || spec.generated() != null
            || (defaultValue != null && (constant == null || !constant.isNull()));
    if (!hasValue) {
      throw new DbException(
              ErrorCode.NOT_SUPPORTED,
              "Cannot add NOT NULL column "
                  + table.name()
                  + "."
                  + spec.name()
                  + " to existing table "
                  + table.name()
                  + ".")
          .hint("Add the column without NOT NULL, fill it, then set NOT NULL; or give a DEFAULT.");
    }
  }

  private static @Nullable Value initialValue(DefaultSpec defaultValue) {
    Value constant = defaultValue.constant();
    return constant == null || constant.isNull() ? null : constant;
  }

  private boolean needsBackfill() {
    GeneratedSpec generated = spec.generated();
    DefaultSpec defaultValue = spec.defaultValue();
    return spec.identity() != null
        || (generated != null && generated.stored())
        || (defaultValue != null && defaultValue.constant() == null);
  }

  private static Table with(Table table, Column column) {
    List<Column> columns = new ArrayList<>(table.columns());
    columns.add(column);
    return new Table(
        table.id(), table.name(), columns, table.primaryKey(), table.interleave(), column.id() + 1);
  }
}
