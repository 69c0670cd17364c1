package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.change.AlterSequence;
import org.ratchetdb.catalog.change.CreateIndex;
import org.ratchetdb.catalog.change.CreateSequence;
import org.ratchetdb.catalog.change.CreateTable;
import org.ratchetdb.catalog.change.DropIndex;
import org.ratchetdb.catalog.change.DropSequence;
import org.ratchetdb.catalog.change.DropTable;
import org.ratchetdb.catalog.change.RenameTables;
import org.ratchetdb.catalog.change.SchemaChange;
import org.ratchetdb.catalog.change.SetDatabaseOptions;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.IndexSpec;
import org.ratchetdb.catalog.spec.InterleaveSpec;
import org.ratchetdb.catalog.spec.KeyPartSpec;
import org.ratchetdb.catalog.spec.TableSpec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.TableElement;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;

/**
 * DDL statements to changes of the schema. Expressions of defaults and generated columns are bound
 * here, so that the schema holds only texts that mean something; all else that the schema must
 * agree to is checked when the change is applied. Stateless; callable from any thread.
 */
public final class DdlBinder {
  private final BindContext context;
  private final ColumnDefinitions columns;

  private DdlBinder(BindContext context, String sql) {
    this.context = context;
    this.columns = new ColumnDefinitions(context, sql);
  }

  /**
   * The change that a statement asks for.
   *
   * @param statement any but CREATE DATABASE, DROP DATABASE and ANALYZE, which are no changes of a
   *     schema
   * @param sql the text that the statement was read from
   * @param schema the schema that the change will be applied to
   */
  public static SchemaChange bind(DdlStatement statement, String sql, Schema schema) {
    String zone = schema.options().getOrDefault("default_time_zone", "America/Los_Angeles");
    BindOptions options = new BindOptions(List.of(), zone, SystemTables.NONE);
    return new DdlBinder(new BindContext(sql, schema, options), sql).bind(statement);
  }

  /** The table that an ANALYZE is about, or null for all. */
  public static @Nullable Table analyzedTable(
      DdlStatement.Analyze analyze, String sql, Schema schema) {
    QualifiedName name = analyze.table();
    if (name == null) {
      return null;
    }
    BindOptions options = new BindOptions(List.of(), "UTC", SystemTables.NONE);
    BindContext context = new BindContext(sql, schema, options);
    Table table = context.findTable(name.text());
    if (table == null) {
      throw context.errors.tableNotFound(name.text(), name.begin());
    }
    return table;
  }

  private SchemaChange bind(DdlStatement statement) {
    if (statement instanceof DdlStatement.CreateTable create) {
      return createTable(create);
    }
    if (statement instanceof DdlStatement.AlterTable alter) {
      return new AlterTableBinder(context, columns).bind(alter);
    }
    if (statement instanceof DdlStatement.CreateIndex create) {
      return createIndex(create);
    }
    if (statement instanceof DdlStatement.Drop drop) {
      return drop(drop);
    }
    if (statement instanceof DdlStatement.CreateSequence create) {
      return new CreateSequence(
          name(context, create.name()), columns.sequence(create.settings()), create.ifNotExists());
    }
    if (statement instanceof DdlStatement.AlterSequence alter) {
      return new AlterSequence(
          name(context, alter.name()),
          columns.alteration(alter.settings(), alter.begin()),
          alter.ifExists());
    }
    if (statement instanceof DdlStatement.RenameTables rename) {
      List<RenameTables.Rename> renames = new ArrayList<>();
      for (DdlStatement.TableRename one : rename.renames()) {
        renames.add(new RenameTables.Rename(name(context, one.from()), name(context, one.to())));
      }
      return new RenameTables(renames);
    }
    if (statement instanceof DdlStatement.AlterDatabase alter) {
      return alterDatabase(alter);
    }
    if (statement instanceof DdlStatement.AlterIndex alter) {
      throw context.errors.notSupported("ALTER INDEX", alter.begin());
    }
    if (statement instanceof DdlStatement.CreateSchema create) {
      throw context.errors.notSupported("CREATE SCHEMA", create.begin());
    }
    throw context.errors.notSupported("This statement here", statement.begin());
  }

  /** An object's name; {@code public} is the schema of those without one. */
  static String name(BindContext context, QualifiedName name) {
    String text = name.text();
    return context.postgres && text.startsWith("public.") ? text.substring(7) : text;
  }

  private SchemaChange createTable(DdlStatement.CreateTable create) {
    if (create.unsupported() != null) {
      throw context.errors.notSupported(create.unsupported(), create.begin());
    }
    if (create.synonym() != null) {
      throw context.errors.notSupported("A synonym", create.synonym().begin());
    }
    if (create.rowDeletion() != null) {
      throw context.errors.notSupported(
          context.postgres ? "TTL" : "ROW DELETION POLICY", create.rowDeletion().begin());
    }
    if (!create.options().isEmpty()) {
      throw context.errors.notSupported(
          "Table option " + create.options().get(0).name(), create.options().get(0).begin());
    }
    for (TableElement.Constraint constraint : create.constraints()) {
      refuseConstraint(context, constraint);
    }
    String table = name(context, create.name());
    List<ColumnSpec> specs = columns.all(table, create.columns());
    return new CreateTable(
        new TableSpec(table, specs, primaryKey(table, create), interleave(create.interleave())),
        create.ifNotExists());
  }

  /** Refuses what is no PRIMARY KEY. */
  static void refuseConstraint(BindContext context, TableElement.Constraint constraint) {
    if (constraint instanceof TableElement.PrimaryKey) {
      return;
    }
    if (constraint instanceof TableElement.Unique) {
      throw new DbException(
              ErrorCode.NOT_SUPPORTED,
              "<UNIQUE> constraint is not supported, create a unique index instead.")
          .at(constraint.begin());
    }
    throw context.errors.notSupported(
        constraint instanceof TableElement.Check ? "A CHECK constraint" : "A FOREIGN KEY",
        constraint.begin());
  }

  private @Nullable List<KeyPartSpec> primaryKey(String table, DdlStatement.CreateTable create) {
    List<TableElement.PrimaryKey> keys = create.primaryKeys();
    if (keys.isEmpty()) {
      return null;
    }
    if (keys.size() > 1) {
      throw context.errors.error(
          context.postgres ? ErrorCode.INVALID_SCHEMA : ErrorCode.INVALID_ARGUMENT,
          "Table " + table + " has more than one primary key",
          "multiple primary keys for table \"" + table + "\" are not allowed",
          keys.get(1).begin());
    }
    return keyParts(keys.get(0).parts());
  }

  private static List<KeyPartSpec> keyParts(List<TableElement.KeyPart> parts) {
    List<KeyPartSpec> specs = new ArrayList<>();
    for (TableElement.KeyPart part : parts) {
      specs.add(new KeyPartSpec(part.column().name(), part.descending(), part.nullsFirst()));
    }
    return specs;
  }

  private @Nullable InterleaveSpec interleave(TableElement.@Nullable Interleave interleave) {
    return interleave == null ? null : interleaveSpec(context, interleave);
  }

  static InterleaveSpec interleaveSpec(BindContext context, TableElement.Interleave interleave) {
    TableElement.ReferentialAction onDelete = interleave.onDelete();
    return new InterleaveSpec(
        name(context, interleave.table()),
        interleave.parent(),
        onDelete == null ? null : cascades(context, onDelete, interleave.begin()));
  }

  static boolean cascades(
      BindContext context, TableElement.ReferentialAction action, int position) {
    return switch (action) {
      case CASCADE -> true;
      case NO_ACTION -> false;
      case RESTRICT, SET_NULL, SET_DEFAULT ->
          throw context.errors.notSupported(
              "ON DELETE " + action.name().replace('_', ' '), position);
    };
  }

  private SchemaChange createIndex(DdlStatement.CreateIndex create) {
    if (create.unsupported() != null) {
      throw context.errors.notSupported(create.unsupported(), create.begin());
    }
    if (create.name() == null) {
      throw context.errors.notSupported("An index without a name", create.begin());
    }
    if (!create.options().isEmpty()) {
      throw context.errors.notSupported(
          "Index option " + create.options().get(0).name(), create.options().get(0).begin());
    }
    Optional<List<Identifier>> notNull = create.notNullColumns();
    if (notNull.isEmpty()) {
      throw context.errors.notSupported(
          "An index with a condition other than IS NOT NULL of columns",
          create.where() == null ? create.begin() : create.where().begin());
    }
    QualifiedName interleaveIn = create.interleaveIn();
    return new CreateIndex(
        new IndexSpec(
            name(context, create.name()),
            name(context, create.table()),
            keyParts(create.parts()),
            names(create.stored()),
            create.unique(),
            create.nullFiltered(),
            names(notNull.get()),
            interleaveIn == null ? null : name(context, interleaveIn)),
        create.ifNotExists());
  }

  private static List<String> names(List<Identifier> identifiers) {
    List<String> names = new ArrayList<>();
    for (Identifier identifier : identifiers) {
      names.add(identifier.name());
    }
    return names;
  }

  private SchemaChange drop(DdlStatement.Drop drop) {
    if (drop.cascade()) {
      throw context.errors.notSupported("DROP ... CASCADE", drop.begin());
    }
    String name = name(context, drop.name());
    return switch (drop.type()) {
      case TABLE -> new DropTable(name, drop.ifExists());
      case INDEX -> new DropIndex(name, drop.ifExists());
      case SEQUENCE -> new DropSequence(name, drop.ifExists());
      case SCHEMA, VIEW -> throw context.errors.notSupported("DROP " + drop.type(), drop.begin());
    };
  }

  private SchemaChange alterDatabase(DdlStatement.AlterDatabase alter) {
    List<SetDatabaseOptions.Setting> settings = new ArrayList<>();
    for (TableElement.Option option : alter.options()) {
      String name = option.name();
      if (context.postgres && name.startsWith("spanner.")) {
        name = name.substring("spanner.".length());
      }
      settings.add(new SetDatabaseOptions.Setting(name, constant(option.value())));
    }
    return new SetDatabaseOptions(settings);
  }

  /** The value of a literal; null for NULL. */
  private @Nullable Value constant(Expression expression) {
    BoundExpr bound =
        new ExpressionBinder(context, Scope.EMPTY, CommonTables.NONE, "OPTIONS").bind(expression);
    if (bound instanceof BoundExpr.Literal literal) {
      return literal.value().isNull() ? null : literal.value();
    }
    throw context.errors.error(
        ErrorCode.INVALID_ARGUMENT, "An option takes a literal", expression.begin());
  }
}
