package org.ratchetdb.catalog.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.IndexSpec;
import org.ratchetdb.catalog.spec.KeyPartSpec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;

/** CREATE INDEX. The index starts WRITE_ONLY; {@link SetIndexState} makes it public. */
public record CreateIndex(IndexSpec spec, boolean ifNotExists) implements SchemaChange {
  @Override
  public ChangeResult apply(Schema schema) {
    if (ifNotExists && schema.findIndex(spec.name()).isPresent()) {
      return ChangeResult.unchanged(schema);
    }
    checkName(schema);
    Table table = Names.table(schema, spec.table());
    checkCounts(schema, table);
    List<KeyPart> key = keyParts(schema, table);
    List<Integer> stored = storedColumns(table, key);
    List<Integer> notNull = notNullColumns(table, key, stored);
    Integer interleaveIn = interleaveIn(schema, table, key, notNull);
    SchemaEdit edit = new SchemaEdit(schema);
    Index index =
        new Index(
            edit.newObjectId(),
            spec.name(),
            table.id(),
            key,
            stored,
            spec.unique(),
            notNull,
            spec.nullFiltered(),
            interleaveIn,
            IndexState.WRITE_ONLY);
    return edit.put(index).effect(new ChangeEffect.BackfillIndex(index.id())).build();
  }

  private void checkName(Schema schema) {
    if (spec.name().equalsIgnoreCase("PRIMARY_KEY")) {
      throw new DbException(
          ErrorCode.INVALID_NAME, "Cannot use reserved name PRIMARY_KEY for an index.");
    }
    if (spec.name().startsWith("Dir_") && schema.dialect() == Dialect.GOOGLE_STANDARD_SQL) {
      throw Names.invalid("Index", spec.name());
    }
    Names.checkNewObject(schema, "Index", spec.name());
  }

  private void checkCounts(Schema schema, Table table) {
    if (schema.indexesOf(table.id()).size() >= SchemaLimits.INDEXES_PER_TABLE_MAX) {
      throw Errors.tooMany(
          "Cannot add index "
              + spec.name()
              + " to table "
              + table.name()
              + ": too many indices (limit "
              + SchemaLimits.INDEXES_PER_TABLE_MAX
              + " per table).");
    }
    if (schema.indexes().size() >= SchemaLimits.INDEXES_MAX) {
      throw Errors.tooMany(
          "Cannot add Index "
              + spec.name()
              + " : too many indexes (limit "
              + SchemaLimits.INDEXES_MAX
              + " per database).");
    }
  }

  private List<KeyPart> keyParts(Schema schema, Table table) {
    if (spec.keyParts().isEmpty()) {
      throw Errors.invalid("Index " + spec.name() + " does not specify any key columns.");
    }
    List<KeyPart> parts = new ArrayList<>();
    for (KeyPartSpec part : spec.keyParts()) {
      Column column = column(table, part.column(), "key");
      if (parts.stream().anyMatch(seen -> seen.columnId() == column.id())) {
        throw Errors.invalid(
            "Index " + spec.name() + " specifies key column " + column.name() + " twice.");
      }
      if (!ColumnRules.mayBeInKey(column.type())) {
        throw Errors.precondition(
            "Cannot reference "
                + (schema.dialect() == Dialect.POSTGRESQL
                    ? column.type().name(Dialect.POSTGRESQL)
                    : column.type().kind())
                + " "
                + column.name()
                + " in the creation of index "
                + spec.name()
                + ".");
      }
      parts.add(KeyMaker.part(schema.dialect(), column.id(), part));
    }
    long appended =
        table.primaryKey().stream()
            .filter(key -> parts.stream().noneMatch(part -> part.columnId() == key.columnId()))
            .count();
    if (parts.size() + appended > SchemaLimits.KEY_COLUMNS_MAX) {
      throw Errors.limit(
          "Index "
              + spec.name()
              + " has too many keys ("
              + (parts.size() + appended)
              + "); the limit is "
              + SchemaLimits.KEY_COLUMNS_MAX
              + ".");
    }
    return parts;
  }

  private List<Integer> storedColumns(Table table, List<KeyPart> key) {
    List<Integer> ids = new ArrayList<>();
    for (String name : spec.storing()) {
      Column column = column(table, name, "stored");
      if (key.stream().anyMatch(part -> part.columnId() == column.id())) {
        throw Errors.invalid(
            "Index "
                + spec.name()
                + " specifies stored column "
                + name
                + " already specified as primary key.");
      }
      if (table.isKeyColumn(column.id())) {
        throw Errors.invalid(
            "Index "
                + spec.name()
                + " specifies stored column "
                + name
                + " which is a key of table "
                + table.name()
                + ".");
      }
      if (ids.contains(column.id())) {
        throw Errors.invalid(
            "Index " + spec.name() + " specifies stored column " + name + " twice.");
      }
      ids.add(column.id());
    }
    return ids;
  }

  private List<Integer> notNullColumns(Table table, List<KeyPart> key, List<Integer> stored) {
    List<Integer> ids = new ArrayList<>();
    if (spec.nullFiltered()) {
      key.forEach(part -> ids.add(part.columnId()));
    }
    for (String name : spec.whereNotNull()) {
      Column column = column(table, name, "filtered");
      boolean inIndex =
          stored.contains(column.id())
              || key.stream().anyMatch(part -> part.columnId() == column.id());
      if (!inIndex) {
        throw new DbException(
            ErrorCode.NOT_SUPPORTED,
            "Cannot null-filter column " + name + " that is not in the index " + spec.name() + ".");
      }
      if (!ids.contains(column.id())) {
        ids.add(column.id());
      }
    }
    return ids;
  }

  private Column column(Table table, String name, String role) {
    Column column = table.findColumn(name);
    if (column == null || !column.name().equals(name)) {
      throw Errors.invalid(
          "Index "
              + spec.name()
              + " specifies "
              + role
              + " column "
              + name
              + " which does not exist in the index's base table.");
    }
    if (column.isGenerated() && !column.stored()) {
      throw DbException.notSupported(
          "An index on generated column " + name + ", which is not STORED,");
    }
    return column;
  }

  private @Nullable Integer interleaveIn(
      Schema schema, Table table, List<KeyPart> key, List<Integer> notNull) {
    String name = spec.interleaveIn();
    if (name == null) {
      return null;
    }
    Table parent =
        schema
            .findTable(name)
            .filter(found -> found.name().equals(name))
            .orElseThrow(
                () ->
                    new DbException(
                        ErrorCode.TABLE_NOT_FOUND,
                        "Cannot interleave index "
                            + spec.name()
                            + " within nonexistent table "
                            + name
                            + "."));
    InterleaveRules.checkPrefix(
        schema, "Index " + spec.name(), table, key, parent, Set.copyOf(notNull));
    return parent.id();
  }
}
