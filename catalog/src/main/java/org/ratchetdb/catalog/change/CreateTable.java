package org.ratchetdb.catalog.change;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.GeneratedSpec;
import org.ratchetdb.catalog.spec.InterleaveSpec;
import org.ratchetdb.catalog.spec.KeyPartSpec;
import org.ratchetdb.catalog.spec.SequenceSpec;
import org.ratchetdb.catalog.spec.TableSpec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

/** CREATE TABLE. */
public record CreateTable(TableSpec spec, boolean ifNotExists) implements SchemaChange {
  /** The key column of a GoogleSQL table that declares no primary key. */
  private static final ColumnSpec ROW_ID =
      ColumnSpec.plain("rowid", SqlType.INT64, null, "INT64")
          .asNotNull()
          .withIdentity(SequenceSpec.BIT_REVERSED)
          .asHidden();

  @Override
  public ChangeResult apply(Schema schema) {
    if (ifNotExists && schema.findTable(spec.name()).isPresent()) {
      return ChangeResult.unchanged(schema);
    }
    Names.checkNewObject(schema, "Table", spec.name());
    if (schema.tables().size() >= SchemaLimits.TABLES_MAX) {
      throw Errors.tooMany(
          "Cannot add Table "
              + spec.name()
              + " : too many tables (limit "
              + SchemaLimits.TABLES_MAX
              + " per database).");
    }
    List<ColumnSpec> columnSpecs = new ArrayList<>(spec.columns());
    List<KeyPartSpec> keySpecs = spec.primaryKey();
    if (keySpecs == null) {
      if (schema.dialect() == Dialect.POSTGRESQL) {
        throw Errors.invalid("Primary key must be defined for table \"" + spec.name() + "\".");
      }
      columnSpecs.add(ROW_ID);
      keySpecs = List.of(KeyPartSpec.ascending(ROW_ID.name()));
    }
    checkColumnNames(columnSpecs);
    SchemaEdit edit = new SchemaEdit(schema);
    int id = edit.newObjectId();
    List<Column> columns = new ArrayList<>();
    ColumnMaker maker = new ColumnMaker(edit, id, spec.name());
    for (ColumnSpec column : columnSpecs) {
      columns.add(maker.make(columns.size() + 1, column));
    }
    Table table = new Table(id, spec.name(), columns, List.of(), null, columns.size() + 1);
    table = withKey(schema, table, keySpecs);
    table = withGeneratedReads(table, columnSpecs);
    GeneratedColumns.check(schema.dialect(), table);
    table = withInterleave(schema, table);
    return edit.put(table).build();
  }

  private void checkColumnNames(List<ColumnSpec> columns) {
    if (columns.size() > SchemaLimits.COLUMNS_PER_TABLE_MAX) {
      throw tooManyColumns(spec.name());
    }
    Set<String> seen = new HashSet<>();
    for (ColumnSpec column : columns) {
      if (!seen.add(column.name().toLowerCase(Locale.ROOT))) {
        throw duplicateColumn(spec.name(), column.name());
      }
    }
  }

  static RuntimeException tooManyColumns(String table) {
    return Errors.tooLarge(
        "Table "
            + table
            + " has too many columns; the limit is "
            + SchemaLimits.COLUMNS_PER_TABLE_MAX
            + ".");
  }

  static RuntimeException duplicateColumn(String table, String column) {
    return new DbException(
            ErrorCode.DUPLICATE_COLUMN, "Duplicate column name " + table + "." + column + ".")
        .with("table", table)
        .with("column", column);
  }

  private static Table withKey(Schema schema, Table table, List<KeyPartSpec> specs) {
    List<KeyPart> parts = new ArrayList<>();
    List<Column> columns = new ArrayList<>(table.columns());
    for (KeyPartSpec part : specs) {
      Column column = table.findColumn(part.column());
      if (column == null || !column.name().equals(part.column())) {
        throw Errors.precondition(
            "Table " + table.name() + " references nonexistent key column " + part.column() + ".");
      }
      if (parts.stream().anyMatch(seen -> seen.columnId() == column.id())) {
        throw Errors.invalid(
            "Table "
                + table.name()
                + " references key column "
                + column.name()
                + " more than once.");
      }
      if (!ColumnRules.mayBeInKey(column.type())) {
        throw Errors.invalid(
            "Column "
                + table.name()
                + "."
                + column.name()
                + " has type "
                + column.type().name(schema.dialect())
                + ", but is part of the primary key.");
      }
      parts.add(KeyMaker.part(schema.dialect(), column.id(), part));
      if (schema.dialect() == Dialect.POSTGRESQL) {
        columns.set(table.ordinal(column.id()), column.toBuilder().notNull(true).build());
      }
    }
    if (parts.size() > SchemaLimits.KEY_COLUMNS_MAX) {
      throw Errors.limit(
          "Table "
              + table.name()
              + " has too many keys ("
              + parts.size()
              + "); the limit is "
              + SchemaLimits.KEY_COLUMNS_MAX
              + ".");
    }
    return new Table(table.id(), table.name(), columns, parts, null, table.nextColumnId());
  }

  /** A generated key column is part of what is stored whether it says STORED or not. */
  private static Table withGeneratedReads(Table table, List<ColumnSpec> specs) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      Column column = table.columns().get(i);
      GeneratedSpec generated = specs.get(i).generated();
      if (generated == null) {
        columns.add(column);
        continue;
      }
      boolean virtual = !generated.stored();
      boolean keyWithoutNotNull = table.isKeyColumn(column.id()) && !specs.get(i).notNull();
      columns.add(
          GeneratedColumns.resolveReads(
              table,
              column,
              virtual && keyWithoutNotNull
                  ? new GeneratedSpec(generated.sql(), true, generated.reads())
                  : generated));
    }
    return table.withColumns(columns);
  }

  private Table withInterleave(Schema schema, Table table) {
    @Nullable InterleaveSpec interleave = spec.interleave();
    if (interleave == null) {
      return table;
    }
    Table parent = Names.table(schema, interleave.parent());
    if (!interleave.inParent() && interleave.onDeleteCascade() != null) {
      throw SetOnDelete.onPlainInterleave(table.name());
    }
    InterleaveRules.checkTable(schema, table, parent);
    return table.withInterleave(
        new Interleave(
            parent.id(), interleave.inParent(), Boolean.TRUE.equals(interleave.onDeleteCascade())));
  }
}
