package org.ratchetdb.sqlfrontend.function;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/** All functions and operators of a dialect. Immutable; built once per dialect on first use. */
public final class FunctionCatalog {
  private static final String[] COMPARISONS = {
    "eq", "ne", "lt", "le", "gt", "ge", "is_distinct_from", "is_not_distinct_from"
  };

  private final Dialect dialect;
  private final Map<String, List<FunctionTemplate>> functions;
  private final Map<String, List<FunctionTemplate>> operators;
  private final FunctionResolver resolver;

  /** Signatures of comparisons of scalars, which every key lookup needs. */
  private final Map<String, Map<TypeKind, FunctionSignature>> comparisons = new HashMap<>();

  private FunctionCatalog(Dialect dialect, FunctionTable table) {
    this.dialect = dialect;
    this.functions = table.functions();
    this.operators = table.operators();
    this.resolver = new FunctionResolver(dialect);
    for (String name : COMPARISONS) {
      Map<TypeKind, FunctionSignature> byType = new EnumMap<>(TypeKind.class);
      for (SqlType type : scalarTypes()) {
        if (TypePattern.isOrderable(type)) {
          byType.put(type.kind(), resolveComparison(name, type));
        }
      }
      comparisons.put(name, byType);
    }
  }

  private static final class Google {
    static final FunctionCatalog CATALOG =
        new FunctionCatalog(Dialect.GOOGLE_STANDARD_SQL, GoogleSqlFunctions.table());
  }

  private static final class Postgres {
    static final FunctionCatalog CATALOG =
        new FunctionCatalog(Dialect.POSTGRESQL, PostgresFunctions.table());
  }

  public static FunctionCatalog forDialect(Dialect dialect) {
    return dialect == Dialect.POSTGRESQL ? Postgres.CATALOG : Google.CATALOG;
  }

  public FunctionResolver resolver() {
    return resolver;
  }

  /** Rows of a function by lower-case name; empty when there is none. */
  public List<FunctionTemplate> function(String name) {
    return functions.getOrDefault(name, List.of());
  }

  /** Rows of an operator or of one part of a function that takes a part; empty when none. */
  public List<FunctionTemplate> operator(String name) {
    return operators.getOrDefault(name, List.of());
  }

  /** Names of all functions, in the order of the tables. */
  public Set<String> functionNames() {
    return functions.keySet();
  }

  /**
   * A comparison of two values of one type.
   *
   * @param name eq, ne, lt, le, gt, ge, is_distinct_from or is_not_distinct_from
   * @param type a type that has that comparison
   */
  public FunctionSignature comparison(String name, SqlType type) {
    Map<TypeKind, FunctionSignature> byType = comparisons.get(name);
    FunctionSignature known = byType == null ? null : byType.get(type.kind());
    return known != null ? known : resolveComparison(name, type);
  }

  private FunctionSignature resolveComparison(String name, SqlType type) {
    Argument side = Argument.expression(type);
    for (FunctionTemplate row : operator(name)) {
      boolean own =
          row.parameter(0) instanceof TypePattern.Exact exact && exact.type().equals(side.type());
      if (own) {
        return row.instantiate(2, type);
      }
    }
    return operator(name).get(0).instantiate(2, type);
  }

  /**
   * Every signature that a bound statement can hold: each row with each number of arguments (a
   * variadic one with one argument more than its parameters) and each scalar type of the dialect
   * for its variable. A test of the executor asserts that each has code.
   */
  public List<FunctionSignature> allSignatures() {
    Set<FunctionSignature> all = new LinkedHashSet<>();
    for (Map<String, List<FunctionTemplate>> map : List.of(operators, functions)) {
      for (List<FunctionTemplate> rows : map.values()) {
        for (FunctionTemplate row : rows) {
          addSignatures(row, all);
        }
      }
    }
    return new ArrayList<>(all);
  }

  private void addSignatures(FunctionTemplate row, Set<FunctionSignature> all) {
    int countMax = row.parameters().size() + (row.variadic() ? 1 : 0);
    int countMin = row.zoned() ? countMax : row.required();
    TypePattern.Constraint constraint = row.variable();
    List<SqlType> variables = constraint == null ? List.of(SqlType.UNKNOWN) : scalarTypes();
    for (SqlType variable : variables) {
      if (constraint != null && !allowedEverywhere(row, variable)) {
        continue;
      }
      // Rows of comparisons with types of their own come before the general one.
      if (constraint != null && comparisonOfItsOwn(row, variable)) {
        continue;
      }
      for (int count = countMin; count <= countMax; count++) {
        all.add(row.instantiate(count, variable));
      }
    }
  }

  private static boolean allowedEverywhere(FunctionTemplate row, SqlType variable) {
    for (TypePattern parameter : row.parameters()) {
      TypePattern.Constraint constraint = parameter.variable();
      if (constraint != null && !constraint.allows(variable)) {
        return false;
      }
    }
    return true;
  }

  private boolean comparisonOfItsOwn(FunctionTemplate row, SqlType variable) {
    return comparisons.containsKey(row.name())
        && !resolveComparison(row.name(), variable).kernel().equals(row.kernel());
  }

  /** The scalar types of the dialect. */
  public List<SqlType> scalarTypes() {
    return dialect == Dialect.POSTGRESQL
        ? List.of(
            SqlType.BOOL,
            SqlType.INT64,
            SqlType.FLOAT32,
            SqlType.FLOAT64,
            SqlType.PG_NUMERIC,
            SqlType.STRING,
            SqlType.BYTES,
            SqlType.DATE,
            SqlType.TIMESTAMP,
            SqlType.UUID,
            SqlType.PG_JSONB,
            SqlType.INTERVAL,
            SqlType.PG_OID)
        : List.of(
            SqlType.BOOL,
            SqlType.INT64,
            SqlType.FLOAT32,
            SqlType.FLOAT64,
            SqlType.NUMERIC,
            SqlType.STRING,
            SqlType.BYTES,
            SqlType.DATE,
            SqlType.TIMESTAMP,
            SqlType.UUID,
            SqlType.JSON,
            SqlType.INTERVAL);
  }
}
