package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.OrderItem;
import org.ratchetdb.sqlfrontend.ast.Query;
import org.ratchetdb.sqlfrontend.ast.Select;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.function.TypePattern;

/** Query expressions: WITH, set operations, VALUES, ORDER BY and LIMIT above them. */
final class QueryBinder {
  private final BindContext context;
  private final @Nullable Scope outer;
  private final CommonTables commonTables;

  /**
   * @param outer what the query may correlate with, or null
   * @param commonTables the WITH entries of the queries around it
   */
  QueryBinder(BindContext context, @Nullable Scope outer, CommonTables commonTables) {
    this.context = context;
    this.outer = outer;
    this.commonTables = commonTables;
  }

  /** The query of a whole statement. */
  BoundRelation bindTop(Query query) {
    return bind(query, true);
  }

  /** A query inside another one. */
  BoundRelation bindNested(Query query) {
    if (!query.with().isEmpty() && !context.postgres) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT, "WITH is not supported in a subquery", query.begin());
    }
    context.countQuery(query.begin());
    return bind(query, true);
  }

  /** The query of a WITH entry or of INSERT; its outputs may be left untyped. */
  BoundRelation bindUnsettled(Query query) {
    context.countQuery(query.begin());
    return bind(query, false);
  }

  private BoundRelation bind(Query query, boolean settle) {
    if (query.recursive() && !query.with().isEmpty()) {
      throw context.errors.notSupported("WITH RECURSIVE", query.begin());
    }
    checkWith(query);
    if (query.withTies()) {
      throw context.errors.notSupported("FETCH FIRST ... WITH TIES", query.begin());
    }
    CommonTables visible = commonTables.with(query.with());
    QueryBinder inner = query.with().isEmpty() ? this : new QueryBinder(context, outer, visible);
    boolean forUpdate = forUpdate(query);
    if (query.body() instanceof Select select) {
      return new SelectBinder(context, outer, visible, forUpdate).bind(select, query, settle);
    }
    if (forUpdate && !(query.body() instanceof Query.Nested)) {
      throw context.errors.error(
          ErrorCode.NOT_SUPPORTED,
          "FOR UPDATE is not supported with set operations",
          "FOR UPDATE is not allowed with UNION/INTERSECT/EXCEPT",
          query.locking().get(0).begin());
    }
    boolean plain = query.orderBy().isEmpty() && query.limit() == null && query.offset() == null;
    BoundRelation body = inner.bindBody(query.body(), settle || !plain);
    body = inner.sort(body, query.orderBy());
    return inner.limit(body, query);
  }

  private void checkWith(Query query) {
    for (int i = 0; i < query.with().size(); i++) {
      for (int j = 0; j < i; j++) {
        if (context.sameName(
            query.with().get(i).name().name(), query.with().get(j).name().name())) {
          throw context.errors.error(
              ErrorCode.DUPLICATE_ALIAS,
              "Duplicate alias " + query.with().get(i).name() + " for WITH subquery",
              "WITH query name \"" + query.with().get(i).name() + "\" specified more than once",
              query.with().get(i).begin());
        }
      }
    }
  }

  private boolean forUpdate(Query query) {
    if (query.locking().isEmpty()) {
      return false;
    }
    for (Query.Locking locking : query.locking()) {
      if (locking.strength() != Query.LockStrength.UPDATE) {
        throw context.errors.notSupported(
            "FOR " + locking.strength().name().replace('_', ' '), locking.begin());
      }
      if (!locking.of().isEmpty()) {
        throw context.errors.notSupported("FOR UPDATE OF", locking.begin());
      }
      if (locking.onWait() != Query.LockWait.BLOCK) {
        throw context.errors.notSupported(
            "FOR UPDATE " + locking.onWait().name().replace('_', ' '), locking.begin());
      }
    }
    return true;
  }

  private BoundRelation bindBody(Query.Body body, boolean settle) {
    if (body instanceof Select select) {
      return new SelectBinder(context, outer, commonTables, false).bind(select, null, settle);
    }
    if (body instanceof Query.Nested nested) {
      if (!nested.query().with().isEmpty() && !context.postgres) {
        return bindNested(nested.query());
      }
      return bind(nested.query(), settle);
    }
    if (body instanceof Query.Values values) {
      return values(values);
    }
    return setOperation((Query.SetOperation) body);
  }

  /** VALUES as a table. */
  private BoundRelation values(Query.Values values) {
    ExpressionBinder binder =
        new ExpressionBinder(context, outer == null ? Scope.EMPTY : outer, commonTables, "VALUES");
    int width = values.rows().get(0).values().size();
    List<List<BoundExpr>> columns = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      columns.add(new ArrayList<>());
    }
    for (Query.Row row : values.rows()) {
      if (row.values().size() != width) {
        throw context.errors.error(
            ErrorCode.SYNTAX_ERROR, "VALUES lists must all be the same length", row.begin());
      }
      for (int i = 0; i < width; i++) {
        columns.get(i).add(binder.bind(row.values().get(i)));
      }
    }
    List<BoundColumn> outputs = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      SqlType type = binder.unify(columns.get(i), "VALUES", values.begin());
      outputs.add(context.newColumn("column" + (i + 1), type));
    }
    List<List<BoundExpr>> rows = new ArrayList<>();
    for (int r = 0; r < values.rows().size(); r++) {
      List<BoundExpr> row = new ArrayList<>(width);
      for (int i = 0; i < width; i++) {
        row.add(columns.get(i).get(r));
      }
      rows.add(row);
    }
    return new BoundRelation.Values(rows, outputs);
  }

  private BoundRelation setOperation(Query.SetOperation operation) {
    context.hints.group(operation.hints());
    List<BoundRelation> inputs = new ArrayList<>();
    for (Query.Body body : operation.inputs()) {
      inputs.add(bindBody(body, false));
    }
    int width = inputs.get(0).columns().size();
    String name =
        operation.kind() + (operation.all() ? " ALL" : context.postgres ? "" : " DISTINCT");
    for (int i = 1; i < inputs.size(); i++) {
      if (inputs.get(i).columns().size() != width) {
        throw context.errors.error(
            ErrorCode.SYNTAX_ERROR,
            "Queries in "
                + name
                + " have mismatched column count; query 1 has "
                + width
                + " column"
                + (width == 1 ? "" : "s")
                + ", query "
                + (i + 1)
                + " has "
                + inputs.get(i).columns().size(),
            "each " + operation.kind() + " query must have the same number of columns",
            operation.inputs().get(i).begin());
      }
    }
    List<SqlType> types = new ArrayList<>();
    List<BoundColumn> columns = new ArrayList<>();
    for (int c = 0; c < width; c++) {
      SqlType type = commonColumnType(operation, inputs, c, name);
      types.add(type);
      columns.add(context.newColumn(inputs.get(0).columns().get(c).name(), type));
    }
    List<BoundRelation> retyped = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      retyped.add(retype(context, inputs.get(i), types, operation.inputs().get(i).begin()));
    }
    return new BoundRelation.SetOp(kind(operation), retyped, columns);
  }

  private SqlType commonColumnType(
      Query.SetOperation operation, List<BoundRelation> inputs, int column, String name) {
    List<BoundExpr> values = new ArrayList<>();
    for (BoundRelation input : inputs) {
      values.add(output(input, column));
    }
    SqlType type = context.coercer.common(values);
    if (type == null) {
      List<String> types = new ArrayList<>();
      for (BoundExpr value : values) {
        types.add(context.errors.typeName(value.type()));
      }
      throw context.errors.error(
          ErrorCode.DATATYPE_MISMATCH,
          "Column "
              + (column + 1)
              + " in "
              + name
              + " has incompatible types: "
              + String.join(", ", types),
          operation.kind()
              + " types "
              + types.get(0)
              + " and "
              + types.get(types.size() - 1)
              + " cannot be matched",
          operation.inputs().get(1).begin());
    }
    boolean rowsCompared = operation.kind() != Query.SetKind.UNION || !operation.all();
    if (rowsCompared && !TypePattern.isGroupable(type)) {
      throw context.errors.error(
          context.postgres ? ErrorCode.UNDEFINED_FUNCTION : ErrorCode.INVALID_ARGUMENT,
          "Column "
              + (column + 1)
              + " in "
              + name
              + " has type that does not support set"
              + " operation comparisons: "
              + type,
          "could not identify an equality operator for type " + TypeNames.postgres(type),
          operation.begin());
    }
    return type;
  }

  /** The expression that yields an output column where it can be seen, else the column. */
  private static BoundExpr output(BoundRelation relation, int index) {
    return relation instanceof BoundRelation.Project project
        ? project.expressions().get(index)
        : new BoundExpr.ColumnRef(relation.columns().get(index));
  }

  private static BoundRelation.SetOperation kind(Query.SetOperation operation) {
    boolean all = operation.all();
    return switch (operation.kind()) {
      case UNION ->
          all ? BoundRelation.SetOperation.UNION_ALL : BoundRelation.SetOperation.UNION_DISTINCT;
      case INTERSECT ->
          all
              ? BoundRelation.SetOperation.INTERSECT_ALL
              : BoundRelation.SetOperation.INTERSECT_DISTINCT;
      case EXCEPT ->
          all ? BoundRelation.SetOperation.EXCEPT_ALL : BoundRelation.SetOperation.EXCEPT_DISTINCT;
    };
  }

  /** The relation with its columns coerced; a projection is changed rather than covered. */
  static BoundRelation retype(
      BindContext context, BoundRelation relation, List<SqlType> types, int position) {
    boolean same = true;
    for (int i = 0; i < types.size(); i++) {
      BoundExpr output = output(relation, i);
      same &= output.type().equals(types.get(i)) && !context.coercer.isUntyped(output);
    }
    if (same) {
      return relation;
    }
    List<BoundExpr> expressions = new ArrayList<>();
    List<BoundColumn> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      expressions.add(context.coercer.coerce(output(relation, i), types.get(i), position));
      columns.add(context.newColumn(relation.columns().get(i).name(), types.get(i)));
    }
    BoundRelation input =
        relation instanceof BoundRelation.Project project ? project.input() : relation;
    return new BoundRelation.Project(input, expressions, columns);
  }

  /** ORDER BY over a set operation or VALUES: only its columns are visible. */
  private BoundRelation sort(BoundRelation body, List<OrderItem> orderBy) {
    if (orderBy.isEmpty()) {
      return body;
    }
    List<NamedColumn> names = new ArrayList<>();
    for (BoundColumn column : body.columns()) {
      names.add(new NamedColumn(column.name(), new BoundExpr.ColumnRef(column), false));
    }
    Scope scope = new Scope(outer, names, List.of(), List.of());
    ExpressionBinder binder = new ExpressionBinder(context, scope, commonTables, "ORDER BY clause");
    List<BoundRelation.SortItem> items = new ArrayList<>();
    for (OrderItem item : orderBy) {
      BoundExpr key;
      if (item.expression() instanceof Expression.IntegerLiteral ordinal) {
        int index = ordinal(context, ordinal, "ORDER BY", body.columns().size());
        key = new BoundExpr.ColumnRef(body.columns().get(index));
      } else {
        key = binder.bindSettled(item.expression());
      }
      items.add(SortItems.item(context, item, key));
    }
    return new BoundRelation.Sort(body, items);
  }

  /** An index from 0 for the ordinal of a column of the SELECT list. */
  static int ordinal(
      BindContext context, Expression.IntegerLiteral ordinal, String clause, int count) {
    java.math.BigInteger value = ordinal.value();
    if (value.signum() <= 0 || value.compareTo(java.math.BigInteger.valueOf(count)) > 0) {
      throw context.errors.error(
          ErrorCode.INVALID_COLUMN_REFERENCE,
          clause
              + " is out of range of the SELECT list: column numbers must be between 1 and "
              + count
              + ", inclusive, found "
              + value,
          clause + " position " + value + " is not in select list",
          ordinal.begin());
    }
    return value.intValueExact() - 1;
  }

  /** LIMIT and OFFSET around a relation. */
  BoundRelation limit(BoundRelation relation, Query query) {
    if (query.limit() == null && query.offset() == null) {
      return relation;
    }
    if (query.limit() == null && query.offset() != null && !context.postgres) {
      throw context.errors.error(
          ErrorCode.SYNTAX_ERROR, "OFFSET requires LIMIT", query.offset().begin());
    }
    BoundExpr count = bound(query.limit(), "LIMIT");
    BoundExpr offset = bound(query.offset(), "OFFSET");
    return count == null && offset == null
        ? relation
        : new BoundRelation.Limit(relation, offset, count);
  }

  private @Nullable BoundExpr bound(@Nullable Expression expression, String clause) {
    if (expression == null || (context.postgres && expression instanceof Expression.NullLiteral)) {
      return null;
    }
    ExpressionBinder binder =
        new ExpressionBinder(context, Scope.EMPTY, commonTables, clause + " clause");
    BoundExpr bound = binder.bindTo(expression, SqlType.INT64, clause);
    if (!FunctionBinder.isConstant(bound)) {
      if (bound instanceof BoundExpr.Call call
          && call.function().kernel().equals("negate")
          && FunctionBinder.isConstant(call.arguments().get(0))) {
        throw negative(clause, expression.begin());
      }
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          clause + " expects an integer literal or parameter",
          expression.begin());
    }
    if (bound instanceof BoundExpr.Literal literal) {
      if (literal.value().isNull()) {
        throw context.errors.error(
            ErrorCode.INVALID_ARGUMENT, clause + " requires a non-NULL value", expression.begin());
      }
      if (literal.value() instanceof Value.Int64 number && number.value() < 0) {
        throw negative(clause, expression.begin());
      }
    }
    return bound;
  }

  private RuntimeException negative(String clause, int position) {
    return context.errors.error(
        context.postgres ? ErrorCode.INVALID_ROW_COUNT : ErrorCode.INVALID_ARGUMENT,
        clause + " expects a non-negative integer literal or parameter",
        clause + " must not be negative",
        position);
  }
}
