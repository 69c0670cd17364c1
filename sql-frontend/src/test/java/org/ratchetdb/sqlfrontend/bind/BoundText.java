package org.ratchetdb.sqlfrontend.bind;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;
import org.ratchetdb.sqlfrontend.bound.BoundColumn;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundParameter;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

/**
 * Bound trees as text for the scripts. A literal shows its type unless it is BOOL, INT64 or STRING,
 * and {@code !} when it has lost its position; columns of one name are told apart by a number.
 */
final class BoundText {
  private final Dialect dialect;
  private final List<String> lines = new ArrayList<>();
  private final List<BoundColumn> seen = new ArrayList<>();

  BoundText(Dialect dialect) {
    this.dialect = dialect;
  }

  String statement(BoundStatement statement) {
    if (statement instanceof BoundStatement.Query query) {
      outputs(query.relation().columns());
      relation(query.relation(), 0);
    } else if (statement instanceof BoundStatement.Insert insert) {
      insert(insert);
    } else if (statement instanceof BoundStatement.Update update) {
      update(update);
    } else if (statement instanceof BoundStatement.Delete delete) {
      line(0, "delete " + delete.table().name() + hints(delete.target().hints()));
      see(delete.target().columns());
      line(1, "where " + expr(delete.condition()));
      returning(delete.returning());
    }
    if (!statement.parameters().isEmpty()) {
      List<String> parameters = new ArrayList<>();
      for (BoundParameter parameter : statement.parameters()) {
        parameters.add(parameter.name() + " " + parameter.type());
      }
      line(0, "parameters: " + String.join(", ", parameters));
    }
    if (!statement.hints().values().isEmpty()) {
      line(0, "hints:" + hints(statement.hints()));
    }
    return String.join("\n", lines);
  }

  private void outputs(List<BoundColumn> columns) {
    List<String> texts = new ArrayList<>();
    for (BoundColumn column : columns) {
      texts.add((column.name().isEmpty() ? "_" : column.name()) + " " + column.type());
    }
    line(0, "(" + String.join(", ", texts) + ")");
  }

  private void insert(BoundStatement.Insert insert) {
    String conflict =
        insert.onConflict() == BoundStatement.OnConflict.FAIL
            ? ""
            : " on conflict "
                + insert.onConflict()
                + " "
                + columns(insert, insert.updateColumnIds());
    line(
        0,
        "insert " + insert.table().name() + " " + columns(insert, insert.columnIds()) + conflict);
    relation(insert.source(), 1);
    see(insert.rowColumns());
    computed("default", insert.table(), insert.defaults());
    computed("generated", insert.table(), insert.generated());
    returning(insert.returning());
  }

  private static String columns(BoundStatement.Insert insert, List<Integer> ids) {
    List<String> names = new ArrayList<>();
    for (int id : ids) {
      names.add(insert.table().column(id).name());
    }
    return "(" + String.join(", ", names) + ")";
  }

  private void update(BoundStatement.Update update) {
    line(0, "update " + update.table().name() + hints(update.target().hints()));
    see(update.target().columns());
    computed("set", update.table(), update.assignments());
    line(1, "where " + expr(update.condition()));
    see(update.rowColumns());
    computed("generated", update.table(), update.generated());
    returning(update.returning());
  }

  private void computed(
      String word,
      org.ratchetdb.catalog.model.Table table,
      List<BoundStatement.ComputedColumn> columns) {
    for (BoundStatement.ComputedColumn column : columns) {
      line(1, word + " " + table.column(column.columnId()).name() + " = " + expr(column.value()));
    }
  }

  private void returning(BoundStatement.@Nullable Returning returning) {
    if (returning != null) {
      line(1, "returning " + project(returning.expressions(), returning.columns()));
    }
  }

  private void relation(BoundRelation relation, int depth) {
    if (relation instanceof BoundRelation.TableScan scan) {
      line(
          depth,
          "scan "
              + scan.table().name()
              + hints(scan.hints())
              + (scan.forUpdate() ? " locked" : ""));
      see(scan.columns());
    } else if (relation instanceof BoundRelation.SystemTable system) {
      line(depth, "system " + system.name());
      see(system.columns());
    } else if (relation instanceof BoundRelation.Values values) {
      List<String> rows = new ArrayList<>();
      for (List<BoundExpr> row : values.rows()) {
        rows.add(exprs(row));
      }
      line(depth, "values " + String.join(", ", rows));
      see(values.columns());
    } else if (relation instanceof BoundRelation.Filter filter) {
      int at = reserve();
      relation(filter.input(), depth + 1);
      fill(at, depth, "filter " + expr(filter.condition()));
    } else if (relation instanceof BoundRelation.Project project) {
      int at = reserve();
      relation(project.input(), depth + 1);
      fill(at, depth, "project " + project(project.expressions(), project.columns()));
    } else if (relation instanceof BoundRelation.Join join) {
      int at = reserve();
      relation(join.left(), depth + 1);
      relation(join.right(), depth + 1);
      String on = join.condition() == null ? "" : " " + expr(join.condition());
      fill(
          at,
          depth,
          join.kind().name().toLowerCase(java.util.Locale.ROOT)
              + " join"
              + on
              + hints(join.hints()));
    } else if (relation instanceof BoundRelation.Unnest unnest) {
      int at = reserve();
      relation(unnest.input(), depth + 1);
      String text = "unnest " + expr(unnest.array()) + (unnest.outer() ? " outer" : "");
      see(List.of(unnest.element()));
      if (unnest.offset() != null) {
        see(List.of(unnest.offset()));
        text += " offset " + name(unnest.offset());
      }
      fill(at, depth, text + " as " + name(unnest.element()));
    } else if (relation instanceof BoundRelation.Aggregate aggregate) {
      aggregate(aggregate, depth);
    } else if (relation instanceof BoundRelation.Sort sort) {
      int at = reserve();
      relation(sort.input(), depth + 1);
      fill(at, depth, "sort " + items(sort.items()));
    } else if (relation instanceof BoundRelation.Limit limit) {
      int at = reserve();
      relation(limit.input(), depth + 1);
      fill(
          at,
          depth,
          "limit "
              + (limit.count() == null ? "all" : expr(limit.count()))
              + (limit.offset() == null ? "" : " offset " + expr(limit.offset())));
    } else if (relation instanceof BoundRelation.SetOp setOp) {
      int at = reserve();
      for (BoundRelation input : setOp.inputs()) {
        relation(input, depth + 1);
      }
      fill(at, depth, setOp.operation().name().toLowerCase(java.util.Locale.ROOT));
      see(setOp.columns());
    }
  }

  private void aggregate(BoundRelation.Aggregate aggregate, int depth) {
    int at = reserve();
    relation(aggregate.input(), depth + 1);
    String keys = exprs(aggregate.keys());
    List<String> calls = new ArrayList<>();
    for (BoundRelation.AggregateCall call : aggregate.calls()) {
      calls.add(
          call.function().kernel()
              + "("
              + (call.distinct() ? "distinct " : "")
              + exprs(call.arguments()).replaceAll("^\\(|\\)$", "")
              + (call.ignoreNulls() ? " ignore nulls" : "")
              + (call.orderBy().isEmpty() ? "" : " order " + items(call.orderBy()))
              + (call.limit() == null ? "" : " limit " + expr(call.limit()))
              + ")"
              + (call.filter() == null ? "" : " filter " + expr(call.filter())));
    }
    see(aggregate.keyColumns());
    see(aggregate.callColumns());
    fill(at, depth, "aggregate " + keys + (calls.isEmpty() ? "" : " " + String.join(", ", calls)));
  }

  private String project(List<BoundExpr> expressions, List<BoundColumn> columns) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      String name = columns.get(i).name();
      String text = expr(expressions.get(i));
      items.add(text.equals(name) || name.isEmpty() ? text : name + " = " + text);
    }
    see(columns);
    return String.join(", ", items);
  }

  private String items(List<BoundRelation.SortItem> items) {
    List<String> texts = new ArrayList<>();
    for (BoundRelation.SortItem item : items) {
      texts.add(
          expr(item.expression())
              + (item.descending() ? " desc" : "")
              + (item.nullsFirst() ? " nulls first" : " nulls last"));
    }
    return String.join(", ", texts);
  }

  private String exprs(List<BoundExpr> exprs) {
    List<String> texts = new ArrayList<>();
    for (BoundExpr expr : exprs) {
      texts.add(expr(expr));
    }
    return "(" + String.join(", ", texts) + ")";
  }

  String expr(BoundExpr expr) {
    if (expr instanceof BoundExpr.Literal literal) {
      return literal(literal);
    }
    if (expr instanceof BoundExpr.Parameter parameter) {
      return "$" + (parameter.index() + 1) + ":" + parameter.type();
    }
    if (expr instanceof BoundExpr.ColumnRef ref) {
      return name(ref.column());
    }
    if (expr instanceof BoundExpr.Call call) {
      return call.function().kernel() + exprs(call.arguments());
    }
    if (expr instanceof BoundExpr.And and) {
      return "and" + exprs(and.operands());
    }
    if (expr instanceof BoundExpr.Or or) {
      return "or" + exprs(or.operands());
    }
    if (expr instanceof BoundExpr.Not not) {
      return "not(" + expr(not.operand()) + ")";
    }
    if (expr instanceof BoundExpr.IsNull isNull) {
      return "is_null(" + expr(isNull.operand()) + ")";
    }
    if (expr instanceof BoundExpr.Case cases) {
      StringBuilder out = new StringBuilder("case(");
      for (BoundExpr.When when : cases.whens()) {
        out.append(expr(when.condition())).append(" → ").append(expr(when.result())).append(", ");
      }
      return out.append(expr(cases.otherwise())).append(")").toString();
    }
    if (expr instanceof BoundExpr.Coalesce coalesce) {
      return "coalesce" + exprs(coalesce.operands());
    }
    if (expr instanceof BoundExpr.Cast cast) {
      String modifiers =
          (cast.lengthMax() > 0 ? "(" + cast.lengthMax() + ")" : "")
              + (cast.numericPrecision() > 0
                  ? "(" + cast.numericPrecision() + "," + cast.numericScale() + ")"
                  : "");
      return (cast.explicit() ? cast.safe() ? "SAFE_CAST(" : "CAST(" : "cast(")
          + expr(cast.operand())
          + " "
          + cast.type()
          + modifiers
          + ")";
    }
    if (expr instanceof BoundExpr.InList in) {
      return "in(" + expr(in.operand()) + ", " + exprs(in.list()) + ")";
    }
    if (expr instanceof BoundExpr.Subquery subquery) {
      return subquery(subquery);
    }
    if (expr instanceof BoundExpr.NextSequenceValue next) {
      return "next(" + next.sequenceId() + ")";
    }
    return "pending_commit_timestamp";
  }

  /** On one line, for a subquery is part of an expression. */
  private String subquery(BoundExpr.Subquery subquery) {
    String operand = subquery.operand() == null ? "" : expr(subquery.operand()) + ", ";
    BoundText inner = new BoundText(dialect);
    inner.seen.addAll(seen);
    inner.relation(subquery.query(), 0);
    List<String> parts = new ArrayList<>();
    for (String line : inner.lines) {
      parts.add(line.strip());
    }
    return subquery.kind().name().toLowerCase(java.util.Locale.ROOT)
        + "["
        + operand
        + String.join(" < ", parts)
        + "]";
  }

  private String literal(BoundExpr.Literal literal) {
    Value value = literal.value();
    String lost = literal.position() < 0 ? "!" : "";
    if (value.isNull()) {
      return "NULL:" + value.type() + lost;
    }
    String text = Values.format(value, dialect, ZoneOffset.UTC);
    return switch (value.type().kind()) {
      case BOOL, INT64 -> text + lost;
      case STRING -> "'" + text + "'" + lost;
      default ->
          text + ":" + (value.type().is(TypeKind.PG_NUMERIC) ? "numeric" : value.type()) + lost;
    };
  }

  private String name(BoundColumn column) {
    int same = 0;
    for (BoundColumn other : seen) {
      if (other.id() == column.id()) {
        break;
      }
      same += other.name().equals(column.name()) ? 1 : 0;
    }
    String name = column.name().isEmpty() ? "_" : column.name();
    return same == 0 ? name : name + "#" + (same + 1);
  }

  private void see(List<BoundColumn> columns) {
    seen.addAll(columns);
  }

  private static String hints(BoundHints hints) {
    if (hints.values().isEmpty()) {
      return "";
    }
    List<String> texts = new ArrayList<>();
    new java.util.TreeMap<>(hints.values()).forEach((key, value) -> texts.add(key + "=" + value));
    return " {" + String.join(", ", texts) + "}";
  }

  private int reserve() {
    lines.add("");
    return lines.size() - 1;
  }

  private void fill(int at, int depth, String text) {
    lines.set(at, "  ".repeat(depth) + text);
  }

  private void line(int depth, String text) {
    lines.add("  ".repeat(depth) + text);
  }
}
