package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundParameter;

/**
 * The parameters of a statement and what is known of their types. A type comes from the caller or
 * from the first place that needs one; a place before that, which takes any type, is left {@code
 * UNKNOWN} and makes the statement be bound a second time, with the types found.
 */
final class Parameters {
  private final List<@Nullable SqlType> declared;
  private final List<String> names = new ArrayList<>();
  private final List<@Nullable SqlType> types = new ArrayList<>();
  private final BindErrors errors;
  private final boolean postgres;
  private int undecidedPosition = -1;
  private int undecidedIndex = -1;

  Parameters(List<@Nullable SqlType> declared, BindErrors errors, boolean postgres) {
    this.declared = declared;
    this.errors = errors;
    this.postgres = postgres;
  }

  /** The bound form of a parameter, with its type as far as known. */
  BoundExpr.Parameter reference(Expression.Parameter parameter) {
    if (parameter.system()) {
      throw errors.notSupported("System variable @@" + parameter.name(), parameter.begin());
    }
    int index;
    if (parameter.name() == null) {
      index = parameter.index() - 1;
      grow(index + 1);
    } else {
      index = names.indexOf(parameter.name());
      if (index < 0) {
        index = names.size();
        grow(index + 1);
        names.set(index, parameter.name());
      }
    }
    SqlType type = types.get(index);
    return new BoundExpr.Parameter(index, type == null ? SqlType.UNKNOWN : type);
  }

  private void grow(int size) {
    while (names.size() < size) {
      int index = names.size();
      names.add(Integer.toString(index + 1));
      SqlType type = index < declared.size() ? declared.get(index) : null;
      types.add(type == null || type.is(TypeKind.UNKNOWN) ? null : type);
    }
  }

  /** Fixes the type of a parameter that has none; one that has a type keeps it. */
  BoundExpr.Parameter decide(BoundExpr.Parameter parameter, SqlType type) {
    SqlType known = types.get(parameter.index());
    if (known != null) {
      return new BoundExpr.Parameter(parameter.index(), known);
    }
    types.set(parameter.index(), type);
    return new BoundExpr.Parameter(parameter.index(), type);
  }

  /** Two places need types of a parameter that do not go together. */
  DbException conflict(BoundExpr.Parameter parameter, SqlType type) {
    return new DbException(
        ErrorCode.INDETERMINATE_TYPE,
        postgres
            ? "inconsistent types deduced for parameter $" + (parameter.index() + 1)
            : "Undeclared parameter '"
                + names.get(parameter.index())
                + "' is used assuming different types ("
                + parameter.type()
                + " vs "
                + type
                + ")");
  }

  /** The type as known now, for a reference made before; UNKNOWN when still nothing says. */
  SqlType typeOf(BoundExpr.Parameter parameter) {
    SqlType type = types.get(parameter.index());
    return type == null ? SqlType.UNKNOWN : type;
  }

  /** Notes that a parameter stands where any type will do. */
  void leaveUndecided(BoundExpr.Parameter parameter, int position) {
    undecidedPosition = position;
    undecidedIndex = parameter.index();
  }

  /** Whether a parameter was left without a type somewhere. */
  boolean hasUndecided() {
    return undecidedIndex >= 0;
  }

  /**
   * The types to bind the statement with again.
   *
   * @throws DbException in PostgreSQL when still nothing decides one
   */
  List<@Nullable SqlType> decidedTypes() {
    List<@Nullable SqlType> decided = new ArrayList<>(types);
    for (int i = 0; i < decided.size(); i++) {
      if (decided.get(i) == null) {
        if (postgres) {
          throw indeterminate(i, i == undecidedIndex ? undecidedPosition : -1);
        }
        decided.set(i, SqlType.STRING);
      }
    }
    return decided;
  }

  /** All parameters, in order. */
  List<BoundParameter> toBound() {
    List<BoundParameter> bound = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      SqlType type = types.get(i);
      if (type == null) {
        if (postgres) {
          throw indeterminate(i, -1);
        }
        type = SqlType.STRING;
      }
      bound.add(new BoundParameter(names.get(i), type));
    }
    return bound;
  }

  private DbException indeterminate(int index, int position) {
    return errors.error(
        ErrorCode.INDETERMINATE_TYPE,
        "could not determine data type of parameter $" + (index + 1),
        position);
  }
}
