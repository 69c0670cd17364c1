package org.ratchetdb.sqlfrontend.function;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/**
 * Which types turn into which without being asked, per dialect, and what type several values have
 * in common.
 */
public final class Coercion {
  /** Not possible. */
  public static final int NEVER = -1;

  private static final Coercion GOOGLE = new Coercion(Dialect.GOOGLE_STANDARD_SQL);
  private static final Coercion POSTGRES = new Coercion(Dialect.POSTGRESQL);

  private final boolean postgres;

  private Coercion(Dialect dialect) {
    this.postgres = dialect == Dialect.POSTGRESQL;
  }

  public static Coercion of(Dialect dialect) {
    return dialect == Dialect.POSTGRESQL ? POSTGRES : GOOGLE;
  }

  /**
   * How far an implicit coercion goes: 0 for the same type or an untyped value, more for a longer
   * way, {@link #NEVER} when there is none.
   */
  public int distance(Argument argument, SqlType target) {
    if (argument.origin() == Argument.Origin.UNTYPED || argument.type().equals(target)) {
      return 0;
    }
    int plain = distance(argument.type(), target);
    if (plain >= 0) {
      return plain;
    }
    return switch (argument.origin()) {
      case LITERAL -> literalDistance(argument.type().kind(), target.kind());
      case PARAMETER -> parameterDistance(argument.type(), target.kind());
      case EXPRESSION, UNTYPED -> NEVER;
    };
  }

  /** The same for a value that is neither a literal nor a parameter. */
  public int distance(SqlType from, SqlType to) {
    if (from.equals(to)) {
      return 0;
    }
    if (from.is(TypeKind.ARRAY) || from.is(TypeKind.STRUCT)) {
      return structureDistance(from, to);
    }
    return postgres ? postgresDistance(from.kind(), to.kind()) : googleDistance(from, to);
  }

  private static int googleDistance(SqlType from, SqlType to) {
    return switch (from.kind()) {
      case INT64 -> to.is(TypeKind.FLOAT64) ? 1 : to.is(TypeKind.NUMERIC) ? 2 : NEVER;
      case NUMERIC, FLOAT32 -> to.is(TypeKind.FLOAT64) ? 1 : NEVER;
      default -> NEVER;
    };
  }

  private static int postgresDistance(TypeKind from, TypeKind to) {
    return switch (from) {
      case INT64 ->
          switch (to) {
            case PG_NUMERIC -> 1;
            case FLOAT64 -> 2;
            case FLOAT32 -> 3;
            case PG_OID -> 4;
            default -> NEVER;
          };
      case PG_OID -> to == TypeKind.INT64 ? 1 : NEVER;
      case PG_NUMERIC -> to == TypeKind.FLOAT64 ? 1 : to == TypeKind.FLOAT32 ? 2 : NEVER;
      case FLOAT32 -> to == TypeKind.FLOAT64 ? 1 : NEVER;
      case DATE -> to == TypeKind.TIMESTAMP ? 1 : NEVER;
      default -> NEVER;
    };
  }

  /** Structures coerce field by field, arrays not at all, except that fields may lose names. */
  private int structureDistance(SqlType from, SqlType to) {
    if (from.kind() != to.kind()) {
      return NEVER;
    }
    if (from.is(TypeKind.ARRAY)) {
      return from.elementType().is(TypeKind.UNKNOWN)
              || sameButNames(from.elementType(), to.elementType())
          ? 1
          : NEVER;
    }
    if (from.fields().size() != to.fields().size()) {
      return NEVER;
    }
    int sum = 0;
    for (int i = 0; i < from.fields().size(); i++) {
      SqlType field = from.fields().get(i).type();
      int one = field.is(TypeKind.UNKNOWN) ? 0 : distance(field, to.fields().get(i).type());
      if (one < 0) {
        return NEVER;
      }
      sum += one;
    }
    return Math.max(sum, 1);
  }

  private static boolean sameButNames(SqlType a, SqlType b) {
    if (a.kind() != b.kind() || a.fields().size() != b.fields().size()) {
      return false;
    }
    for (int i = 0; i < a.fields().size(); i++) {
      SqlType x = a.fields().get(i).type();
      SqlType y = b.fields().get(i).type();
      if (!x.equals(y) && !sameButNames(x, y)) {
        return false;
      }
    }
    return a.is(TypeKind.STRUCT);
  }

  private int literalDistance(TypeKind from, TypeKind to) {
    if (postgres) {
      return NEVER; // quoted literals are untyped there, numbers follow the ordinary rules
    }
    return switch (from) {
      case INT64 -> to == TypeKind.FLOAT32 ? 3 : NEVER;
      case FLOAT64 -> to == TypeKind.NUMERIC ? 1 : to == TypeKind.FLOAT32 ? 2 : NEVER;
      case STRING -> textDistance(to);
      default -> NEVER;
    };
  }

  /**
   * Clients send text where the type is not known to them, so a STRING parameter goes where a
   * quoted literal goes, and a number where any number is wanted.
   */
  private int parameterDistance(SqlType from, TypeKind to) {
    if (from.is(TypeKind.STRING)) {
      int distance = textDistance(to);
      return distance >= 0 ? distance : textNumberDistance(to);
    }
    return switch (from.kind()) {
      case INT64 -> to == TypeKind.FLOAT32 || to == TypeKind.NUMERIC ? 5 : NEVER;
      case FLOAT32, FLOAT64 ->
          switch (to) {
            case FLOAT32, NUMERIC, PG_NUMERIC -> 5;
            default -> NEVER; // would lose a fraction
          };
      case DATE -> to == TypeKind.TIMESTAMP ? 5 : NEVER;
      default -> NEVER;
    };
  }

  private static int textDistance(TypeKind to) {
    return switch (to) {
      case DATE -> 1;
      case TIMESTAMP -> 2;
      case UUID -> 3;
      default -> NEVER;
    };
  }

  private static int textNumberDistance(TypeKind to) {
    return switch (to) {
      case NUMERIC, PG_NUMERIC -> 6;
      case JSON, PG_JSONB, INTERVAL -> 7;
      default -> NEVER;
    };
  }

  /**
   * Whether a value may be stored in a column of that type: what coerces, and what PostgreSQL calls
   * assignment casts.
   */
  public boolean assignable(Argument argument, SqlType target) {
    if (distance(argument, target) >= 0) {
      return true;
    }
    SqlType from = argument.type();
    if (!postgres) {
      // A parameter may narrow: the client knows the value, not always the type.
      return argument.origin() == Argument.Origin.PARAMETER
          && (from.isNumeric() || from.is(TypeKind.STRING))
          && target.isNumeric();
    }
    if (from.isNumeric() && target.isNumeric()) {
      return true;
    }
    if (argument.origin() == Argument.Origin.PARAMETER && from.is(TypeKind.STRING)) {
      return !target.is(TypeKind.STRUCT); // read as the type's text form
    }
    if (from.is(TypeKind.TIMESTAMP) && target.is(TypeKind.DATE)) {
      return true;
    }
    return target.is(TypeKind.STRING) && !from.is(TypeKind.ARRAY) && !from.is(TypeKind.STRUCT);
  }

  /** Whether CAST goes from one type to the other at all. */
  public boolean castable(SqlType from, SqlType to) {
    if (from.equals(to) || from.is(TypeKind.UNKNOWN) || distance(from, to) >= 0) {
      return true;
    }
    if (from.is(TypeKind.ARRAY) || to.is(TypeKind.ARRAY)) {
      return arrayCastable(from, to);
    }
    if (from.is(TypeKind.STRUCT) || to.is(TypeKind.STRUCT)) {
      return structCastable(from, to);
    }
    return postgres ? postgresCastable(from.kind(), to.kind()) : googleCastable(from, to);
  }

  private boolean arrayCastable(SqlType from, SqlType to) {
    if (from.kind() != to.kind()) {
      return postgres && (from.is(TypeKind.STRING) || to.is(TypeKind.STRING));
    }
    return postgres && castable(from.elementType(), to.elementType());
  }

  private boolean structCastable(SqlType from, SqlType to) {
    if (from.kind() != to.kind() || from.fields().size() != to.fields().size()) {
      return false;
    }
    for (int i = 0; i < from.fields().size(); i++) {
      if (!castable(from.fields().get(i).type(), to.fields().get(i).type())) {
        return false;
      }
    }
    return true;
  }

  private static boolean googleCastable(SqlType from, SqlType to) {
    TypeKind target = to.kind();
    return switch (from.kind()) {
      case INT64 ->
          switch (target) {
            case BOOL, NUMERIC, FLOAT32, FLOAT64, STRING -> true;
            default -> false;
          };
      case NUMERIC, FLOAT32, FLOAT64 -> to.isNumeric() || target == TypeKind.STRING;
      case BOOL -> target == TypeKind.INT64 || target == TypeKind.STRING;
      case STRING -> target != TypeKind.JSON;
      case BYTES -> target == TypeKind.STRING || target == TypeKind.UUID;
      case DATE -> target == TypeKind.STRING || target == TypeKind.TIMESTAMP;
      case TIMESTAMP -> target == TypeKind.STRING || target == TypeKind.DATE;
      case UUID -> target == TypeKind.STRING || target == TypeKind.BYTES;
      case INTERVAL -> target == TypeKind.STRING;
      default -> false;
    };
  }

  private static boolean postgresCastable(TypeKind from, TypeKind to) {
    if (from == TypeKind.STRING || to == TypeKind.STRING) {
      return true; // through the text form
    }
    return switch (from) {
      case INT64 ->
          switch (to) {
            case BOOL, FLOAT32, FLOAT64, PG_NUMERIC, PG_OID -> true;
            default -> false;
          };
      case FLOAT32, FLOAT64, PG_NUMERIC ->
          switch (to) {
            case INT64, FLOAT32, FLOAT64, PG_NUMERIC -> true;
            default -> false;
          };
      case PG_OID, BOOL -> to == TypeKind.INT64;
      case DATE -> to == TypeKind.TIMESTAMP;
      case TIMESTAMP -> to == TypeKind.DATE;
      case UUID -> to == TypeKind.BYTES;
      case PG_JSONB ->
          switch (to) {
            case BOOL, INT64, FLOAT32, FLOAT64, PG_NUMERIC -> true;
            default -> false;
          };
      default -> false;
    };
  }

  /**
   * The type that several values have in common (CASE, COALESCE, arrays, set operations, both sides
   * of a comparison), or null when they have none. Expressions decide; literals and parameters must
   * then coerce, and decide only among themselves or when they do not fit. Only untyped values:
   * {@code UNKNOWN}.
   */
  public @Nullable SqlType common(List<Argument> arguments) {
    SqlType decided = null;
    for (Argument argument : arguments) {
      if (argument.origin() == Argument.Origin.EXPRESSION) {
        decided = decided == null ? argument.type() : supertype(decided, argument.type());
        if (decided == null) {
          return null;
        }
      }
    }
    if (decided != null && allReach(arguments, decided)) {
      return decided;
    }
    for (Argument argument : arguments) {
      if (argument.origin() == Argument.Origin.LITERAL
          || argument.origin() == Argument.Origin.PARAMETER) {
        decided = decided == null ? argument.type() : widen(decided, argument, arguments);
        if (decided == null) {
          return null;
        }
      }
    }
    return decided == null ? SqlType.UNKNOWN : decided;
  }

  private boolean allReach(List<Argument> arguments, SqlType type) {
    for (Argument argument : arguments) {
      if (distance(argument, type) < 0) {
        return false;
      }
    }
    return true;
  }

  private @Nullable SqlType widen(SqlType decided, Argument argument, List<Argument> all) {
    SqlType wider = supertype(decided, argument.type());
    if (wider != null) {
      return wider;
    }
    if (distance(argument, decided) >= 0) {
      return decided;
    }
    return allReach(all, argument.type()) ? argument.type() : null;
  }

  /** The least type that both coerce to, or null. */
  public @Nullable SqlType supertype(SqlType a, SqlType b) {
    if (a.equals(b) || b.is(TypeKind.UNKNOWN)) {
      return a;
    }
    if (a.is(TypeKind.UNKNOWN)) {
      return b;
    }
    if (!postgres && isIntegerWithFloat32(a, b)) {
      return SqlType.FLOAT64;
    }
    if (distance(a, b) >= 0) {
      return b;
    }
    if (distance(b, a) >= 0) {
      return a;
    }
    if (!postgres && a.isNumeric() && b.isNumeric()) {
      return SqlType.FLOAT64; // NUMERIC with FLOAT32
    }
    return null;
  }

  private static boolean isIntegerWithFloat32(SqlType a, SqlType b) {
    return (a.is(TypeKind.INT64) && b.is(TypeKind.FLOAT32))
        || (a.is(TypeKind.FLOAT32) && b.is(TypeKind.INT64));
  }
}
