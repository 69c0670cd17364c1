package org.ratchetdb.tests.query;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Writes a random query in the PostgreSQL dialect over tables {@code t0(a, b, c, d)}, {@code t1(a,
 * b, c, e)} and {@code t2(k, b, f)}: inner, outer and cross joins, derived tables, set operations,
 * EXISTS, IN, scalar subqueries with and without aggregation, correlated over one or two levels,
 * grouping, order and limit. Columns c of t0, e and k are texts, the others integers.
 */
final class RandomQuery {
  private enum Kind {
    NUMBER,
    TEXT
  }

  private record Column(String name, Kind kind) {}

  private static final List<List<Column>> TABLES =
      List.of(
          List.of(number("a"), number("b"), text("c"), number("d")),
          List.of(number("a"), number("b"), number("c"), text("e")),
          List.of(text("k"), number("b"), number("f")));

  private final SplittableRandom random;
  private int tables;

  private RandomQuery(long seed) {
    this.random = new SplittableRandom(seed);
  }

  private static Column number(String name) {
    return new Column(name, Kind.NUMBER);
  }

  private static Column text(String name) {
    return new Column(name, Kind.TEXT);
  }

  /** The same text for the same seed. Rows come in an order only where the text ends in one. */
  static String of(long seed) {
    return new RandomQuery(seed).query();
  }

  private boolean chance(int in) {
    return random.nextInt(in) == 0;
  }

  @SafeVarargs
  private <T> T oneOf(T... values) {
    return values[random.nextInt(values.length)];
  }

  private String pick(List<Column> columns, Kind kind) {
    List<Column> fitting = columns.stream().filter(c -> c.kind() == kind).toList();
    return fitting.get(random.nextInt(fitting.size())).name();
  }

  private String number(List<Column> columns) {
    return pick(columns, Kind.NUMBER);
  }

  private String literal(Kind kind) {
    return kind == Kind.NUMBER ? "" + random.nextInt(8) : "'" + oneOf("a", "b", "c", "d") + "'";
  }

  private String comparison() {
    return oneOf(" = ", " = ", " = ", " < ", " > ", " <= ", " <> ");
  }

  private String query() {
    List<Column> columns = new ArrayList<>();
    String from = from(columns, 2);
    String where = chance(8) ? "" : " WHERE " + condition(columns, columns, 2);
    if (chance(4)) {
      String key = number(columns);
      return "SELECT "
          + key
          + ", COUNT(*), MIN("
          + number(columns)
          + "), SUM("
          + number(columns)
          + ") FROM "
          + from
          + where
          + " GROUP BY "
          + key;
    }
    List<String> selected = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      selected.add(pick(columns, chance(3) ? Kind.TEXT : Kind.NUMBER));
    }
    if (chance(4)) {
      selected.add("(" + scalar(columns, 1) + ")");
    }
    if (chance(5)) {
      selected.add("(" + condition(columns, columns, 1) + ")");
    }
    String end = "";
    if (chance(3)) {
      end = " ORDER BY " + names(columns) + (chance(2) ? " LIMIT " + (1 + random.nextInt(6)) : "");
    }
    String distinct = end.isEmpty() && chance(4) ? "DISTINCT " : "";
    return "SELECT " + distinct + String.join(", ", selected) + " FROM " + from + where + end;
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::name).collect(Collectors.joining(", "));
  }

  private String from(List<Column> columns, int depth) {
    StringBuilder text = new StringBuilder();
    int count = chance(3) ? 2 + random.nextInt(2) : 1;
    for (int i = 0; i < count; i++) {
      int table = random.nextInt(TABLES.size());
      String alias = "x" + tables++;
      List<Column> added =
          TABLES.get(table).stream()
              .map(c -> new Column(alias + "." + c.name(), c.kind()))
              .toList();
      String source = source(table) + " " + alias;
      if (i == 0) {
        text.append(source);
      } else {
        text.append(join(source, added, columns, depth));
      }
      columns.addAll(added);
    }
    return text.toString();
  }

  private String source(int table) {
    String name = "t" + table;
    String columns = names(TABLES.get(table));
    return switch (random.nextInt(14)) {
      case 0 -> "(SELECT * FROM " + name + " WHERE b" + comparison() + literal(Kind.NUMBER) + ")";
      case 1 ->
          "(SELECT "
              + columns
              + " FROM "
              + name
              + " WHERE b > 2"
              + oneOf(" UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT ")
              + "SELECT "
              + columns
              + " FROM "
              + name
              + " WHERE b < 4)";
      case 2 ->
          "(SELECT DISTINCT " + columns + " FROM " + name + " ORDER BY " + columns + " LIMIT 4)";
      case 3 ->
          "(SELECT " + columns + " FROM " + name + " GROUP BY " + columns + " HAVING COUNT(*) = 1)";
      default -> name;
    };
  }

  private String join(String source, List<Column> added, List<Column> columns, int depth) {
    String on = " ON " + number(added) + " = " + number(columns);
    if (chance(3)) {
      on += " AND " + number(added) + comparison() + oneOf(literal(Kind.NUMBER), number(columns));
    }
    return switch (random.nextInt(5)) {
      case 0 -> " LEFT JOIN " + source + on;
      case 1 -> " CROSS JOIN " + source;
      case 2 -> depth > 1 ? " FULL JOIN " + source + plain(added, columns) : " JOIN " + source + on;
      default -> " JOIN " + source + on;
    };
  }

  private String plain(List<Column> added, List<Column> columns) {
    return " ON " + number(added) + " = " + number(columns);
  }

  /**
   * @param inner columns of the innermost query
   * @param all those of outer queries as well
   */
  private String condition(List<Column> inner, List<Column> all, int depth) {
    Kind kind = chance(4) ? Kind.TEXT : Kind.NUMBER;
    return switch (random.nextInt(depth > 0 ? 13 : 7)) {
      case 0 -> pick(inner, kind) + comparison() + literal(kind);
      case 1, 2 -> pick(inner, kind) + comparison() + pick(all, kind);
      case 3 -> pick(inner, kind) + oneOf(" IS NULL", " IS NOT NULL");
      case 4 -> number(inner) + " IN (1, " + literal(Kind.NUMBER) + ", 5)";
      case 5 ->
          "(" + condition(inner, all, depth - 1) + " OR " + condition(inner, all, depth - 1) + ")";
      case 6 -> "NOT (" + condition(inner, all, depth - 1) + ")";
      case 7, 8 -> oneOf("", "NOT ") + "EXISTS (" + subquery(all, depth - 1, kind) + ")";
      case 9, 10 ->
          pick(inner, kind) + oneOf(" IN (", " NOT IN (") + subquery(all, depth - 1, kind) + ")";
      case 11 -> number(inner) + comparison() + "(" + scalar(all, depth - 1) + ")";
      default -> condition(inner, all, depth - 1) + " AND " + condition(inner, all, depth - 1);
    };
  }

  private String subquery(List<Column> outer, int depth, Kind kind) {
    List<Column> inner = new ArrayList<>();
    String from = from(inner, depth);
    String column = pick(inner, kind);
    String where = where(inner, outer, depth);
    String rows = "SELECT " + column + " FROM " + from + where;
    return chance(6) ? rows + " GROUP BY " + column : rows;
  }

  private String where(List<Column> inner, List<Column> outer, int depth) {
    List<Column> all = new ArrayList<>(inner);
    all.addAll(outer);
    String where = " WHERE " + condition(inner, all, Math.max(0, depth));
    return chance(2) ? where : where + " AND " + number(inner) + " = " + number(outer);
  }

  private String scalar(List<Column> outer, int depth) {
    List<Column> inner = new ArrayList<>();
    String from = from(inner, depth);
    String where = where(inner, outer, depth);
    String column = number(inner);
    return switch (random.nextInt(6)) {
      case 0 -> "SELECT COUNT(*) FROM " + from + where;
      case 1 -> "SELECT MAX(" + column + ") FROM " + from + where;
      case 2 -> "SELECT COALESCE(MIN(" + column + "), 3) + 1 FROM " + from + where;
      case 3 -> "SELECT COUNT(DISTINCT " + column + ") FROM " + from + where;
      case 4 -> "SELECT z.b FROM t0 z WHERE z.a = " + number(outer);
      default ->
          "SELECT " + column + " FROM " + from + where + " ORDER BY " + names(inner) + " LIMIT 1";
    };
  }
}
