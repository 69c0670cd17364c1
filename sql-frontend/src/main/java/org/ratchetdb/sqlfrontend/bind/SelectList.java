package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.Select;
import org.ratchetdb.sqlfrontend.ast.Subquery;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;

/** Items of SELECT, RETURNING and THEN RETURN: stars expanded, names given. */
final class SelectList {
  /** PostgreSQL's limit. */
  private static final int POSTGRES_COLUMNS_MAX = 1664;

  /** Well below what the wire protocol can count. */
  private static final int COLUMNS_MAX = 10_000;

  private final BindContext context;
  private final boolean hasFrom;

  SelectList(BindContext context, boolean hasFrom) {
    this.context = context;
    this.hasFrom = hasFrom;
  }

  /**
   * An output column.
   *
   * @param explicitAlias the name was written, rather than taken from the expression
   */
  record Output(String name, BoundExpr expression, boolean explicitAlias, int position) {
    Output withExpression(BoundExpr other) {
      return new Output(name, other, explicitAlias, position);
    }
  }

  /** The outputs in order; may be changed by the caller. */
  List<Output> bind(List<Select.Item> items, ExpressionBinder binder) {
    List<Output> outputs = new ArrayList<>(items.size());
    for (Select.Item item : items) {
      if (item instanceof Select.ExpressionItem expression) {
        outputs.add(expression(expression, binder));
      } else {
        star((Select.StarItem) item, binder, outputs);
      }
    }
    requireNotTooMany(outputs);
    return outputs;
  }

  private void requireNotTooMany(List<Output> outputs) {
    int max = context.postgres ? POSTGRES_COLUMNS_MAX : COLUMNS_MAX;
    if (outputs.size() > max) {
      throw context.errors.error(
          ErrorCode.TOO_MANY_COLUMNS,
          "SELECT has too many columns; the limit is " + max,
          "target lists can have at most " + max + " entries",
          outputs.get(max).position());
    }
  }

  private Output expression(Select.ExpressionItem item, ExpressionBinder binder) {
    BoundExpr bound = binder.bind(item.expression());
    Identifier alias = item.alias();
    String name = alias != null ? alias.name() : implicitName(item.expression());
    return new Output(name, bound, alias != null, item.expression().begin());
  }

  private void star(Select.StarItem star, ExpressionBinder binder, List<Output> outputs) {
    List<NamedColumn> columns = starColumns(star, binder);
    int before = outputs.size();
    for (NamedColumn column : columns) {
      if (column.hidden() || contains(star.except(), column.name())) {
        continue;
      }
      BoundExpr expression = column.expr();
      for (Select.Replacement replacement : star.replace()) {
        if (context.sameName(replacement.column().name(), column.name())) {
          expression = binder.bind(replacement.expression());
        }
      }
      outputs.add(new Output(column.name(), expression, false, star.begin()));
    }
    checkNames(star.except(), columns, "EXCEPT");
    for (Select.Replacement replacement : star.replace()) {
      checkNames(List.of(replacement.column()), columns, "REPLACE");
    }
    if (outputs.size() == before && !context.postgres) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT, "SELECT * expands to zero columns", star.begin());
    }
  }

  private List<NamedColumn> starColumns(Select.StarItem star, ExpressionBinder binder) {
    Expression qualifier = star.qualifier();
    if (qualifier == null) {
      if (!hasFrom) {
        throw context.errors.error(
            ErrorCode.SYNTAX_ERROR,
            "SELECT * must have a FROM clause",
            "SELECT * with no tables specified is not valid",
            star.begin());
      }
      return binder.scope.columns();
    }
    if (qualifier instanceof Expression.Name name) {
      RangeVariable variable = binder.scope.findVariable(name.name().text(), context);
      if (variable != null) {
        return variable.columns();
      }
      if (context.postgres) {
        throw context.errors.error(
            ErrorCode.UNDEFINED_TABLE,
            "missing FROM-clause entry for table \"" + name.name().text() + "\"",
            star.begin());
      }
      if (name.name().parts().size() == 1) {
        throw context.errors.columnNotFound(name.name().text(), star.begin());
      }
    }
    throw context.errors.notSupported("Expansion of a structure", star.begin());
  }

  private boolean contains(List<Identifier> names, String name) {
    for (Identifier identifier : names) {
      if (context.sameName(identifier.name(), name)) {
        return true;
      }
    }
    return false;
  }

  private void checkNames(List<Identifier> names, List<NamedColumn> columns, String clause) {
    for (Identifier name : names) {
      boolean found = false;
      for (NamedColumn column : columns) {
        found |= context.sameName(column.name(), name.name());
      }
      if (!found) {
        throw context.errors.error(
            ErrorCode.UNDEFINED_COLUMN,
            "Column " + name.name() + " in SELECT * " + clause + " list does not exist",
            name.begin());
      }
    }
  }

  private String implicitName(Expression expression) {
    if (context.postgres) {
      String name = postgresName(expression);
      return name == null ? "?column?" : name;
    }
    if (expression instanceof Expression.Name name) {
      return name.name().last().name();
    }
    return expression instanceof Expression.FieldAccess access ? access.field().name() : "";
  }

  /** The name that PostgreSQL takes from an expression, or null. */
  private @Nullable String postgresName(Expression expression) {
    if (expression instanceof Expression.Name name) {
      return name.name().last().name();
    }
    if (expression instanceof Expression.FieldAccess access) {
      return access.field().name();
    }
    if (expression instanceof FunctionCall call) {
      return call.name().last().name().toLowerCase(Locale.ROOT);
    }
    if (expression instanceof Expression.Cast cast) {
      String inner = postgresName(cast.operand());
      return inner != null
          ? inner
          : TypeNames.postgresInternal(context.types.bind(cast.type()).type());
    }
    if (expression instanceof Expression.TypedLiteral typed) {
      return TypeNames.postgresInternal(context.types.bind(typed.type()).type());
    }
    if (expression instanceof Expression.Case cases) {
      String otherwise = cases.elseResult() == null ? null : postgresName(cases.elseResult());
      return otherwise == null ? "case" : otherwise;
    }
    if (expression instanceof Expression.Subscript subscript) {
      return postgresName(subscript.operand());
    }
    if (expression instanceof Expression.Collate collate) {
      return postgresName(collate.operand());
    }
    if (expression instanceof Subquery subquery) {
      return subqueryName(subquery);
    }
    return expression instanceof Expression.Extract
        ? "extract"
        : expression instanceof Expression.Interval
            ? "interval"
            : expression instanceof Expression.ArrayConstructor
                ? "array"
                : expression instanceof Expression.StructConstructor ? "row" : null;
  }

  private @Nullable String subqueryName(Subquery subquery) {
    return switch (subquery.kind()) {
      case EXISTS -> "exists";
      case ARRAY -> "array";
      case SCALAR -> {
        if (subquery.query().body() instanceof Select select
            && select.items().size() == 1
            && select.items().get(0) instanceof Select.ExpressionItem item) {
          yield item.alias() != null ? item.alias().name() : postgresName(item.expression());
        }
        yield null;
      }
    };
  }
}
