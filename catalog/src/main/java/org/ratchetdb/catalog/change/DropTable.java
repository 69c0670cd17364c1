package org.ratchetdb.catalog.change;

import java.util.List;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.IdentitySpec;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;

/** DROP TABLE; refused while tables or indexes hang on it. */
public record DropTable(String name, boolean ifExists) implements SchemaChange {
  @Override
  public ChangeResult apply(Schema schema) {
    if (ifExists && schema.findTable(name).isEmpty()) {
      return ChangeResult.unchanged(schema);
    }
    Table table = Names.table(schema, name);
    List<Table> children = schema.childrenOf(table.id());
    if (!children.isEmpty()) {
      throw Errors.dependents(
          "Cannot drop table "
              + name
              + " with interleaved tables: "
              + String.join(",", children.stream().map(Table::name).toList())
              + ".");
    }
    List<String> indexes =
        schema.indexes().stream().filter(index -> hangsOn(index, table)).map(Index::name).toList();
    if (!indexes.isEmpty()) {
      throw Errors.dependents(
          "Cannot drop table " + name + " with indices: " + String.join(",", indexes) + ".");
    }
    SchemaEdit edit = new SchemaEdit(schema).removeTable(table.id());
    for (Column column : table.columns()) {
      IdentitySpec identity = column.identity();
      if (identity != null) {
        edit.removeSequence(identity.sequenceId());
        edit.effect(new ChangeEffect.ForgetSequence(identity.sequenceId()));
      }
    }
    return edit.effect(new ChangeEffect.DropTableStorage(table)).build();
  }

  private static boolean hangsOn(Index index, Table table) {
    Integer interleaved = index.interleaveInTableId();
    return index.tableId() == table.id() || (interleaved != null && interleaved == table.id());
  }
}
