package org.ratchetdb.planner.cost;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.context.ColumnStatistics;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.expression.Comparisons;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.physical.PhysicalExpr;

/**
 * Guesses how many rows of a table pass a condition. Where nobody counted the values of a column,
 * keys tell: a unique column has as many values as rows, the parent's key as many as the parent has
 * rows, and a column that somebody found worth an index more than one that nobody did.
 */
public final class Selectivity {
  /** {@code a < x} with nothing known about a. */
  public static final double OPEN_RANGE = 1.0 / 3;

  private static final double PATTERN = 0.05;
  private static final double NOT_EQUAL = 0.9;
  private static final double LEAST = 1e-9;
  private static final double IN_LIST_MAX = 0.9;
  private static final double NULL = 0.05;
  private static final double UNKNOWN = 0.25;
  private static final double INDEXED_EXPONENT = 0.8;
  private static final double PLAIN_EXPONENT = 0.3;
  private static final double PLAIN_VALUES_MIN = 10;

  private final PlanningContext context;

  public Selectivity(PlanningContext context) {
    this.context = context;
  }

  /** Rows of the table, at least 1. */
  public double rows(Table table) {
    return Math.max(1, context.statistics().rowCount(table));
  }

  /** Distinct values of the column, between 1 and the rows of the table. */
  public double distinct(Table table, int columnId) {
    double rows = rows(table);
    return Math.max(1, Math.min(rows, distinctUnbounded(table, columnId, rows)));
  }

  private double distinctUnbounded(Table table, int columnId, double rows) {
    ColumnStatistics statistics = context.statistics().column(table, columnId);
    if (statistics != null) {
      return statistics.distinctValues();
    }
    long counted = context.statistics().distinctValues(table, columnId);
    if (counted >= 0) {
      return counted;
    }
    if (isOnlyPart(table.primaryKey(), columnId)) {
      return rows;
    }
    Interleave interleave = table.interleave();
    if (interleave != null && context.schema().hasTable(interleave.parentTableId())) {
      Table parent = context.schema().table(interleave.parentTableId());
      for (int i = 0; i < parent.primaryKey().size() && i < table.primaryKey().size(); i++) {
        if (table.primaryKey().get(i).columnId() == columnId) {
          return distinct(parent, parent.primaryKey().get(i).columnId());
        }
      }
    }
    boolean leadsIndex = leads(table.primaryKey(), columnId);
    for (Index index : context.schema().indexesOf(table.id())) {
      if (index.unique() && isOnlyPart(index.keyParts(), columnId)) {
        return rows;
      }
      leadsIndex |= leads(index.keyParts(), columnId);
    }
    if (table.column(columnId).type().is(TypeKind.BOOL)) {
      return 2;
    }
    if (leadsIndex || table.isKeyColumn(columnId)) {
      return Math.pow(rows, INDEXED_EXPONENT);
    }
    return Math.max(PLAIN_VALUES_MIN, Math.pow(rows, PLAIN_EXPONENT));
  }

  private static boolean isOnlyPart(List<KeyPart> parts, int columnId) {
    return parts.size() == 1 && parts.get(0).columnId() == columnId;
  }

  private static boolean leads(List<KeyPart> parts, int columnId) {
    return !parts.isEmpty() && parts.get(0).columnId() == columnId;
  }

  /** Part of the table's rows that pass all of the conditions over its columns. */
  public double ofAll(Table table, List<PhysicalExpr> conjuncts) {
    double result = 1;
    Map<Integer, double[]> ranges = new HashMap<>();
    for (PhysicalExpr conjunct : conjuncts) {
      if (!narrow(table, conjunct, ranges)) {
        result *= of(table, conjunct);
      }
    }
    for (double[] range : ranges.values()) {
      result *= Math.max(LEAST, Math.min(1, range[1] - range[0]));
    }
    return result;
  }

  /**
   * Takes a comparison of a column with a value whose place among the column's values is known:
   * what lies between the bounds of one column is not a product of two parts.
   *
   * @param ranges by column ordinal, the parts of the rows below the lower and the upper bound
   */
  private boolean narrow(Table table, PhysicalExpr condition, Map<Integer, double[]> ranges) {
    if (!(condition instanceof PhysicalExpr.Call call) || call.arguments().size() != 2) {
      return false;
    }
    PhysicalExpr left = call.arguments().get(0);
    PhysicalExpr right = call.arguments().get(1);
    boolean columnFirst = left instanceof PhysicalExpr.InputRef;
    PhysicalExpr column = columnFirst ? left : right;
    PhysicalExpr bound = columnFirst ? right : left;
    if (!(column instanceof PhysicalExpr.InputRef ref)
        || !(bound instanceof PhysicalExpr.Literal literal)) {
      return false;
    }
    boolean upper;
    boolean upTo;
    switch (Comparisons.nameOrKernel(call.kernel())) {
      case "lt" -> {
        upper = columnFirst;
        upTo = !columnFirst;
      }
      case "le" -> {
        upper = columnFirst;
        upTo = columnFirst;
      }
      case "gt" -> {
        upper = !columnFirst;
        upTo = columnFirst;
      }
      case "ge" -> {
        upper = !columnFirst;
        upTo = !columnFirst;
      }
      default -> {
        return false;
      }
    }
    ColumnStatistics statistics = statistics(table, ref);
    double below = statistics == null ? -1 : statistics.below(literal.value(), upTo);
    if (statistics == null || below < 0) {
      return false;
    }
    double[] range =
        ranges.computeIfAbsent(
            ref.ordinal(), absent -> new double[] {0, 1 - statistics.nullFraction()});
    if (upper) {
      range[1] = Math.min(range[1], below);
    } else {
      range[0] = Math.max(range[0], below);
    }
    return true;
  }

  private @Nullable ColumnStatistics statistics(Table table, PhysicalExpr.InputRef ref) {
    return context.statistics().column(table, table.columns().get(ref.ordinal()).id());
  }

  /** Part of the table's rows that pass a condition over its columns, in (0, 1]. */
  public double of(Table table, PhysicalExpr condition) {
    double result = estimate(table, condition);
    return Math.max(LEAST, Math.min(1, result));
  }

  private double estimate(Table table, PhysicalExpr condition) {
    if (condition instanceof PhysicalExpr.And and) {
      return ofAll(table, and.operands());
    } else if (condition instanceof PhysicalExpr.Or or) {
      double none = 1;
      for (PhysicalExpr operand : or.operands()) {
        none *= 1 - of(table, operand);
      }
      return 1 - none;
    } else if (condition instanceof PhysicalExpr.Not not) {
      return not.operand() instanceof PhysicalExpr.IsNull isNull
          ? 1 - nulls(table, isNull.operand())
          : Math.max(UNKNOWN, 1 - of(table, not.operand()));
    } else if (condition instanceof PhysicalExpr.IsNull isNull) {
      return nulls(table, isNull.operand());
    } else if (condition instanceof PhysicalExpr.InList in) {
      double sum = 0;
      for (PhysicalExpr item : in.list()) {
        sum += equality(table, in.operand(), item);
      }
      return Math.min(IN_LIST_MAX, sum);
    } else if (condition instanceof PhysicalExpr.Literal literal) {
      return literal.value() instanceof Value.Bool bool && bool.value() ? 1 : 0;
    } else if (condition instanceof PhysicalExpr.Call call) {
      return ofCall(table, call);
    }
    return condition instanceof PhysicalExpr.InputRef ? 0.5 : UNKNOWN;
  }

  private double ofCall(Table table, PhysicalExpr.Call call) {
    return switch (Comparisons.nameOrKernel(call.kernel())) {
      case "eq", "is_not_distinct_from" -> {
        double best = 1;
        for (PhysicalExpr argument : call.arguments()) {
          if (PhysicalExprs.readsInput(argument)) {
            PhysicalExpr other = call.arguments().get(argument == call.arguments().get(0) ? 1 : 0);
            best = Math.min(best, equality(table, argument, other));
          }
        }
        yield best;
      }
      case "lt", "le", "gt", "ge" -> {
        Map<Integer, double[]> range = new HashMap<>();
        yield narrow(table, call, range)
            ? range.values().stream().mapToDouble(r -> r[1] - r[0]).sum()
            : OPEN_RANGE;
      }
      case "ne", "is_distinct_from" -> NOT_EQUAL;
      case "like", "starts_with" -> PATTERN;
      default -> UNKNOWN;
    };
  }

  private double nulls(Table table, PhysicalExpr expr) {
    if (!(expr instanceof PhysicalExpr.InputRef ref)) {
      return NULL;
    }
    if (table.columns().get(ref.ordinal()).notNull()) {
      return 0;
    }
    ColumnStatistics statistics = statistics(table, ref);
    return statistics == null ? NULL : statistics.nullFraction();
  }

  private double equality(Table table, PhysicalExpr expr, PhysicalExpr other) {
    if (expr instanceof PhysicalExpr.InputRef ref) {
      ColumnStatistics statistics = statistics(table, ref);
      if (statistics != null && other instanceof PhysicalExpr.Literal literal) {
        return statistics.equal(literal.value());
      }
      Column column = table.columns().get(ref.ordinal());
      return 1 / distinct(table, column.id());
    }
    return 1 / Math.max(PLAIN_VALUES_MIN, Math.pow(rows(table), PLAIN_EXPONENT));
  }
}
