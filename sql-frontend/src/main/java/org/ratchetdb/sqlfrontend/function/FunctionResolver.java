package org.ratchetdb.sqlfrontend.function;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/**
 * Chooses among the rows of a name. Rows that the arguments can reach compete; fewest coerced
 * expressions win, then fewest coerced literals, then the shortest way, then the row that stands
 * first. PostgreSQL's rules for quoted literals come on top: one takes the type of the other
 * arguments when these agree, else a row that takes text there is preferred, and among coerced
 * arguments the preferred type of their category.
 */
public final class FunctionResolver {
  private final boolean postgres;
  private final Coercion coercion;

  FunctionResolver(Dialect dialect) {
    this.postgres = dialect == Dialect.POSTGRESQL;
    this.coercion = Coercion.of(dialect);
  }

  /**
   * What was chosen.
   *
   * @param signature with all argument types, the zone of a zoned row included
   * @param zoneMissing the caller has to append the default zone
   */
  public record Resolution(FunctionSignature signature, boolean zoneMissing) {}

  /** The best row for the arguments, or null when none fits. */
  public @Nullable Resolution resolve(List<FunctionTemplate> candidates, List<Argument> arguments) {
    if (postgres) {
      List<Argument> assumed = assumeSameType(arguments);
      if (assumed != null) {
        Resolution exact = choose(candidates, assumed, true);
        if (exact != null) {
          return exact;
        }
      }
    }
    return choose(candidates, arguments, false);
  }

  /** Quoted literals as the type that all other arguments have, or null when that says nothing. */
  private static @Nullable List<Argument> assumeSameType(List<Argument> arguments) {
    SqlType known = null;
    boolean untyped = false;
    for (Argument argument : arguments) {
      if (argument.origin() == Argument.Origin.UNTYPED) {
        untyped = true;
      } else if (known == null) {
        known = argument.type();
      } else if (!known.equals(argument.type())) {
        return null;
      }
    }
    if (!untyped || known == null) {
      return null;
    }
    List<Argument> assumed = new ArrayList<>(arguments.size());
    for (Argument argument : arguments) {
      boolean replace = argument.origin() == Argument.Origin.UNTYPED;
      assumed.add(replace ? Argument.expression(known) : argument);
    }
    return assumed;
  }

  private @Nullable Resolution choose(
      List<FunctionTemplate> candidates, List<Argument> arguments, boolean exactOnly) {
    FunctionTemplate best = null;
    SqlType bestVariable = SqlType.UNKNOWN;
    long bestCost = Long.MAX_VALUE;
    for (FunctionTemplate candidate : candidates) {
      if (!candidate.accepts(arguments.size())) {
        continue;
      }
      SqlType variable = variable(candidate, arguments);
      if (variable == null) {
        continue;
      }
      long cost = cost(candidate, variable, arguments);
      if (cost >= 0 && cost < bestCost && (!exactOnly || cost == 0)) {
        best = candidate;
        bestVariable = variable;
        bestCost = cost;
      }
    }
    if (best == null) {
      return null;
    }
    boolean zoneMissing = best.zoned() && arguments.size() < best.parameters().size();
    FunctionSignature signature =
        best.instantiate(zoneMissing ? best.parameters().size() : arguments.size(), bestVariable);
    if (zoneMissing && signature.volatility() == Volatility.IMMUTABLE) {
      signature = signature.withVolatility(Volatility.STABLE);
    }
    return new Resolution(signature, zoneMissing);
  }

  /** What the row's variable must be; UNKNOWN when it has none, null when nothing fits. */
  private @Nullable SqlType variable(FunctionTemplate candidate, List<Argument> arguments) {
    TypePattern.Constraint constraint = candidate.variable();
    if (constraint == null) {
      return SqlType.UNKNOWN;
    }
    List<Argument> mentioned = new ArrayList<>(arguments.size());
    for (int i = 0; i < arguments.size(); i++) {
      TypePattern parameter = candidate.parameter(i);
      Argument argument = arguments.get(i);
      if (parameter instanceof TypePattern.Variable) {
        mentioned.add(argument);
      } else if (parameter instanceof TypePattern.ArrayOf
          && argument.origin() != Argument.Origin.UNTYPED) {
        if (!argument.type().is(TypeKind.ARRAY)) {
          return null;
        }
        SqlType element = argument.type().elementType();
        if (!element.is(TypeKind.UNKNOWN)) {
          mentioned.add(Argument.expression(element));
        }
      }
    }
    SqlType common = coercion.common(mentioned);
    if (common == null) {
      return null;
    }
    if (common.is(TypeKind.UNKNOWN)) {
      common = postgres ? SqlType.STRING : SqlType.INT64;
    }
    for (int i = 0; i < arguments.size(); i++) {
      TypePattern.Constraint each = candidate.parameter(i).variable();
      if (each != null && !each.allows(common)) {
        return null;
      }
    }
    return common;
  }

  /** Coerced expressions, coerced literals and distances in one number; negative: does not fit. */
  private long cost(FunctionTemplate candidate, SqlType variable, List<Argument> arguments) {
    int expressions = 0;
    int literals = 0;
    int unpreferred = 0;
    int untyped = 0;
    int distances = 0;
    for (int i = 0; i < arguments.size(); i++) {
      SqlType target = candidate.parameter(i).resolve(variable);
      Argument argument = arguments.get(i);
      int distance = coercion.distance(argument, target);
      if (distance < 0) {
        return -1;
      }
      if (argument.origin() == Argument.Origin.UNTYPED) {
        untyped += postgres ? untypedCost(target) : 0;
      } else if (distance > 0) {
        distances += distance;
        unpreferred += postgres && !isPreferred(target) ? 1 : 0;
        if (argument.origin() == Argument.Origin.EXPRESSION || postgres) {
          expressions++;
        } else {
          literals++;
        }
      }
    }
    return ((((long) expressions * 64 + literals) * 64 + unpreferred) * 64 + untyped) * 4096
        + distances;
  }

  /** Text before the preferred types before all others. */
  private static int untypedCost(SqlType target) {
    return target.is(TypeKind.STRING) ? 0 : isPreferred(target) ? 1 : 2;
  }

  /** The type that PostgreSQL prefers within the category. */
  private static boolean isPreferred(SqlType type) {
    return switch (type.kind()) {
      case FLOAT64, STRING, BOOL, TIMESTAMP, PG_OID, INTERVAL -> true;
      default -> false;
    };
  }
}
