package org.ratchetdb.sqlfrontend.function;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/** What a parameter of a {@link FunctionTemplate} accepts, or what its result is. */
public sealed interface TypePattern {
  /** Which types a variable may stand for. */
  enum Constraint {
    ANY,
    ELEMENT,
    COMPARABLE,
    ORDERABLE;

    /** Whether the variable may be that type. */
    public boolean allows(SqlType type) {
      return switch (this) {
        case ANY -> true;
        case ELEMENT -> !type.is(TypeKind.ARRAY);
        case COMPARABLE -> isComparable(type);
        case ORDERABLE -> isOrderable(type);
      };
    }
  }

  /** That type only, or what coerces to it. */
  record Exact(SqlType type) implements TypePattern {}

  /** The row's type variable. A row has one at most. */
  record Variable(Constraint constraint) implements TypePattern {}

  /** An array whose element is the row's type variable. */
  record ArrayOf(Constraint constraint) implements TypePattern {}

  /** The constraint on the row's variable when this mentions it, else null. */
  default @Nullable Constraint variable() {
    if (this instanceof Variable v) {
      return v.constraint();
    }
    return this instanceof ArrayOf a ? a.constraint() : null;
  }

  /** The type that this stands for once the variable is known. */
  default SqlType resolve(SqlType variable) {
    if (this instanceof Exact e) {
      return e.type();
    }
    return this instanceof ArrayOf ? SqlType.arrayOf(variable) : variable;
  }

  /** Types that {@code =} compares: all but JSON and structures or arrays holding it. */
  static boolean isComparable(SqlType type) {
    return switch (type.kind()) {
      case JSON, PG_JSONB -> false;
      case ARRAY -> isComparable(type.elementType());
      case STRUCT -> type.fields().stream().allMatch(f -> isComparable(f.type()));
      default -> true;
    };
  }

  /** Types that have an order: all scalars but JSON. */
  static boolean isOrderable(SqlType type) {
    return switch (type.kind()) {
      case JSON, PG_JSONB, ARRAY, STRUCT -> false;
      default -> true;
    };
  }

  /** Types that GROUP BY and DISTINCT accept: the orderable ones. */
  static boolean isGroupable(SqlType type) {
    return isOrderable(type);
  }
}
