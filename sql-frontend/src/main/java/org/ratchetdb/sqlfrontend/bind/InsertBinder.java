package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.ast.DmlStatement;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.Query;
import org.ratchetdb.sqlfrontend.ast.Select;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

/** INSERT in all its forms. */
final class InsertBinder {
  private final BindContext context;
  private final DmlStatement.Insert insert;
  private final Table table;

  InsertBinder(BindContext context, DmlStatement.Insert insert) {
    this.context = context;
    this.insert = insert;
    this.table = DmlSupport.target(context, insert.target());
  }

  BoundStatement bind() {
    DmlSupport.refuseRowCount(context, insert.assertRowsModified());
    if (insert.overriding() != null) {
      throw context.errors.notSupported("OVERRIDING", insert.begin());
    }
    context.hints.table(insert.target().hints(), table);
    List<Column> targets = targets();
    BoundRelation source = source(targets);
    List<Column> written = new ArrayList<>(targets);
    written.removeIf(Column::isGenerated);
    List<BoundColumn> rowColumns = TableRows.columns(context, table);
    BoundStatement.OnConflict onConflict = onConflict();
    List<Integer> updated =
        onConflict == BoundStatement.OnConflict.UPDATE ? updateColumns(written) : List.of();
    String action = onConflict == BoundStatement.OnConflict.UPDATE ? "INSERT_OR_UPDATE" : "INSERT";
    if (onConflict == BoundStatement.OnConflict.UPDATE
        && insert.returning() != null
        && insert.returning().withAction()) {
      throw context.errors.notSupported(
          "WITH ACTION with INSERT OR UPDATE", insert.returning().begin());
    }
    List<BoundStatement.ComputedColumn> defaults = defaults(targets);
    return new BoundStatement.Insert(
        table,
        source,
        ids(written),
        rowColumns,
        defaults,
        DmlSupport.generated(context, table, rowColumns, null),
        onConflict,
        updated,
        insert.returning() == null
            ? null
            : DmlSupport.returning(
                context,
                insert,
                DmlSupport.rowScope(context, insert.target(), table, rowColumns),
                new PendingColumns(table, rowColumns)
                    .addSource(source, written)
                    .addAll(defaults)
                    .found(),
                action),
        context.parameters.toBound(),
        context.hints.statement(insert.hints()));
  }

  private static List<Integer> ids(List<Column> columns) {
    List<Integer> ids = new ArrayList<>(columns.size());
    for (Column column : columns) {
      ids.add(column.id());
    }
    return ids;
  }

  // Target columns

  private List<Column> targets() {
    if (insert.columns().isEmpty()) {
      return implicitTargets();
    }
    List<Column> targets = new ArrayList<>(insert.columns().size());
    Set<Integer> seen = new HashSet<>();
    for (Identifier name : insert.columns()) {
      Column column = DmlSupport.column(context, table, name);
      if (!seen.add(column.id())) {
        throw context.errors.error(
            ErrorCode.DUPLICATE_COLUMN_REFERENCE,
            "INSERT has columns with duplicate name: " + name.name(),
            "column \"" + name.name() + "\" specified more than once",
            name.begin());
      }
      targets.add(column);
    }
    return targets;
  }

  /** PostgreSQL: the visible columns, as many as there are values. */
  private List<Column> implicitTargets() {
    if (insert.source() == null) {
      return List.of();
    }
    if (!context.postgres) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "INSERT must specify a list of columns",
          insert.target().end());
    }
    List<Column> visible = new ArrayList<>();
    for (Column column : table.columns()) {
      if (!column.hidden()) {
        visible.add(column);
      }
    }
    if (insert.source().body() instanceof Query.Values values) {
      int width = values.rows().get(0).values().size();
      return width < visible.size() ? visible.subList(0, width) : visible;
    }
    return visible;
  }

  // Source rows

  private BoundRelation source(List<Column> targets) {
    Query query = insert.source();
    if (query == null) {
      return new BoundRelation.Values(List.of(List.of()), List.of());
    }
    if (!query.with().isEmpty() && !context.postgres) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT, "WITH is not supported in DML", query.begin());
    }
    boolean plainValues =
        query.body() instanceof Query.Values
            && query.orderBy().isEmpty()
            && query.limit() == null
            && query.offset() == null
            && query.with().isEmpty();
    return plainValues ? values((Query.Values) query.body(), targets) : select(query, targets);
  }

  private BoundRelation values(Query.Values values, List<Column> targets) {
    ExpressionBinder binder =
        new ExpressionBinder(context, Scope.EMPTY, CommonTables.NONE, "VALUES");
    List<List<BoundExpr>> rows = new ArrayList<>(values.rows().size());
    for (Query.Row row : values.rows()) {
      checkCount(row.values().size(), targets.size(), row);
      List<BoundExpr> bound = new ArrayList<>(targets.size());
      for (int i = 0; i < targets.size(); i++) {
        Column column = targets.get(i);
        Expression value = row.values().get(i);
        Assignments.checkWritable(context, table, column, value, value.begin());
        if (!column.isGenerated()) {
          bound.add(Assignments.value(binder, value, column, true));
        }
      }
      rows.add(bound);
    }
    List<BoundColumn> columns = new ArrayList<>(targets.size());
    for (Column column : targets) {
      if (!column.isGenerated()) {
        columns.add(context.newColumn(column.name(), column.type()));
      }
    }
    return new BoundRelation.Values(rows, columns);
  }

  private void checkCount(int values, int columns, Query.Row row) {
    if (values == columns) {
      return;
    }
    int at =
        context.postgres && values > columns
            ? row.values().get(columns).begin()
            : context.postgres && columns > values && values < insert.columns().size()
                ? insert.columns().get(values).begin()
                : row.begin();
    throw countMismatch(values, columns, at);
  }

  private RuntimeException countMismatch(int values, int columns, int position) {
    return context.errors.error(
        ErrorCode.SYNTAX_ERROR,
        "Inserted row has wrong column count; Has " + values + ", expected " + columns,
        values > columns
            ? "INSERT has more expressions than target columns"
            : "INSERT has more target columns than expressions",
        position);
  }

  private BoundRelation select(Query query, List<Column> targets) {
    for (Column column : targets) {
      Assignments.checkWritable(context, table, column, null, insert.begin());
    }
    if (query.body() instanceof Select select && !select.distinct()) {
      // Its items are what is stored, nothing compares them or computes with them.
      for (Select.Item item : select.items()) {
        if (item instanceof Select.ExpressionItem stored) {
          context.stored.add(stored.expression());
        }
      }
    }
    BoundRelation rows = new QueryBinder(context, null, CommonTables.NONE).bindUnsettled(query);
    int count = rows.columns().size();
    boolean fewer = context.postgres && insert.columns().isEmpty() && count < targets.size();
    if (count != targets.size() && !fewer) {
      throw countMismatch(count, targets.size(), query.begin());
    }
    boolean visible = rows instanceof BoundRelation.Project;
    boolean same = true;
    List<BoundExpr> expressions = new ArrayList<>();
    List<BoundColumn> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BoundExpr output =
          visible
              ? ((BoundRelation.Project) rows).expressions().get(i)
              : new BoundExpr.ColumnRef(rows.columns().get(i));
      BoundExpr value =
          Assignments.coerce(
              context,
              output,
              targets.get(i).name(),
              targets.get(i).type(),
              query.body().begin(),
              true);
      same &= value.equals(output);
      expressions.add(value);
      columns.add(context.newColumn(targets.get(i).name(), targets.get(i).type()));
    }
    if (same) {
      return rows;
    }
    return new BoundRelation.Project(
        visible ? ((BoundRelation.Project) rows).input() : rows, expressions, columns);
  }

  /** Values of the columns that the statement does not name. */
  private List<BoundStatement.ComputedColumn> defaults(List<Column> targets) {
    List<BoundStatement.ComputedColumn> defaults = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      if (column.identity() == null && column.defaultSql() == null) {
        continue;
      }
      if (!targets.contains(column)) {
        BoundExpr value = StoredExpressions.defaultValue(context, column);
        if (value != null) {
          defaults.add(new BoundStatement.ComputedColumn(column.id(), value));
        }
      }
    }
    return defaults;
  }

  // Conflicts

  private BoundStatement.OnConflict onConflict() {
    DmlStatement.OnConflict conflict = insert.onConflict();
    if (conflict == null) {
      return switch (insert.mode()) {
        case INSERT -> BoundStatement.OnConflict.FAIL;
        case OR_IGNORE -> BoundStatement.OnConflict.IGNORE;
        case OR_UPDATE -> BoundStatement.OnConflict.UPDATE;
      };
    }
    if (insert.mode() != DmlStatement.InsertMode.INSERT) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "ON CONFLICT cannot be combined with INSERT OR " + insert.mode().name().substring(3),
          conflict.begin());
    }
    if (conflict.constraint() != null) {
      throw context.errors.notSupported("ON CONFLICT ON CONSTRAINT", conflict.begin());
    }
    if (conflict.targetWhere() != null || conflict.where() != null) {
      throw context.errors.notSupported("ON CONFLICT with WHERE", conflict.begin());
    }
    if (conflict.columns().isEmpty()) {
      if (conflict.doUpdate()) {
        throw context.errors.error(
            ErrorCode.SYNTAX_ERROR,
            "ON CONFLICT DO UPDATE requires a conflict target",
            "ON CONFLICT DO UPDATE requires inference specification or constraint name",
            conflict.begin());
      }
      return BoundStatement.OnConflict.IGNORE;
    }
    checkTarget(conflict);
    return conflict.doUpdate()
        ? BoundStatement.OnConflict.UPDATE
        : BoundStatement.OnConflict.IGNORE;
  }

  /** The target must be the primary key, in any order. */
  private void checkTarget(DmlStatement.OnConflict conflict) {
    Set<Integer> named = new HashSet<>();
    for (Identifier name : conflict.columns()) {
      named.add(DmlSupport.column(context, table, name).id());
    }
    Set<Integer> key = new HashSet<>();
    for (KeyPart part : table.primaryKey()) {
      key.add(part.columnId());
    }
    if (named.equals(key)) {
      return;
    }
    boolean uniqueIndex =
        context.schema.indexesOf(table.id()).stream()
            .anyMatch(
                index ->
                    index.unique()
                        && index.keyParts().size() == named.size()
                        && index.keyParts().stream()
                            .allMatch(part -> named.contains(part.columnId())));
    if (uniqueIndex) {
      throw context.errors.notSupported("ON CONFLICT on a unique index", conflict.begin());
    }
    throw context.errors.error(
        context.postgres ? ErrorCode.INVALID_COLUMN_REFERENCE : ErrorCode.FAILED_PRECONDITION,
        "There is no unique constraint matching the ON CONFLICT specification",
        "there is no unique or exclusion constraint matching the ON CONFLICT specification",
        conflict.begin());
  }

  private List<Integer> updateColumns(List<Column> written) {
    DmlStatement.OnConflict conflict = insert.onConflict();
    List<Integer> ids = new ArrayList<>();
    if (conflict == null) {
      for (Column column : written) {
        if (!table.isKeyColumn(column.id())) {
          ids.add(column.id());
        }
      }
      return ids;
    }
    for (DmlStatement.Assignment assignment : conflict.assignments()) {
      Column column = excludedColumn(assignment);
      if (ids.contains(column.id())) {
        throw multipleAssignments(context, column, assignment.begin());
      }
      if (!written.contains(column)) {
        throw context.errors.notSupported(
            "ON CONFLICT DO UPDATE of a column that INSERT does not list", assignment.begin());
      }
      // A key column that conflicted has the value already.
      if (!table.isKeyColumn(column.id())) {
        ids.add(column.id());
      }
    }
    return ids;
  }

  /** The column of {@code c = excluded.c}. */
  private Column excludedColumn(DmlStatement.Assignment assignment) {
    Identifier target = onlyTarget(context, assignment);
    Column column = DmlSupport.column(context, table, target);
    boolean excluded =
        assignment.value() instanceof Expression.Name name
            && name.name().parts().size() == 2
            && name.name().parts().get(0).name().equalsIgnoreCase("excluded")
            && context.sameName(name.name().last().name(), column.name());
    if (!excluded) {
      throw context.errors.notSupported(
          "ON CONFLICT DO UPDATE with a value other than excluded." + column.name(),
          assignment.value().begin());
    }
    return column;
  }

  /** The one column that an assignment names. */
  static Identifier onlyTarget(BindContext context, DmlStatement.Assignment assignment) {
    if (assignment.targets().size() != 1) {
      throw context.errors.notSupported("An assignment to several columns", assignment.begin());
    }
    return assignment.targets().get(0).last();
  }

  static RuntimeException multipleAssignments(BindContext context, Column column, int position) {
    return context.errors.error(
        ErrorCode.SYNTAX_ERROR,
        "Update item " + column.name() + " assigned more than once",
        "multiple assignments to same column \"" + column.name() + "\"",
        position);
  }
}
