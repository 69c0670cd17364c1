package org.ratchetdb.sqlfrontend.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;

/**
 * The names visible to an expression: those of its FROM and, behind them, those of the queries
 * around it. Immutable.
 */
final class Scope {
  /** Nothing visible. */
  static final Scope EMPTY = new Scope(null, List.of(), List.of(), List.of());

  private final @Nullable Scope outer;
  private final List<NamedColumn> columns;
  private final List<RangeVariable> variables;

  /** SELECT aliases; looked up before the columns. */
  private final List<NamedColumn> aliases;

  Scope(
      @Nullable Scope outer,
      List<NamedColumn> columns,
      List<RangeVariable> variables,
      List<NamedColumn> aliases) {
    this.outer = outer;
    this.columns = columns;
    this.variables = variables;
    this.aliases = aliases;
  }

  Scope withAliases(List<NamedColumn> added) {
    return new Scope(outer, columns, variables, added);
  }

  /** Columns that {@code *} expands to, hidden ones included. */
  List<NamedColumn> columns() {
    return columns;
  }

  List<RangeVariable> variables() {
    return variables;
  }

  /** The range variable of that name here or in a query around, or null. */
  @Nullable RangeVariable findVariable(String name, BindContext context) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      for (RangeVariable variable : scope.variables) {
        if (context.sameName(variable.name(), name)
            || context.sameName(variable.shortName(), name)) {
          return variable;
        }
      }
    }
    return null;
  }

  /** What a name means; fails when it means nothing or several things. */
  BoundExpr resolve(QualifiedName name, BindContext context) {
    List<Identifier> parts = name.parts();
    String first = parts.get(0).name();
    if (parts.size() == 1) {
      BoundExpr found = findColumn(first, name.begin(), context);
      if (found != null) {
        return found;
      }
      if (findVariable(first, context) != null) {
        throw context.errors.notSupported("A whole row as a value", name.begin());
      }
      throw context.errors.columnNotFound(first, name.begin());
    }
    RangeVariable variable = findVariable(first, context);
    if (variable != null) {
      BoundExpr found = findIn(variable, parts.get(1).name(), name.begin(), context);
      if (found == null) {
        throw context.errors.columnNotFoundIn(first, parts.get(1).name(), parts.get(1).begin());
      }
      return StructFields.access(found, parts, 2, context);
    }
    if (parts.size() >= 3) {
      boolean publicSchema = context.postgres && first.equals("public");
      String second = parts.get(1).name();
      RangeVariable qualified = findVariable(publicSchema ? second : first + "." + second, context);
      if (qualified != null) {
        BoundExpr found = findIn(qualified, parts.get(2).name(), name.begin(), context);
        if (found != null) {
          return StructFields.access(found, parts, 3, context);
        }
      }
    }
    BoundExpr column = findColumn(first, name.begin(), context);
    if (column != null) {
      return StructFields.access(column, parts, 1, context);
    }
    if (context.postgres) {
      throw context.errors.error(
          org.ratchetdb.common.error.ErrorCode.UNDEFINED_TABLE,
          "missing FROM-clause entry for table \"" + first + "\"",
          name.begin());
    }
    throw context.errors.columnNotFound(first, name.begin());
  }

  /** The column or alias of a plain name here or in a query around, or null. */
  private @Nullable BoundExpr findColumn(String name, int position, BindContext context) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      BoundExpr found = find(scope.aliases, name, position, context);
      if (found == null && !context.postgres) {
        found = scope.findValue(name, context);
      }
      if (found == null) {
        found = find(scope.columns, name, position, context);
      }
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /**
   * The value that a range variable stands for, or null. In GoogleSQL it hides columns of its name:
   * {@code SELECT tags FROM posts, UNNEST(tags) AS tags} gives elements.
   */
  private @Nullable BoundExpr findValue(String name, BindContext context) {
    for (RangeVariable variable : variables) {
      List<NamedColumn> only = variable.columns();
      if (variable.alias()
          && only.size() == 1
          && context.sameName(variable.name(), name)
          && context.sameName(only.get(0).name(), name)) {
        return only.get(0).expr();
      }
    }
    return null;
  }

  static @Nullable BoundExpr findIn(
      RangeVariable variable, String name, int position, BindContext context) {
    return find(variable.columns(), name, position, context);
  }

  private static @Nullable BoundExpr find(
      List<NamedColumn> columns, String name, int position, BindContext context) {
    BoundExpr found = null;
    for (int i = 0; i < columns.size(); i++) {
      NamedColumn column = columns.get(i);
      if (context.sameName(column.name(), name)) {
        if (found != null && !found.equals(column.expr())) {
          throw context.errors.ambiguousColumn(name, position);
        }
        found = column.expr();
      }
    }
    return found;
  }
}
