package org.ratchetdb.sqlfrontend.function;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the rows of a dialect. A row is written {@code scalar(name, kernel, result, arguments)};
 * it is strict, immutable and takes exactly those arguments unless a method of {@link Row} says
 * otherwise.
 */
final class FunctionTable {
  private final List<Row> functionRows = new ArrayList<>();
  private final List<Row> operatorRows = new ArrayList<>();

  /** A function that users call by name. */
  Row scalar(String name, String kernel, TypePattern result, TypePattern... arguments) {
    return add(functionRows, name, kernel, false, result, arguments);
  }

  /** A function that users call by the name of its kernel. */
  Row scalar(String name, TypePattern result, TypePattern... arguments) {
    return scalar(name, name, result, arguments);
  }

  /**
   * Something that has syntax of its own and that users cannot call by this name: an operator, or
   * one date part of a function that takes a part.
   */
  Row operator(String name, String kernel, TypePattern result, TypePattern... arguments) {
    return add(operatorRows, name, kernel, false, result, arguments);
  }

  Row operator(String name, TypePattern result, TypePattern... arguments) {
    return operator(name, name, result, arguments);
  }

  Row aggregate(String name, String kernel, TypePattern result, TypePattern... arguments) {
    return add(functionRows, name, kernel, true, result, arguments);
  }

  Row aggregate(String name, TypePattern result, TypePattern... arguments) {
    return aggregate(name, name, result, arguments);
  }

  /** A scalar function for each of some types that yields the type it takes. */
  void unary(String name, String kernel, TypePattern... types) {
    for (TypePattern type : types) {
      scalar(name, kernel, type, type);
    }
  }

  /** A binary operator for each of some types that yields the type it takes. */
  void binary(String name, String kernel, TypePattern... types) {
    for (TypePattern type : types) {
      operator(name, kernel, type, type, type);
    }
  }

  /** A second name for all rows of a function so far. */
  void alias(String alias, String name) {
    for (Row row : List.copyOf(functionRows)) {
      if (row.name.equals(name)) {
        functionRows.add(row.renamed(alias));
      }
    }
  }

  Map<String, List<FunctionTemplate>> functions() {
    return byName(functionRows);
  }

  Map<String, List<FunctionTemplate>> operators() {
    return byName(operatorRows);
  }

  private static Map<String, List<FunctionTemplate>> byName(List<Row> rows) {
    Map<String, List<FunctionTemplate>> map = new LinkedHashMap<>();
    for (Row row : rows) {
      map.computeIfAbsent(row.name, n -> new ArrayList<>()).add(row.build());
    }
    return map;
  }

  private static Row add(
      List<Row> rows,
      String name,
      String kernel,
      boolean aggregate,
      TypePattern result,
      TypePattern... arguments) {
    Row row = new Row(name, kernel, aggregate, result, List.of(arguments));
    rows.add(row);
    return row;
  }

  /** The row just added. */
  static final class Row {
    private final String name;
    private final String kernel;
    private final boolean aggregate;
    private final TypePattern result;
    private final List<TypePattern> arguments;
    private int optional;
    private boolean variadic;
    private boolean strict = true;
    private boolean zoned;
    private Volatility volatility = Volatility.IMMUTABLE;

    Row(
        String name,
        String kernel,
        boolean aggregate,
        TypePattern result,
        List<TypePattern> arguments) {
      this.name = name;
      this.kernel = kernel;
      this.aggregate = aggregate;
      this.result = result;
      this.arguments = arguments;
    }

    /** The last {@code count} arguments may be left out. */
    Row optional(int count) {
      this.optional = count;
      return this;
    }

    /** The last argument may be repeated. */
    Row variadic() {
      this.variadic = true;
      return this;
    }

    /** Called with NULL arguments too. */
    Row calledOnNull() {
      this.strict = false;
      return this;
    }

    Row stable() {
      this.volatility = Volatility.STABLE;
      return this;
    }

    Row changing() {
      this.volatility = Volatility.VOLATILE;
      return this;
    }

    /** The last argument is a time zone that users may leave out and the executor always gets. */
    Row zoned() {
      this.zoned = true;
      return optional(1);
    }

    private Row renamed(String newName) {
      Row row = new Row(newName, kernel, aggregate, result, arguments);
      row.optional = optional;
      row.variadic = variadic;
      row.strict = strict;
      row.zoned = zoned;
      row.volatility = volatility;
      return row;
    }

    private FunctionTemplate build() {
      return new FunctionTemplate(
          name,
          kernel,
          arguments,
          arguments.size() - optional,
          variadic,
          result,
          strict,
          volatility,
          aggregate,
          zoned);
    }
  }
}
