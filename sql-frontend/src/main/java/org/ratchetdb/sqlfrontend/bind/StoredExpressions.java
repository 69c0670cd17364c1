package org.ratchetdb.sqlfrontend.bind;

import com.google.common.collect.MapMaker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.SqlParser;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;

/**
 * Expressions whose texts the schema holds: defaults and generated columns. They were found valid
 * when they were declared.
 */
final class StoredExpressions {
  /**
   * Syntax trees by the identity of the column, which the schema shares between statements. Reading
   * the text is most of the work.
   */
  private static final Map<Column, Expression> PARSED = new MapMaker().weakKeys().makeMap();

  private StoredExpressions() {}

  private static Expression parse(BindContext context, Column column, String sql) {
    return PARSED.computeIfAbsent(
        column,
        c ->
            SqlParser.forDialect(
                    context.postgres ? Dialect.POSTGRESQL : Dialect.GOOGLE_STANDARD_SQL)
                .parseExpression(sql));
  }

  /** What an INSERT that leaves the column out stores there, or null for NULL. */
  static @Nullable BoundExpr defaultValue(BindContext context, Column column) {
    if (column.identity() != null) {
      return new BoundExpr.NextSequenceValue(column.identity().sequenceId());
    }
    if (column.defaultSql() == null) {
      return null;
    }
    return defaultValue(context, column, parse(context, column, column.defaultSql()));
  }

  private static BoundExpr defaultValue(BindContext context, Column column, Expression expression) {
    if (FunctionBinder.isPendingCommitTimestamp(expression, context.postgres)) {
      return new BoundExpr.PendingCommitTimestamp();
    }
    ExpressionBinder binder =
        new ExpressionBinder(
            context, Scope.EMPTY, CommonTables.NONE, null, "DEFAULT expression", false);
    return Assignments.coerce(
        context, binder.bind(expression), column.name(), column.type(), -1, true);
  }

  /**
   * The value of a generated column.
   *
   * @param names the row
   */
  static BoundExpr generated(BindContext context, Column column, List<NamedColumn> names) {
    Expression expression = parse(context, column, Objects.requireNonNull(column.generatedSql()));
    Scope scope = new Scope(null, names, List.of(), List.of());
    ExpressionBinder binder =
        new ExpressionBinder(context, scope, CommonTables.NONE, null, "generated column", false);
    return Assignments.coerce(
        context, binder.bind(expression), column.name(), column.type(), -1, true);
  }

  /** Generated columns of a kind, each after those that it reads. */
  static List<Column> inOrder(Table table, Predicate<Column> which) {
    List<Column> ordered = new ArrayList<>();
    for (Column column : table.columns()) {
      if (column.isGenerated()) {
        add(table, column, ordered);
      }
    }
    ordered.removeIf(column -> !which.test(column));
    return ordered;
  }

  private static void add(Table table, Column column, List<Column> ordered) {
    if (ordered.contains(column)) {
      return;
    }
    for (int id : column.generatedFrom()) {
      Column read = table.column(id);
      if (read.isGenerated() && read.id() != column.id()) {
        add(table, read, ordered);
      }
    }
    ordered.add(column);
  }
}
