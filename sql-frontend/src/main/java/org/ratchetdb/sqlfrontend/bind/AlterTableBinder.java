package org.ratchetdb.sqlfrontend.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.change.AddColumn;
import org.ratchetdb.catalog.change.AlterIdentity;
import org.ratchetdb.catalog.change.AlterTable;
import org.ratchetdb.catalog.change.DropColumn;
import org.ratchetdb.catalog.change.RedefineColumn;
import org.ratchetdb.catalog.change.RenameTables;
import org.ratchetdb.catalog.change.SchemaChange;
import org.ratchetdb.catalog.change.SetColumnDefault;
import org.ratchetdb.catalog.change.SetColumnNotNull;
import org.ratchetdb.catalog.change.SetColumnOptions;
import org.ratchetdb.catalog.change.SetColumnType;
import org.ratchetdb.catalog.change.SetInterleave;
import org.ratchetdb.catalog.change.SetOnDelete;
import org.ratchetdb.catalog.change.TableChange;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.DefaultSpec;
import org.ratchetdb.sqlfrontend.ast.AlterTableAction;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;

/** ALTER TABLE. One action a statement, but for PostgreSQL's TYPE with SET or DROP NOT NULL. */
final class AlterTableBinder {
  private final BindContext context;
  private final ColumnDefinitions columns;

  AlterTableBinder(BindContext context, ColumnDefinitions columns) {
    this.context = context;
    this.columns = columns;
  }

  SchemaChange bind(DdlStatement.AlterTable alter) {
    String name = DdlBinder.name(context, alter.name());
    List<AlterTableAction> actions = alter.actions();
    AlterTableAction action = actions.get(0);
    if (actions.size() == 2
        && action instanceof AlterTableAction.SetColumnType type
        && actions.get(1) instanceof AlterTableAction.SetNotNull notNull
        && type.column().name().equals(notNull.column().name())) {
      return new AlterTable(name, columnType(type, notNull.notNull()), alter.ifExists());
    }
    if (actions.size() > 1) {
      throw context.errors.notSupported("ALTER TABLE with several actions", actions.get(1).begin());
    }
    if (action instanceof AlterTableAction.Rename rename) {
      if (rename.synonym() != null) {
        throw context.errors.notSupported("A synonym", rename.synonym().begin());
      }
      return new RenameTables(
          List.of(new RenameTables.Rename(name, DdlBinder.name(context, rename.to()))));
    }
    // Without the table there is nothing to bind expressions against; applying says so.
    Table table = context.schema.findTable(name).filter(t -> t.name().equals(name)).orElse(null);
    return new AlterTable(name, change(action, name, table), alter.ifExists());
  }

  private TableChange change(AlterTableAction action, String name, @Nullable Table table) {
    if (action instanceof AlterTableAction.AddColumn add) {
      return new AddColumn(columns.added(name, table, add.column()), add.ifNotExists());
    }
    if (action instanceof AlterTableAction.DropColumn drop) {
      if (drop.ifExists()) {
        throw context.errors.notSupported("DROP COLUMN IF EXISTS", drop.begin());
      }
      return new DropColumn(drop.column().name());
    }
    if (action instanceof AlterTableAction.RedefineColumn redefine) {
      return new RedefineColumn(columns.added(name, table, redefine.column()));
    }
    if (action instanceof AlterTableAction.SetColumnType type) {
      return columnType(type, null);
    }
    if (action instanceof AlterTableAction.SetNotNull notNull) {
      return new SetColumnNotNull(notNull.column().name(), notNull.notNull());
    }
    if (action instanceof AlterTableAction.SetDefault set) {
      return setDefault(set, name, table);
    }
    if (action instanceof AlterTableAction.SetColumnOptions options) {
      return new SetColumnOptions(
          options.column().name(), columns.allowCommitTimestamp(options.options()));
    }
    if (action instanceof AlterTableAction.AlterIdentity identity) {
      return new AlterIdentity(
          identity.column().name(), columns.alteration(identity.settings(), identity.begin()));
    }
    if (action instanceof AlterTableAction.SetOnDelete onDelete) {
      return new SetOnDelete(DdlBinder.cascades(context, onDelete.action(), onDelete.begin()));
    }
    if (action instanceof AlterTableAction.SetInterleave interleave) {
      return new SetInterleave(DdlBinder.interleaveSpec(context, interleave.interleave()));
    }
    throw context.errors.notSupported(feature(action), action.begin());
  }

  private TableChange setDefault(
      AlterTableAction.SetDefault set, String name, @Nullable Table table) {
    String column = set.column().name();
    Column before = table == null ? null : table.findColumn(column);
    if (set.expression() == null || before == null) {
      return new SetColumnDefault(column, null);
    }
    DefaultSpec spec = columns.defaultValue(name, before.name(), before.type(), set.expression());
    return new SetColumnDefault(column, spec);
  }

  private SetColumnType columnType(
      AlterTableAction.SetColumnType action, @Nullable Boolean notNull) {
    TypeBinder.BoundType type = columns.type(action.type());
    return new SetColumnType(
        action.column().name(),
        type.type(),
        type.lengthMax(),
        columns.declaredType(action.type(), type),
        type.commitTimestamp(),
        notNull);
  }

  private String feature(AlterTableAction action) {
    if (action instanceof AlterTableAction.UnsupportedChange unsupported) {
      return unsupported.feature();
    }
    if (action instanceof AlterTableAction.AddConstraint add) {
      DdlBinder.refuseConstraint(context, add.constraint());
      return "Adding a PRIMARY KEY";
    }
    if (action instanceof AlterTableAction.DropConstraint) {
      return "DROP CONSTRAINT";
    }
    if (action instanceof AlterTableAction.SetOnUpdate) {
      return "ON UPDATE";
    }
    if (action instanceof AlterTableAction.ChangeRowDeletion) {
      return context.postgres ? "TTL" : "ROW DELETION POLICY";
    }
    if (action instanceof AlterTableAction.SetTableOptions) {
      return "SET OPTIONS of a table";
    }
    return "A synonym";
  }
}
