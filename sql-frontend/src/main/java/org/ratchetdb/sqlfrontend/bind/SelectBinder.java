package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.OrderItem;
import org.ratchetdb.sqlfrontend.ast.Query;
import org.ratchetdb.sqlfrontend.ast.Select;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.function.TypePattern;

/**
 * One SELECT block with the ORDER BY and LIMIT that apply to it.
 *
 * <pre>
 *   from → filter (WHERE) → aggregate → filter (HAVING) → project → distinct → sort → limit
 * </pre>
 *
 * Sort keys that are not in the SELECT list are projected beside it and dropped after the sort.
 */
final class SelectBinder {
  private final BindContext context;
  private final @Nullable Scope outer;
  private final CommonTables commonTables;
  private final boolean forUpdate;

  SelectBinder(
      BindContext context, @Nullable Scope outer, CommonTables commonTables, boolean forUpdate) {
    this.context = context;
    this.outer = outer;
    this.commonTables = commonTables;
    this.forUpdate = forUpdate;
  }

  /** A sort key: an output, or an expression of its own. */
  private static final class SortKey {
    final OrderItem item;
    final int output;
    @Nullable BoundExpr expression;

    SortKey(OrderItem item, int output, @Nullable BoundExpr expression) {
      this.item = item;
      this.output = output;
      this.expression = expression;
    }
  }

  /**
   * Binds the block.
   *
   * @param query holds ORDER BY and LIMIT; null when they belong to something around
   * @param settle whether outputs without a type get one
   */
  BoundRelation bind(Select select, @Nullable Query query, boolean settle) {
    refuseUnsupported(select);
    int firstColumnId = context.nextColumnId();
    FromBinder.Result from =
        new FromBinder(context, outer, commonTables, forUpdate).bind(select.from());
    int endColumnId = context.nextColumnId();
    Scope scope = new Scope(outer, from.columns(), from.variables(), List.of());
    BoundRelation relation = from.relation();
    if (select.where() != null) {
      ExpressionBinder where = new ExpressionBinder(context, scope, commonTables, "WHERE clause");
      relation =
          new BoundRelation.Filter(relation, where.bindCondition(select.where(), "WHERE clause"));
    }
    Aggregates aggregates = new Aggregates(context);
    SelectList list = new SelectList(context, select.from() != null);
    List<SelectList.Output> outputs =
        list.bind(
            select.items(),
            new ExpressionBinder(context, scope, commonTables, aggregates, "SELECT list", true));
    List<BoundExpr> keys = groupKeys(select, scope, outputs, aggregates);
    Scope aliased = context.postgres ? scope : scope.withAliases(aliases(outputs));
    BoundExpr having = having(select, aliased, aggregates);
    List<SortKey> sortKeys = sortKeys(query, scope, aliased, outputs, aggregates);
    boolean grouped = select.groupBy() != null || !aggregates.isEmpty() || having != null;
    if (grouped) {
      checkLocking(select, "GROUP BY or aggregates", "GROUP BY clause");
      List<BoundColumn> keyColumns = new ArrayList<>();
      for (BoundExpr key : keys) {
        keyColumns.add(context.newColumn(nameOf(key), key.type()));
      }
      GroupingRewriter rewriter =
          new GroupingRewriter(context, keys, keyColumns, firstColumnId, endColumnId, scope);
      relation =
          new BoundRelation.Aggregate(
              relation, keys, keyColumns, aggregates.calls(), aggregates.columns());
      outputs.replaceAll(
          o -> o.withExpression(rewriter.rewrite(o.expression(), "SELECT list", o.position())));
      if (having != null && select.having() != null) {
        relation =
            new BoundRelation.Filter(
                relation, rewriter.rewrite(having, "HAVING clause", select.having().begin()));
      }
      for (SortKey key : sortKeys) {
        if (key.expression != null) {
          key.expression = rewriter.rewrite(key.expression, "ORDER BY clause", key.item.begin());
        }
      }
    }
    boolean settled = settle || select.distinct();
    if (select.distinct()) {
      checkLocking(select, "DISTINCT", "DISTINCT clause");
    }
    return project(select, query, relation, outputs, sortKeys, settled);
  }

  private void refuseUnsupported(Select select) {
    if (select.qualify() != null) {
      throw context.errors.notSupported("QUALIFY", select.qualify().begin());
    }
    if (!select.windows().isEmpty()) {
      throw context.errors.notSupported("WINDOW", select.windows().get(0).begin());
    }
    if (!select.distinctOn().isEmpty()) {
      throw context.errors.notSupported("DISTINCT ON", select.distinctOn().get(0).begin());
    }
    if (select.as() != Select.As.ROW) {
      throw context.errors.notSupported("SELECT AS " + select.as(), select.begin());
    }
    context.hints.statement(select.hints());
  }

  private void checkLocking(Select select, String what, String postgresClause) {
    if (forUpdate) {
      throw context.errors.error(
          ErrorCode.NOT_SUPPORTED,
          "FOR UPDATE is not supported with " + what,
          "FOR UPDATE is not allowed with " + postgresClause,
          select.begin());
    }
  }

  private static String nameOf(BoundExpr expr) {
    return expr instanceof BoundExpr.ColumnRef ref ? ref.column().name() : "";
  }

  private static List<NamedColumn> aliases(List<SelectList.Output> outputs) {
    List<NamedColumn> aliases = new ArrayList<>();
    for (SelectList.Output output : outputs) {
      if (output.explicitAlias()) {
        aliases.add(new NamedColumn(output.name(), output.expression(), false));
      }
    }
    return aliases;
  }

  // GROUP BY and HAVING

  /** The grouping keys without positions of literals. */
  private List<BoundExpr> groupKeys(
      Select select, Scope scope, List<SelectList.Output> outputs, Aggregates aggregates) {
    List<BoundExpr> keys = new ArrayList<>();
    Select.GroupBy groupBy = select.groupBy();
    if (groupBy == null) {
      return keys;
    }
    if (groupBy.all()) {
      throw context.errors.notSupported("GROUP BY ALL", groupBy.begin());
    }
    context.hints.group(groupBy.hints());
    ExpressionBinder binder = new ExpressionBinder(context, scope, commonTables, "GROUP BY clause");
    for (Select.GroupItem item : groupBy.items()) {
      if (item.kind() == Select.GroupKind.EMPTY) {
        continue;
      }
      if (item.kind() != Select.GroupKind.EXPRESSION) {
        throw context.errors.notSupported(item.kind().name().replace('_', ' '), item.begin());
      }
      Expression expression = item.expressions().get(0);
      BoundExpr key = groupKey(expression, scope, outputs, aggregates, binder);
      if (!TypePattern.isGroupable(key.type())) {
        throw context.errors.error(
            context.postgres ? ErrorCode.UNDEFINED_FUNCTION : ErrorCode.INVALID_ARGUMENT,
            "Grouping by expressions of type " + key.type() + " is not allowed",
            "could not identify an equality operator for type " + TypeNames.postgres(key.type()),
            expression.begin());
      }
      BoundExpr plain = BoundRewriter.withoutPositions(key);
      if (!keys.contains(plain)) {
        keys.add(plain);
      }
    }
    return keys;
  }

  private BoundExpr groupKey(
      Expression expression,
      Scope scope,
      List<SelectList.Output> outputs,
      Aggregates aggregates,
      ExpressionBinder binder) {
    int output = -1;
    if (expression instanceof Expression.IntegerLiteral ordinal) {
      output = QueryBinder.ordinal(context, ordinal, "GROUP BY", outputs.size());
    } else if (expression instanceof Expression.Name name && name.name().parts().size() == 1) {
      boolean columnFirst = context.postgres && hasColumn(scope, name.name().last().name());
      output = columnFirst ? -1 : findOutput(outputs, name.name().last().name(), name, "GROUP BY");
    }
    if (output < 0) {
      return binder.bindSettled(expression);
    }
    BoundExpr key = outputs.get(output).expression();
    if (mentions(key, aggregates)) {
      throw context.errors.error(
          ErrorCode.GROUPING_ERROR,
          "Column "
              + (output + 1)
              + " contains an aggregation function, which is not allowed in GROUP BY",
          "aggregate functions are not allowed in GROUP BY",
          expression.begin());
    }
    return context.coercer.settle(key, expression.begin());
  }

  private boolean hasColumn(Scope scope, String name) {
    for (NamedColumn column : scope.columns()) {
      if (context.sameName(column.name(), name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean mentions(BoundExpr expr, Aggregates aggregates) {
    if (aggregates.isEmpty()) {
      return false;
    }
    boolean[] found = new boolean[1];
    BoundRewriter search =
        new BoundRewriter() {
          @Override
          protected @Nullable BoundExpr replace(BoundExpr node) {
            if (node instanceof BoundExpr.ColumnRef ref) {
              found[0] |= aggregates.owns(ref.column().id());
            }
            return null;
          }
        };
    search.rewrite(expr);
    return found[0];
  }

  private @Nullable BoundExpr having(Select select, Scope aliased, Aggregates aggregates) {
    Expression having = select.having();
    if (having == null) {
      return null;
    }
    BoundExpr condition =
        new ExpressionBinder(context, aliased, commonTables, aggregates, "HAVING clause", true)
            .bindCondition(having, "HAVING clause");
    if (!context.postgres && select.groupBy() == null && aggregates.isEmpty()) {
      throw context.errors.error(
          ErrorCode.GROUPING_ERROR,
          "The HAVING clause requires GROUP BY or aggregation to be present",
          having.begin());
    }
    return condition;
  }

  // ORDER BY

  private List<SortKey> sortKeys(
      @Nullable Query query,
      Scope scope,
      Scope aliased,
      List<SelectList.Output> outputs,
      Aggregates aggregates) {
    List<SortKey> keys = new ArrayList<>();
    if (query == null) {
      return keys;
    }
    for (OrderItem item : query.orderBy()) {
      Expression expression = item.expression();
      if (expression instanceof Expression.IntegerLiteral ordinal) {
        int output = QueryBinder.ordinal(context, ordinal, "ORDER BY", outputs.size());
        keys.add(new SortKey(item, output, null));
        continue;
      }
      if (expression instanceof Expression.Name name && name.name().parts().size() == 1) {
        int output = findOutput(outputs, name.name().last().name(), name, "ORDER BY");
        if (output >= 0) {
          keys.add(new SortKey(item, output, null));
          continue;
        }
      }
      Scope visible = context.postgres ? scope : aliased;
      BoundExpr key =
          new ExpressionBinder(context, visible, commonTables, aggregates, "ORDER BY clause", true)
              .bindSettled(expression);
      int output = sameOutput(outputs, key);
      keys.add(new SortKey(item, output, output >= 0 ? null : key));
    }
    return keys;
  }

  /** The output of that name, or -1; several that differ are an error. */
  private int findOutput(
      List<SelectList.Output> outputs, String name, Expression at, String clause) {
    int found = -1;
    for (int i = 0; i < outputs.size(); i++) {
      if (!context.sameName(outputs.get(i).name(), name)) {
        continue;
      }
      if (found >= 0 && !outputs.get(found).expression().equals(outputs.get(i).expression())) {
        throw context.errors.error(
            ErrorCode.AMBIGUOUS_COLUMN,
            "Name " + name + " in " + clause + " is ambiguous in the SELECT list",
            clause + " \"" + name + "\" is ambiguous",
            at.begin());
      }
      if (found < 0) {
        found = i;
      }
    }
    return found;
  }

  private static int sameOutput(List<SelectList.Output> outputs, BoundExpr key) {
    BoundExpr plain = BoundRewriter.withoutPositions(key);
    for (int i = 0; i < outputs.size(); i++) {
      if (outputs.get(i).expression().equals(key)) {
        return i;
      }
      boolean literalsAside =
          !plain.equals(key)
              && BoundRewriter.withoutPositions(outputs.get(i).expression()).equals(plain);
      if (literalsAside) {
        // The match rests on the values of literals, so they must not become parameters.
        outputs.set(i, outputs.get(i).withExpression(plain));
        return i;
      }
    }
    return -1;
  }

  // SELECT list, DISTINCT, ORDER BY, LIMIT

  private BoundRelation project(
      Select select,
      @Nullable Query query,
      BoundRelation input,
      List<SelectList.Output> outputs,
      List<SortKey> sortKeys,
      boolean settled) {
    List<BoundExpr> expressions = new ArrayList<>(outputs.size() + sortKeys.size());
    List<BoundColumn> columns = new ArrayList<>(outputs.size() + sortKeys.size());
    for (SelectList.Output output : outputs) {
      BoundExpr expr = output.expression();
      if (settled) {
        expr = settleOutput(expr, output.position());
      }
      expressions.add(expr);
      columns.add(context.newColumn(output.name(), expr.type()));
    }
    List<BoundRelation.SortItem> items = new ArrayList<>(sortKeys.size());
    for (SortKey key : sortKeys) {
      int index = key.output;
      if (key.expression != null) {
        index = expressions.size();
        expressions.add(key.expression);
        columns.add(context.newColumn("", key.expression.type()));
      }
      items.add(SortItems.item(context, key.item, new BoundExpr.ColumnRef(columns.get(index))));
    }
    boolean extras = expressions.size() > outputs.size();
    BoundRelation relation = new BoundRelation.Project(input, expressions, columns);
    if (select.distinct()) {
      if (extras) {
        throw notInDistinct(sortKeys);
      }
      List<BoundColumn> distinct = new ArrayList<>();
      relation = distinct(relation, outputs, distinct);
      for (int i = 0; i < items.size(); i++) {
        BoundRelation.SortItem item = items.get(i);
        items.set(
            i,
            new BoundRelation.SortItem(
                new BoundExpr.ColumnRef(distinct.get(sortKeys.get(i).output)),
                item.descending(),
                item.nullsFirst()));
      }
    }
    if (!items.isEmpty()) {
      relation = new BoundRelation.Sort(relation, items);
    }
    if (query != null) {
      relation = new QueryBinder(context, outer, commonTables).limit(relation, query);
    }
    return extras ? firstColumns(relation, outputs.size()) : relation;
  }

  /** In PostgreSQL an output that nothing has typed is text. */
  private BoundExpr settleOutput(BoundExpr expr, int position) {
    return context.postgres && context.coercer.isUntyped(expr)
        ? context.coercer.coerce(expr, SqlType.STRING, position)
        : context.coercer.settle(expr, position);
  }

  private RuntimeException notInDistinct(List<SortKey> sortKeys) {
    int position = -1;
    for (SortKey key : sortKeys) {
      if (key.expression != null) {
        position = key.item.begin();
      }
    }
    return context.errors.error(
        ErrorCode.INVALID_COLUMN_REFERENCE,
        "ORDER BY clause expression references a column which is not visible after SELECT DISTINCT",
        "for SELECT DISTINCT, ORDER BY expressions must appear in select list",
        position);
  }

  private BoundRelation distinct(
      BoundRelation relation, List<SelectList.Output> outputs, List<BoundColumn> distinct) {
    List<BoundExpr> keys = new ArrayList<>();
    for (int i = 0; i < relation.columns().size(); i++) {
      BoundColumn column = relation.columns().get(i);
      if (!TypePattern.isGroupable(column.type())) {
        throw context.errors.error(
            context.postgres ? ErrorCode.UNDEFINED_FUNCTION : ErrorCode.INVALID_ARGUMENT,
            "Column "
                + (column.name().isEmpty() ? Integer.toString(i + 1) : column.name())
                + " of type "
                + column.type()
                + " cannot be used in SELECT DISTINCT",
            "could not identify an equality operator for type " + TypeNames.postgres(column.type()),
            outputs.get(i).position());
      }
      keys.add(new BoundExpr.ColumnRef(column));
      distinct.add(context.newColumn(column.name(), column.type()));
    }
    return new BoundRelation.Aggregate(relation, keys, distinct, List.of(), List.of());
  }

  private BoundRelation firstColumns(BoundRelation relation, int count) {
    List<BoundExpr> expressions = new ArrayList<>(count);
    List<BoundColumn> columns = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      BoundColumn column = relation.columns().get(i);
      expressions.add(new BoundExpr.ColumnRef(column));
      columns.add(context.newColumn(column.name(), column.type()));
    }
    return new BoundRelation.Project(relation, expressions, columns);
  }
}
