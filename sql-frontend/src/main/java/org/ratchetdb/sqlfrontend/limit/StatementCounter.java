package org.ratchetdb.sqlfrontend.limit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.ast.DmlStatement;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FromItem;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.ast.OrderItem;
import org.ratchetdb.sqlfrontend.ast.Query;
import org.ratchetdb.sqlfrontend.ast.Select;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.ast.Subquery;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.ast.UnaryOperator;
import org.ratchetdb.sqlfrontend.ast.WindowSpec;

/** Walks over one statement and counts; fails at the first thing of which there is too much. */
final class StatementCounter {
  private final boolean limitsJoinsAndParameters;

  private int joins;
  private int functions;
  private int parameters;

  // How deep the node at hand lies.
  private int nestedFunctions;
  private int nestedGroupings;
  private int nestedSubqueries;
  private int nestedSelects;
  private int nestedStructs;

  /** Subqueries in the expressions of the innermost SELECT. */
  private int subqueriesOfSelect;

  StatementCounter(Dialect dialect) {
    this.limitsJoinsAndParameters = dialect == Dialect.GOOGLE_STANDARD_SQL;
  }

  // Statements

  void select(Statement.Select statement) {
    query(statement.query());
  }

  void dml(DmlStatement statement) {
    if (statement instanceof DmlStatement.Insert insert) {
      if (insert.source() != null) {
        query(insert.source());
      }
      if (insert.onConflict() != null) {
        assignments(insert.onConflict().assignments());
        expression(insert.onConflict().targetWhere());
        expression(insert.onConflict().where());
      }
      expression(insert.assertRowsModified());
    } else if (statement instanceof DmlStatement.Update update) {
      assignments(update.assignments());
      from(update.from());
      expression(update.where());
      expression(update.assertRowsModified());
    } else if (statement instanceof DmlStatement.Delete delete) {
      from(delete.using());
      expression(delete.where());
      expression(delete.assertRowsModified());
    }
    if (statement.returning() != null) {
      items(statement.returning().items());
    }
  }

  private void assignments(List<DmlStatement.Assignment> assignments) {
    for (DmlStatement.Assignment assignment : assignments) {
      expression(assignment.value());
    }
  }

  // Queries

  private void query(Query query) {
    for (Query.CommonTable table : query.with()) {
      query(table.query());
    }
    body(query.body());
    order(query.orderBy());
    expression(query.limit());
    expression(query.offset());
  }

  private void body(Query.Body body) {
    if (body instanceof Select select) {
      select(select);
    } else if (body instanceof Query.SetOperation operation) {
      StatementLimits.require(
          operation.inputs().size() <= StatementLimits.UNIONS_MAX,
          "Number of UNION operations",
          StatementLimits.UNIONS_MAX);
      operation.inputs().forEach(this::body);
    } else if (body instanceof Query.Values values) {
      for (Query.Row row : values.rows()) {
        expressions(row.values());
      }
    } else if (body instanceof Query.Nested nested) {
      query(nested.query());
    }
  }

  private void select(Select select) {
    StatementLimits.require(
        ++nestedSelects <= StatementLimits.NESTED_SELECTS_MAX,
        "Number of nested subselects",
        StatementLimits.NESTED_SELECTS_MAX);
    Select.GroupBy groupBy = select.groupBy();
    if (groupBy != null) {
      StatementLimits.require(
          ++nestedGroupings <= StatementLimits.NESTED_GROUPINGS_MAX,
          "Number of nested aggregations",
          StatementLimits.NESTED_GROUPINGS_MAX);
    }
    int subqueriesAround = subqueriesOfSelect;
    int functionsAround = nestedFunctions;
    subqueriesOfSelect = 0;
    nestedFunctions = 0;
    from(select.from());
    expressions(select.distinctOn());
    items(select.items());
    expression(select.where());
    if (groupBy != null) {
      StatementLimits.require(
          groups(groupBy.items()) <= StatementLimits.GROUPING_COLUMNS_MAX,
          "Number of grouping columns",
          StatementLimits.GROUPING_COLUMNS_MAX);
      nestedGroupings--;
    }
    expression(select.having());
    expression(select.qualify());
    select.windows().forEach(window -> window(window.spec()));
    nestedFunctions = functionsAround;
    subqueriesOfSelect = subqueriesAround;
    nestedSelects--;
  }

  private int groups(List<Select.GroupItem> items) {
    int count = 0;
    for (Select.GroupItem item : items) {
      expressions(item.expressions());
      count += item.expressions().size() + groups(item.sets());
    }
    return count;
  }

  private void items(List<Select.Item> items) {
    for (Select.Item item : items) {
      if (item instanceof Select.ExpressionItem single) {
        expression(single.expression());
      } else if (item instanceof Select.StarItem star) {
        expression(star.qualifier());
        star.replace().forEach(replacement -> expression(replacement.expression()));
      }
    }
  }

  private void order(List<OrderItem> items) {
    for (OrderItem item : items) {
      expression(item.expression());
      expression(item.collation());
    }
  }

  private void window(@Nullable WindowSpec window) {
    if (window != null) {
      expressions(window.partitionBy());
      order(window.orderBy());
    }
  }

  private void from(@Nullable FromItem item) {
    if (item instanceof FromItem.Join join) {
      from(join.left());
      from(join.right());
      expression(join.on());
      if (!isArray(join.right())) {
        joins++;
        StatementLimits.require(
            joins <= StatementLimits.JOINS_MAX || !limitsJoinsAndParameters,
            "Number of joins",
            StatementLimits.JOINS_MAX);
      }
    } else if (item instanceof FromItem.Derived derived) {
      query(derived.query());
    } else if (item instanceof FromItem.Unnest unnest) {
      expressions(unnest.arrays());
    } else if (item instanceof FromItem.TableFunction function) {
      expression(function.call());
    }
  }

  /** Whether the item yields the elements of an array rather than rows of its own. */
  private static boolean isArray(FromItem item) {
    return item instanceof FromItem.Unnest
        || (item instanceof FromItem.Table table && table.offset() != null);
  }

  // Expressions

  private void expressions(List<Expression> expressions) {
    for (int i = 0; i < expressions.size(); i++) {
      expression(expressions.get(i));
    }
  }

  private void expression(@Nullable Expression expression) {
    if (expression == null
        || expression instanceof Expression.Literal
        || expression instanceof Expression.Name) {
      return;
    }
    if (expression instanceof Expression.Parameter parameter) {
      parameter(parameter);
    } else if (expression instanceof Subquery subquery) {
      subquery(subquery.query());
    } else if (isFunction(expression)) {
      functions += isNegated(expression) ? 2 : 1;
      StatementLimits.require(
          functions <= StatementLimits.FUNCTIONS_MAX,
          "Number of functions",
          StatementLimits.FUNCTIONS_MAX);
      StatementLimits.require(
          ++nestedFunctions <= StatementLimits.NESTED_FUNCTIONS_MAX,
          "Number of nested boolean predicates",
          StatementLimits.NESTED_FUNCTIONS_MAX);
      operands(expression);
      nestedFunctions--;
    } else {
      parts(expression);
    }
  }

  private void parameter(Expression.Parameter parameter) {
    if (!parameter.system()) {
      parameters++;
      StatementLimits.require(
          parameters <= StatementLimits.PARAMETERS_MAX || !limitsJoinsAndParameters,
          "Number of parameters in query",
          StatementLimits.PARAMETERS_MAX);
    }
  }

  private void subquery(Query query) {
    StatementLimits.require(
        ++subqueriesOfSelect <= StatementLimits.SUBQUERIES_OF_SELECT_MAX,
        "Number of child subqueries",
        StatementLimits.SUBQUERIES_OF_SELECT_MAX);
    StatementLimits.require(
        ++nestedSubqueries <= StatementLimits.NESTED_SUBQUERIES_MAX,
        "Number of nested subqueries",
        StatementLimits.NESTED_SUBQUERIES_MAX);
    query(query);
    nestedSubqueries--;
  }

  /** Whether the node is a call, in Spanner's terms, of a function. */
  private static boolean isFunction(Expression expression) {
    if (expression instanceof Expression.Unary unary) {
      boolean sign =
          unary.operator() == UnaryOperator.MINUS || unary.operator() == UnaryOperator.PLUS;
      return !(sign && unary.operand() instanceof Expression.Literal);
    }
    return expression instanceof FunctionCall
        || expression instanceof Expression.Binary
        || expression instanceof Expression.Logical
        || expression instanceof Expression.Between
        || expression instanceof Expression.IsTest
        || expression instanceof Expression.IsDistinctFrom
        || expression instanceof Expression.Like
        || expression instanceof Expression.In
        || expression instanceof Expression.QuantifiedComparison
        || expression instanceof Expression.Case
        || expression instanceof Expression.Extract
        || expression instanceof Expression.AtTimeZone
        || expression instanceof Expression.Subscript
        || expression instanceof Expression.Slice;
  }

  /** The NOT of NOT IN and its like is a call of its own. */
  private static boolean isNegated(Expression expression) {
    return (expression instanceof Expression.In in && in.negated())
        || (expression instanceof Expression.Between between && between.negated())
        || (expression instanceof Expression.Like like && like.negated())
        || (expression instanceof Expression.IsTest test && test.negated())
        || (expression instanceof Expression.IsDistinctFrom distinct && distinct.negated());
  }

  /** The operands of what {@link #isFunction} takes for a function. */
  private void operands(Expression expression) {
    if (expression instanceof Expression.Unary unary) {
      expression(unary.operand());
    } else if (expression instanceof Expression.Binary binary) {
      expression(binary.left());
      expression(binary.right());
    } else if (expression instanceof Expression.Logical logical) {
      expressions(logical.operands());
    } else if (expression instanceof Expression.Between between) {
      expression(between.operand());
      expression(between.low());
      expression(between.high());
    } else if (expression instanceof Expression.IsTest test) {
      expression(test.operand());
    } else if (expression instanceof Expression.IsDistinctFrom distinct) {
      expression(distinct.left());
      expression(distinct.right());
    } else if (expression instanceof Expression.Like like) {
      expression(like.operand());
      source(like.patterns());
      expression(like.escape());
    } else if (expression instanceof Expression.In in) {
      expression(in.operand());
      inList(in.source());
      source(in.source());
    } else if (expression instanceof Expression.QuantifiedComparison comparison) {
      expression(comparison.left());
      source(comparison.source());
    } else if (expression instanceof FunctionCall call) {
      call(call);
    } else {
      otherOperands(expression);
    }
  }

  private void otherOperands(Expression expression) {
    if (expression instanceof Expression.Case cases) {
      expression(cases.operand());
      for (Expression.When when : cases.whens()) {
        expression(when.condition());
        expression(when.result());
      }
      expression(cases.elseResult());
    } else if (expression instanceof Expression.Extract extract) {
      expression(extract.source());
      expression(extract.timeZone());
    } else if (expression instanceof Expression.AtTimeZone zoned) {
      expression(zoned.operand());
      expression(zoned.timeZone());
    } else if (expression instanceof Expression.Subscript subscript) {
      expression(subscript.operand());
      expression(subscript.index());
    } else if (expression instanceof Expression.Slice slice) {
      expression(slice.operand());
      expression(slice.lower());
      expression(slice.upper());
    }
  }

  private static void inList(Expression.InSource source) {
    if (source instanceof Expression.InList list
        && list.items().size() > StatementLimits.IN_LIST_MAX) {
      throw new DbException(
          ErrorCode.TOO_COMPLEX,
          "An IN list exceeds the maximum allowed length of " + StatementLimits.IN_LIST_MAX + ".");
    }
  }

  private void source(Expression.InSource source) {
    if (source instanceof Expression.InList list) {
      expressions(list.items());
    } else if (source instanceof Expression.InArray array) {
      expression(array.array());
    } else if (source instanceof Expression.InQuery query) {
      subquery(query.query());
    }
  }

  private void call(FunctionCall call) {
    for (FunctionCall.Argument argument : call.arguments()) {
      expression(argument.value());
    }
    if (call.having() != null) {
      expression(call.having().expression());
    }
    order(call.orderBy());
    expression(call.limit());
    expression(call.filter());
    order(call.withinGroup());
    window(call.over());
  }

  /** The parts of what is no function. */
  private void parts(Expression expression) {
    if (expression instanceof Expression.Unary sign) {
      expression(sign.operand());
    } else if (expression instanceof Expression.Cast cast) {
      type(cast.type());
      expression(cast.operand());
      expression(cast.format());
    } else if (expression instanceof Expression.ArrayConstructor array) {
      type(array.type());
      expressions(array.elements());
    } else if (expression instanceof Expression.StructConstructor struct) {
      struct(struct);
    } else if (expression instanceof Expression.FieldAccess access) {
      expression(access.operand());
    } else if (expression instanceof Expression.Interval interval) {
      expression(interval.value());
    } else if (expression instanceof Expression.TypedLiteral literal) {
      type(literal.type());
    } else if (expression instanceof Expression.Collate collate) {
      expression(collate.operand());
    } else if (expression instanceof Expression.With with) {
      with.bindings().forEach(binding -> expression(binding.value()));
      expression(with.result());
    } else if (expression instanceof Expression.Lambda lambda) {
      expression(lambda.body());
    }
  }

  // Structs

  private void struct(Expression.StructConstructor struct) {
    type(struct.type());
    enterStruct(struct.items().size());
    for (Expression.StructItem item : struct.items()) {
      expression(item.value());
    }
    nestedStructs--;
  }

  private void type(@Nullable TypeName type) {
    if (type instanceof TypeName.Array array) {
      type(array.element());
    } else if (type instanceof TypeName.Struct struct) {
      enterStruct(struct.fields().size());
      for (TypeName.Field field : struct.fields()) {
        type(field.type());
      }
      nestedStructs--;
    }
  }

  private void enterStruct(int fields) {
    StatementLimits.require(
        fields <= StatementLimits.STRUCT_FIELDS_MAX,
        "Number of struct fields",
        StatementLimits.STRUCT_FIELDS_MAX);
    StatementLimits.require(
        ++nestedStructs <= StatementLimits.NESTED_STRUCTS_MAX,
        "Number of nested struct types",
        StatementLimits.NESTED_STRUCTS_MAX);
  }
}
