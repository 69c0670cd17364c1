package org.ratchetdb.planner.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.planner.explain.ExpressionPrinter.OuterRow;
import org.ratchetdb.planner.physical.AccessPath;
import org.ratchetdb.planner.physical.AggregateCall;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.KeyCondition;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.planner.physical.SortKey;

/**
 * Draws plans, with the operator names that Spanner's plans have where there is such an operator.
 */
public final class PlanExplainer {
  private final Function<PhysicalPlan, Map<String, String>> measures;

  private PlanExplainer(Function<PhysicalPlan, Map<String, String>> measures) {
    this.measures = measures;
  }

  /** The plan as indented text, one operator or condition a line. */
  public static String text(PhysicalPlan plan) {
    return String.join("\n", explain(plan).lines());
  }

  public static ExplainNode explain(PhysicalPlan plan) {
    return explain(plan, node -> Map.of());
  }

  /**
   * The plan with what its operators did.
   *
   * @param measures of the operator of a node, in the order to be shown
   */
  public static ExplainNode explain(
      PhysicalPlan plan, Function<PhysicalPlan, Map<String, String>> measures) {
    return new PlanExplainer(measures).explainPlan(plan);
  }

  private ExplainNode explainPlan(PhysicalPlan plan) {
    if (plan instanceof DmlPlan dml) {
      return explainDml(dml);
    }
    return explainQuery((PhysicalPlan.Query) plan, Map.of());
  }

  private ExplainNode explainDml(DmlPlan dml) {
    Map<String, String> attributes = new LinkedHashMap<>();
    String operation = dml.getClass().getSimpleName();
    attributes.put("Operation", operation);
    attributes.put("Table", dml.table().name());
    if (dml instanceof DmlPlan.Insert insert) {
      attributes.put("Columns", columnNames(dml.table(), insert.columnIds()));
      if (insert.onConflict() != DmlPlan.OnConflict.FAIL) {
        attributes.put("On conflict", insert.onConflict().name());
      }
    } else if (dml instanceof DmlPlan.Update update) {
      attributes.put("Columns", columnNames(dml.table(), update.setColumnIds()));
    }
    if (!dml.returning().isEmpty()) {
      attributes.put("Returning", Integer.toString(dml.returning().size()));
    }
    return new ExplainNode(
        "Apply Mutations",
        attributes,
        Map.of(),
        measures.apply(dml),
        List.of(explainQuery(dml.source(), Map.of())));
  }

  private static String columnNames(Table table, List<Integer> columnIds) {
    return columnIds.stream()
        .map(id -> table.column(id).name())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /**
   * @param outerRows the outer rows in scope, by correlation id
   */
  private ExplainNode explainQuery(PhysicalPlan.Query plan, Map<Integer, OuterRow> outerRows) {
    List<ExplainNode> children = new ArrayList<>();
    if (plan instanceof PhysicalPlan.Apply apply) {
      Map<Integer, OuterRow> inner = new HashMap<>(outerRows);
      inner.put(apply.correlationId(), new OuterRow(outerRows.size(), apply.left().output()));
      children.add(explainQuery(apply.left(), outerRows));
      children.add(explainQuery(apply.right(), inner));
    } else {
      plan.inputs().forEach(input -> children.add(explainQuery(input, outerRows)));
    }
    Drawing drawing = new Drawing(outerRows);
    String name = drawing.draw(plan);
    return new ExplainNode(
        name, drawing.attributes, drawing.conditions, measures.apply(plan), children);
  }

  /** Name and properties of one operator. */
  private static final class Drawing {
    final Map<String, String> attributes = new LinkedHashMap<>();
    final Map<String, String> conditions = new LinkedHashMap<>();
    private final Map<Integer, OuterRow> outerRows;

    Drawing(Map<Integer, OuterRow> outerRows) {
      this.outerRows = outerRows;
    }

    private ExpressionPrinter over(List<OutputColumn> columns) {
      return ExpressionPrinter.over(columns, outerRows);
    }

    String draw(PhysicalPlan.Query plan) {
      if (plan instanceof PhysicalPlan.Scan scan) {
        return scan(scan);
      } else if (plan instanceof PhysicalPlan.BackJoin join) {
        attributes.put("Table", join.path().table().name());
        lock(join.lock());
        condition("Residual Condition", join.residual(), over(join.output()));
        return "Back Join";
      } else if (plan instanceof PhysicalPlan.SystemTableScan scan) {
        attributes.put("Table", scan.name());
        return "System Table Scan";
      } else if (plan instanceof PhysicalPlan.Filter filter) {
        condition("Condition", filter.condition(), over(filter.output()));
        return "Filter";
      } else if (plan instanceof PhysicalPlan.Project project) {
        ExpressionPrinter printer = over(project.input().output());
        conditions.put("Columns", printer.list(project.expressions()));
        return "Compute";
      } else if (plan instanceof PhysicalPlan.Limit limit) {
        window(limit.offset(), limit.count());
        return "Limit";
      } else if (plan instanceof PhysicalPlan.Sort sort) {
        window(sort.offset(), sort.count());
        conditions.put("Key", order(sort.keys(), sort.output()));
        return sort.count() == null ? "Sort" : "Sort Limit";
      } else if (plan instanceof PhysicalPlan.Aggregate aggregate) {
        return aggregate(aggregate);
      } else if (plan instanceof PhysicalPlan.DistributedUnion) {
        return "Distributed Union";
      } else if (plan instanceof PhysicalPlan.UnionAll) {
        return "Union All";
      } else if (plan instanceof PhysicalPlan.SetOp setOp) {
        return words(setOp.kind().name());
      } else if (plan instanceof PhysicalPlan.Values values) {
        return values(values);
      } else if (plan instanceof PhysicalPlan.Unnest unnest) {
        ExpressionPrinter printer = over(unnest.input().output());
        conditions.put("Array", printer.print(unnest.array()));
        return unnest.outer() ? "Outer Array Unnest" : "Array Unnest";
      }
      return join(plan);
    }

    private String scan(PhysicalPlan.Scan scan) {
      AccessPath path = scan.path();
      Index index = path.index();
      if (index == null) {
        attributes.put("Table", path.table().name());
      } else {
        attributes.put("Index", index.name());
      }
      if (scan.keys().columns().isEmpty() && !keyParts(path).isEmpty()) {
        attributes.put("Full scan", "true");
      }
      if (scan.reverse()) {
        attributes.put("Direction", "Reverse");
      }
      PhysicalExpr limit = scan.limit();
      ExpressionPrinter printer = over(scan.output());
      if (limit != null) {
        attributes.put("Limit", printer.print(limit));
      }
      lock(scan.lock());
      if (!scan.keys().columns().isEmpty()) {
        conditions.put("Seek Condition", seek(scan, printer));
      }
      condition("Residual Condition", scan.residual(), printer);
      return index == null ? "Table Scan" : "Index Scan";
    }

    private void lock(PhysicalPlan.ScanLock lock) {
      if (lock.isExclusive()) {
        attributes.put("Lock", "Exclusive");
      }
    }

    /** Parts of the stored key that conditions can name. */
    private static List<KeyPart> keyParts(AccessPath path) {
      Index index = path.index();
      if (index == null) {
        return path.table().primaryKey();
      }
      List<KeyPart> parts = new ArrayList<>(index.keyParts());
      for (KeyPart part : path.table().primaryKey()) {
        if (index.keyParts().stream().noneMatch(p -> p.columnId() == part.columnId())) {
          parts.add(part);
        }
      }
      return parts;
    }

    private static String seek(PhysicalPlan.Scan scan, ExpressionPrinter printer) {
      List<KeyPart> parts = keyParts(scan.path());
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < scan.keys().columns().size(); i++) {
        String column = scan.path().table().column(parts.get(i).columnId()).name();
        texts.add("(" + seek(column, scan.keys().columns().get(i), printer) + ")");
      }
      return String.join(" AND ", texts);
    }

    private static String seek(
        String column, KeyCondition.ColumnCondition condition, ExpressionPrinter printer) {
      if (condition instanceof KeyCondition.Equals equals) {
        return column + " = " + printer.print(equals.value());
      } else if (condition instanceof KeyCondition.IsNull) {
        return column + " IS NULL";
      } else if (condition instanceof KeyCondition.In in) {
        return column + " IN (" + printer.list(in.values()) + ")";
      } else if (condition instanceof KeyCondition.Range range) {
        List<String> bounds = new ArrayList<>();
        PhysicalExpr lower = range.lower();
        PhysicalExpr upper = range.upper();
        if (lower != null) {
          bounds.add(column + (range.lowerInclusive() ? " >= " : " > ") + printer.print(lower));
        }
        if (upper != null) {
          bounds.add(column + (range.upperInclusive() ? " <= " : " < ") + printer.print(upper));
        }
        return String.join(" AND ", bounds);
      }
      return column + " IS NOT NULL";
    }

    private void condition(
        String name, @Nullable PhysicalExpr condition, ExpressionPrinter printer) {
      if (condition != null) {
        conditions.put(name, printer.print(condition));
      }
    }

    private void window(@Nullable PhysicalExpr offset, @Nullable PhysicalExpr count) {
      ExpressionPrinter printer = over(List.of());
      if (count != null) {
        attributes.put("Limit", printer.print(count));
      }
      if (offset != null) {
        attributes.put("Offset", printer.print(offset));
      }
    }

    private static String order(List<SortKey> keys, List<OutputColumn> columns) {
      return keys.stream()
          .map(
              key ->
                  ExpressionPrinter.columnName(columns, key.ordinal())
                      + (key.descending() ? " DESC" : " ASC")
                      + (key.nullsFirst() == key.descending()
                          ? (key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST")
                          : ""))
          .collect(Collectors.joining(", "));
    }

    private String aggregate(PhysicalPlan.Aggregate aggregate) {
      List<OutputColumn> input = aggregate.input().output();
      if (aggregate.groupKeys().isEmpty()) {
        attributes.put("Scalar aggregate", "true");
      } else {
        attributes.put("Iterator type", aggregate.streaming() ? "Stream" : "Hash");
        conditions.put("Key", columns(aggregate.groupKeys(), input));
      }
      if (!aggregate.aggregates().isEmpty()) {
        conditions.put(
            "Agg",
            aggregate.aggregates().stream()
                .map(call -> call(call, input))
                .collect(Collectors.joining(", ")));
      }
      return "Aggregate";
    }

    private static String call(AggregateCall call, List<OutputColumn> input) {
      StringBuilder text = new StringBuilder(call.kernel().toUpperCase(Locale.ROOT));
      text.append('(').append(call.distinct() ? "DISTINCT " : "");
      text.append(columns(call.arguments(), input));
      if (!call.orderBy().isEmpty()) {
        text.append(" ORDER BY ").append(order(call.orderBy(), input));
      }
      text.append(')');
      if (call.filter() >= 0) {
        text.append(" FILTER ").append(ExpressionPrinter.columnName(input, call.filter()));
      }
      return text.toString();
    }

    private static String columns(List<Integer> ordinals, List<OutputColumn> columns) {
      return ordinals.stream()
          .map(ordinal -> ExpressionPrinter.columnName(columns, ordinal))
          .collect(Collectors.joining(", "));
    }

    private String values(PhysicalPlan.Values values) {
      if (values.rows().isEmpty()) {
        return "Empty Relation";
      }
      if (values.rows().size() == 1 && values.output().isEmpty()) {
        return "Unit Relation";
      }
      attributes.put("Rows", Integer.toString(values.rows().size()));
      return "Generate Relation";
    }

    private String join(PhysicalPlan.Query plan) {
      if (plan instanceof PhysicalPlan.HashJoin join) {
        attributes.put("Join type", words(join.kind().name()));
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < join.leftKeys().size(); i++) {
          keys.add(equality(join, join.leftKeys().get(i), join.rightKeys().get(i)));
        }
        conditions.put("Condition", String.join(" AND ", keys));
        condition("Residual Condition", join.residual(), both(join));
        return "Hash Join";
      } else if (plan instanceof PhysicalPlan.MergeJoin join) {
        attributes.put("Join type", words(join.kind().name()));
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < join.leftKeys().size(); i++) {
          keys.add(
              equality(join, join.leftKeys().get(i).ordinal(), join.rightKeys().get(i).ordinal()));
        }
        conditions.put("Condition", String.join(" AND ", keys));
        condition("Residual Condition", join.residual(), both(join));
        return "Merge Join";
      } else if (plan instanceof PhysicalPlan.NestedLoopJoin join) {
        attributes.put("Join type", words(join.kind().name()));
        condition("Condition", join.condition(), both(join));
        return "Loop Join";
      }
      PhysicalPlan.Apply apply = (PhysicalPlan.Apply) plan;
      attributes.put("Outer", "$outer" + outerRows.size());
      condition("Condition", apply.condition(), both(apply));
      return switch (apply.kind()) {
        case INNER -> "Cross Apply";
        case LEFT, FULL -> "Outer Apply";
        case SEMI -> "Semi Apply";
        case ANTI, ANTI_NULL_AWARE -> "Anti-semi Apply";
      };
    }

    private ExpressionPrinter both(PhysicalPlan.Query join) {
      List<OutputColumn> columns = new ArrayList<>(join.inputs().get(0).output());
      columns.addAll(join.inputs().get(1).output());
      return over(columns);
    }

    private static String equality(PhysicalPlan.Query join, int left, int right) {
      return "("
          + ExpressionPrinter.columnName(join.inputs().get(0).output(), left)
          + " = "
          + ExpressionPrinter.columnName(join.inputs().get(1).output(), right)
          + ")";
    }

    /** {@code EXCEPT_ALL} as {@code Except All}. */
    private static String words(String constant) {
      StringBuilder text = new StringBuilder();
      for (String word : constant.split("_", -1)) {
        text.append(text.length() == 0 ? "" : " ").append(word.charAt(0));
        text.append(word.substring(1).toLowerCase(Locale.ROOT));
      }
      return text.toString();
    }
  }
}
