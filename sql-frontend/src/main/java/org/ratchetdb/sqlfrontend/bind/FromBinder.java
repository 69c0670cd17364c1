package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.sqlfrontend.ast.FromItem;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** FROM: tables, subqueries, joins, arrays. */
final class FromBinder {
  final BindContext context;
  final @Nullable Scope outer;
  final CommonTables commonTables;
  private final boolean forUpdate;

  FromBinder(
      BindContext context, @Nullable Scope outer, CommonTables commonTables, boolean forUpdate) {
    this.context = context;
    this.outer = outer;
    this.commonTables = commonTables;
    this.forUpdate = forUpdate;
  }

  /**
   * A FROM item with its names.
   *
   * @param columns as {@code *} lists them
   */
  record Result(BoundRelation relation, List<NamedColumn> columns, List<RangeVariable> variables) {}

  /** One row without columns: what a query without FROM reads. */
  static Result nothing() {
    return new Result(
        new BoundRelation.Values(List.of(List.of()), List.of()), List.of(), List.of());
  }

  Result bind(@Nullable FromItem item) {
    if (item == null) {
      return nothing();
    }
    if (item instanceof FromItem.Table table) {
      return table(table);
    }
    if (item instanceof FromItem.Join join) {
      return join(join);
    }
    if (item instanceof FromItem.Derived derived) {
      return derived(derived);
    }
    return new UnnestBinder(this).bind(item, null, false);
  }

  // Tables

  private Result table(FromItem.Table item) {
    if (item.sample() != null) {
      throw context.errors.notSupported("TABLESAMPLE", item.sample().begin());
    }
    String name = item.name().text();
    if (item.name().parts().size() == 1) {
      CommonTables.Entry entry = commonTables.find(name, context);
      if (entry != null) {
        context.hints.table(item.hints(), null);
        return commonTable(entry, item);
      }
    } else if (UnnestBinder.isArrayPath(item, outer, context)) {
      return new UnnestBinder(this).bind(item, null, false);
    }
    Table table = context.findTable(name);
    if (table != null) {
      if (item.offset() != null) {
        throw context.errors.error(
            ErrorCode.INVALID_ARGUMENT,
            "WITH OFFSET can only be used with arrays",
            item.offset().begin());
      }
      return table(table, item.alias(), context.hints.table(item.hints(), table), forUpdate);
    }
    SystemTables.SystemTable system = context.findSystemTable(name);
    if (system == null) {
      throw context.errors.tableNotFound(name, item.name().begin());
    }
    context.hints.table(item.hints(), null);
    return systemTable(system, item);
  }

  /** A table of the schema with all its columns. */
  Result table(Table table, FromItem.@Nullable Alias alias, BoundHints hints, boolean exclusive) {
    List<BoundColumn> columns = TableRows.columns(context, table);
    List<NamedColumn> names = rename(TableRows.names(context, table, columns), alias);
    return new Result(
        new BoundRelation.TableScan(table, columns, hints, exclusive),
        names,
        List.of(variable(table.name(), alias, names)));
  }

  private Result systemTable(SystemTables.SystemTable system, FromItem.Table item) {
    List<BoundColumn> columns = new ArrayList<>();
    List<NamedColumn> names = new ArrayList<>();
    for (SystemTables.SystemColumn column : system.columns()) {
      BoundColumn bound = context.newColumn(column.name(), column.type());
      columns.add(bound);
      names.add(new NamedColumn(column.name(), new BoundExpr.ColumnRef(bound), false));
    }
    names = rename(names, item.alias());
    return new Result(
        new BoundRelation.SystemTable(system.name(), columns),
        names,
        List.of(variable(qualified(item.name().text()), item.alias(), names)));
  }

  /** A system table's name with its schema, which PostgreSQL lets one leave out. */
  private static String qualified(String name) {
    return name.indexOf('.') >= 0 ? name : "pg_catalog." + name;
  }

  private Result commonTable(CommonTables.Entry entry, FromItem.Table item) {
    BoundRelation relation =
        new QueryBinder(context, null, entry.visible()).bindNested(entry.table().query());
    List<NamedColumn> names = names(relation);
    if (!entry.table().columns().isEmpty()) {
      names = rename(names, entry.table().columns(), entry.table().name().begin());
    }
    names = rename(names, item.alias());
    return new Result(relation, names, List.of(variable(item.name().text(), item.alias(), names)));
  }

  private Result derived(FromItem.Derived derived) {
    if (derived.lateral()) {
      throw context.errors.notSupported("LATERAL", derived.begin());
    }
    if (derived.sample() != null) {
      throw context.errors.notSupported("TABLESAMPLE", derived.sample().begin());
    }
    context.hints.table(derived.hints(), null);
    BoundRelation relation =
        new QueryBinder(context, outer, commonTables).bindNested(derived.query());
    List<NamedColumn> names = rename(names(relation), derived.alias());
    List<RangeVariable> variables =
        derived.alias() == null ? List.of() : List.of(variable("", derived.alias(), names));
    return new Result(relation, names, variables);
  }

  private static List<NamedColumn> names(BoundRelation relation) {
    List<NamedColumn> names = new ArrayList<>();
    for (BoundColumn column : relation.columns()) {
      names.add(new NamedColumn(column.name(), new BoundExpr.ColumnRef(column), false));
    }
    return names;
  }

  static RangeVariable variable(
      String name, FromItem.@Nullable Alias alias, List<NamedColumn> columns) {
    return alias == null
        ? new RangeVariable(name, false, columns)
        : new RangeVariable(alias.name().name(), true, columns);
  }

  List<NamedColumn> rename(List<NamedColumn> names, FromItem.@Nullable Alias alias) {
    return alias == null || alias.columns().isEmpty()
        ? names
        : rename(names, alias.columns(), alias.begin());
  }

  private List<NamedColumn> rename(
      List<NamedColumn> names, List<Identifier> renamed, int position) {
    if (renamed.size() > names.size()) {
      throw context.errors.error(
          ErrorCode.INVALID_COLUMN_REFERENCE,
          "The table has "
              + names.size()
              + " columns available but "
              + renamed.size()
              + " columns specified",
          position);
    }
    List<NamedColumn> result = new ArrayList<>(names);
    for (int i = 0; i < renamed.size(); i++) {
      NamedColumn column = names.get(i);
      result.set(i, new NamedColumn(renamed.get(i).name(), column.expr(), column.hidden()));
    }
    return result;
  }

  // Joins

  private Result join(FromItem.Join join) {
    if (join.natural()) {
      throw context.errors.notSupported("NATURAL JOIN", join.begin());
    }
    if (join.alias() != null) {
      throw context.errors.notSupported("An alias of a join", join.alias().begin());
    }
    Result left = bind(join.left());
    boolean correlated =
        join.kind() != FromItem.JoinKind.RIGHT
            && join.kind() != FromItem.JoinKind.FULL
            && UnnestBinder.isArray(join.right(), scope(left), context)
            && !UnnestBinder.standsAlone(join);
    if (correlated) {
      return new UnnestBinder(this).join(join, left);
    }
    Result right = bind(join.right());
    checkAliases(left, right, join.right().begin());
    BoundHints hints = joinHints(join);
    boolean noCondition = join.on() == null && join.using().isEmpty();
    boolean cross =
        join.kind() == FromItem.JoinKind.COMMA || join.kind() == FromItem.JoinKind.CROSS;
    if (noCondition && !cross) {
      throw context.errors.error(
          ErrorCode.SYNTAX_ERROR,
          join.kind() + " JOIN must have an immediately following ON or USING clause",
          join.right().end());
    }
    if (!join.using().isEmpty()) {
      return usingJoin(join, left, right, hints);
    }
    List<NamedColumn> columns = concat(left.columns(), right.columns());
    List<RangeVariable> variables = concat(left.variables(), right.variables());
    BoundExpr condition = null;
    if (join.on() != null) {
      Scope scope = new Scope(outer, columns, variables, List.of());
      condition =
          new ExpressionBinder(context, scope, commonTables, "JOIN ON clause")
              .bindCondition(join.on(), "JOIN ON clause");
    }
    return new Result(relation(join, left, right, condition, hints), columns, variables);
  }

  Scope scope(Result result) {
    return new Scope(outer, result.columns(), result.variables(), List.of());
  }

  BoundHints joinHints(FromItem.Join join) {
    BoundHints hints = context.hints.join(join.hints());
    if (!join.hash()) {
      return hints;
    }
    if (hints.values().containsKey("JOIN_METHOD")) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "HASH JOIN cannot be used with a JOIN_METHOD hint",
          join.right().begin());
    }
    Map<String, String> values = new LinkedHashMap<>(hints.values());
    values.put("JOIN_METHOD", "HASH_JOIN");
    return new BoundHints(values);
  }

  void checkAliases(Result left, Result right, int position) {
    for (RangeVariable added : right.variables()) {
      for (RangeVariable known : left.variables()) {
        boolean same =
            context.sameName(added.name(), known.name())
                || (added.alias() == known.alias()
                    && !added.name().contains(".")
                    && context.sameName(added.shortName(), known.name()));
        if (same && !added.name().isEmpty()) {
          throw context.errors.error(
              ErrorCode.DUPLICATE_ALIAS,
              "Duplicate table alias " + added.name() + " in the same FROM clause",
              "table name \"" + added.name() + "\" specified more than once",
              position);
        }
      }
    }
  }

  /** A right join is a left join of the sides exchanged; names keep their order. */
  private static BoundRelation relation(
      FromItem.Join join,
      Result left,
      Result right,
      @Nullable BoundExpr condition,
      BoundHints hints) {
    return switch (join.kind()) {
      case COMMA, CROSS, INNER ->
          new BoundRelation.Join(
              BoundRelation.JoinKind.INNER, left.relation(), right.relation(), condition, hints);
      case LEFT ->
          new BoundRelation.Join(
              BoundRelation.JoinKind.LEFT, left.relation(), right.relation(), condition, hints);
      case RIGHT ->
          new BoundRelation.Join(
              BoundRelation.JoinKind.LEFT,
              right.relation(),
              left.relation(),
              condition,
              exchanged(hints));
      case FULL ->
          new BoundRelation.Join(
              BoundRelation.JoinKind.FULL, left.relation(), right.relation(), condition, hints);
    };
  }

  /** Hints that name a side mean the sides as written. */
  private static BoundHints exchanged(BoundHints hints) {
    String side = hints.values().get("HASH_JOIN_BUILD_SIDE");
    if (side == null) {
      return hints;
    }
    Map<String, String> values = new LinkedHashMap<>(hints.values());
    values.put("HASH_JOIN_BUILD_SIDE", side.equals("BUILD_LEFT") ? "BUILD_RIGHT" : "BUILD_LEFT");
    return new BoundHints(values);
  }

  private Result usingJoin(FromItem.Join join, Result left, Result right, BoundHints hints) {
    List<NamedColumn> merged = new ArrayList<>();
    List<BoundExpr> conditions = new ArrayList<>();
    Scope scope =
        new Scope(outer, List.of(), concat(left.variables(), right.variables()), List.of());
    ExpressionBinder binder = new ExpressionBinder(context, scope, commonTables, "USING clause");
    for (Identifier name : join.using()) {
      NamedColumn a = usingColumn(name, left, "left");
      NamedColumn b = usingColumn(name, right, "right");
      conditions.add(binder.operators().compare("eq", "=", a.expr(), b.expr(), name.begin()));
      BoundExpr value =
          switch (join.kind()) {
            case RIGHT -> b.expr();
            case FULL -> {
              List<BoundExpr> both = new ArrayList<>(List.of(a.expr(), b.expr()));
              SqlType type = binder.unify(both, "USING", name.begin());
              yield new BoundExpr.Coalesce(both, type);
            }
            default -> a.expr();
          };
      merged.add(new NamedColumn(a.name(), value, false));
    }
    List<NamedColumn> columns = new ArrayList<>(merged);
    addUnmerged(left.columns(), join.using(), columns);
    addUnmerged(right.columns(), join.using(), columns);
    BoundExpr condition =
        conditions.size() == 1 ? conditions.get(0) : new BoundExpr.And(conditions);
    return new Result(
        relation(join, left, right, condition, hints),
        columns,
        concat(left.variables(), right.variables()));
  }

  private NamedColumn usingColumn(Identifier name, Result side, String which) {
    NamedColumn found = null;
    for (NamedColumn column : side.columns()) {
      if (context.sameName(column.name(), name.name())) {
        if (found != null) {
          throw context.errors.error(
              ErrorCode.AMBIGUOUS_COLUMN,
              "Column " + name + " in USING clause is ambiguous on " + which + " side of join",
              "common column name \"" + name + "\" appears more than once in " + which + " table",
              name.begin());
        }
        found = column;
      }
    }
    if (found == null) {
      throw context.errors.error(
          ErrorCode.UNDEFINED_COLUMN,
          "Column " + name + " in USING clause not found on " + which + " side of join",
          "column \"" + name + "\" specified in USING clause does not exist in " + which + " table",
          name.begin());
    }
    return found;
  }

  private void addUnmerged(List<NamedColumn> from, List<Identifier> using, List<NamedColumn> into) {
    for (NamedColumn column : from) {
      boolean merged = false;
      for (Identifier name : using) {
        merged |= context.sameName(column.name(), name.name());
      }
      if (!merged) {
        into.add(column);
      }
    }
  }

  static <T> List<T> concat(List<T> a, List<T> b) {
    List<T> all = new ArrayList<>(a.size() + b.size());
    all.addAll(a);
    all.addAll(b);
    return all;
  }
}
