package org.ratchetdb.planner.access;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.expression.Comparisons;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.physical.KeyCondition;
import org.ratchetdb.planner.physical.PhysicalExpr;

/**
 * Finds the key ranges that a set of conditions allows.
 *
 * <pre>
 *   key (a, b, c)   a = 1 AND b &gt; ? AND c = 3 AND x = 4
 *   ranges          a = 1, b &gt; ?
 *   residual        c = 3, x = 4
 * </pre>
 *
 * A condition on a key column behind a range stays residual. Conditions of GoogleSQL's floating
 * point columns give ranges but are checked again: in key order NaN is a number like others, in SQL
 * it equals nothing.
 */
final class KeyMatcher {
  /** More key ranges than this are not worth building; the next key column stays residual. */
  private static final double RANGES_MAX = 10_000;

  private final List<KeyColumn> keyColumns;
  private final List<AccessCondition> conditions;
  private final boolean recheckFloats;
  private final int seekableMax;
  private final Set<PhysicalExpr> exact = new LinkedHashSet<>();
  private final Set<PhysicalExpr> used = new LinkedHashSet<>();

  private KeyMatcher(
      List<KeyColumn> keyColumns,
      List<AccessCondition> conditions,
      boolean recheckFloats,
      int seekableMax) {
    this.keyColumns = keyColumns;
    this.conditions = conditions;
    this.recheckFloats = recheckFloats;
    this.seekableMax = seekableMax;
  }

  /**
   * @param seekableMax leading key columns to bind at most
   */
  static KeyMatch match(
      List<KeyColumn> keyColumns,
      List<AccessCondition> conditions,
      boolean recheckFloats,
      int seekableMax) {
    return new KeyMatcher(keyColumns, conditions, recheckFloats, seekableMax).match();
  }

  private KeyMatch match() {
    List<KeyCondition.ColumnCondition> columns = new ArrayList<>();
    double ranges = 1;
    boolean points = true;
    for (KeyColumn column : keyColumns) {
      if (columns.size() == seekableMax) {
        points = false;
        break;
      }
      KeyCondition.ColumnCondition condition = point(column, RANGES_MAX / ranges);
      if (condition == null) {
        condition = range(column);
        points = false;
      }
      if (condition == null) {
        break;
      }
      columns.add(condition);
      if (condition instanceof KeyCondition.In in) {
        ranges *= in.values().size();
      }
      if (!points) {
        break;
      }
    }
    List<PhysicalExpr> residual = new ArrayList<>();
    for (AccessCondition condition : conditions) {
      if (!exact.contains(condition.expression())) {
        residual.add(condition.expression());
      }
    }
    return new KeyMatch(
        columns.isEmpty() ? KeyCondition.FULL : new KeyCondition(columns),
        List.copyOf(used),
        residual,
        ranges,
        points && columns.size() == keyColumns.size());
  }

  /** A condition that binds the column to single values, the most selective form first. */
  private KeyCondition.@Nullable ColumnCondition point(KeyColumn column, double valuesMax) {
    for (AccessCondition condition : conditions) {
      PhysicalExpr value = comparedTo(condition, column, "eq");
      if (value != null) {
        use(condition, column);
        return new KeyCondition.Equals(value);
      }
    }
    for (AccessCondition condition : conditions) {
      if (condition.expression() instanceof PhysicalExpr.IsNull isNull
          && isColumn(isNull.operand(), column)) {
        use(condition, column);
        return new KeyCondition.IsNull();
      }
    }
    for (AccessCondition condition : conditions) {
      List<PhysicalExpr> values =
          condition.seekable() ? listedValues(condition.expression(), column) : null;
      if (values != null && values.size() <= valuesMax) {
        use(condition, column);
        return values.size() == 1
            ? new KeyCondition.Equals(values.get(0))
            : new KeyCondition.In(values);
      }
    }
    return null;
  }

  private KeyCondition.@Nullable ColumnCondition range(KeyColumn column) {
    PhysicalExpr lower = null;
    PhysicalExpr upper = null;
    boolean lowerInclusive = false;
    boolean upperInclusive = false;
    for (AccessCondition condition : conditions) {
      for (String kernel : List.of("ge", "gt", "le", "lt")) {
        PhysicalExpr value = comparedTo(condition, column, kernel);
        if (value == null) {
          continue;
        }
        boolean isLower = kernel.startsWith("g");
        if ((isLower ? lower : upper) != null) {
          continue;
        }
        boolean inclusive = kernel.endsWith("e");
        if (isLower) {
          lower = value;
          lowerInclusive = inclusive;
        } else {
          upper = value;
          upperInclusive = inclusive;
        }
        use(condition, column);
      }
    }
    if (lower != null || upper != null) {
      return new KeyCondition.Range(lower, lowerInclusive, upper, upperInclusive);
    }
    return prefixOrNotNull(column);
  }

  private KeyCondition.@Nullable ColumnCondition prefixOrNotNull(KeyColumn column) {
    for (AccessCondition condition : conditions) {
      String prefix =
          condition.seekable() && column.type().equals(SqlType.STRING)
              ? StringPrefix.of(condition.expression(), column.ordinal())
              : null;
      if (prefix != null) {
        used.add(condition.expression());
        if (StringPrefix.isAll(condition.expression(), prefix)) {
          exact.add(condition.expression());
        }
        String end = StringPrefix.successor(prefix);
        return new KeyCondition.Range(
            string(prefix), true, end == null ? null : string(end), false);
      }
    }
    for (AccessCondition condition : conditions) {
      if (condition.expression() instanceof PhysicalExpr.Not not
          && not.operand() instanceof PhysicalExpr.IsNull isNull
          && isColumn(isNull.operand(), column)) {
        use(condition, column);
        return new KeyCondition.NotNull();
      }
    }
    return null;
  }

  private static PhysicalExpr string(String value) {
    return new PhysicalExpr.Literal(new Value.Str(value));
  }

  private void use(AccessCondition condition, KeyColumn column) {
    used.add(condition.expression());
    if (!Comparisons.isFloat(column.type()) || !recheckFloats) {
      exact.add(condition.expression());
    }
  }

  /** The other side of {@code column kernel value} or of its mirror image, else null. */
  private static @Nullable PhysicalExpr comparedTo(
      AccessCondition condition, KeyColumn column, String kernel) {
    if (!condition.seekable()
        || !(condition.expression() instanceof PhysicalExpr.Call call)
        || call.arguments().size() != 2) {
      return null;
    }
    PhysicalExpr left = call.arguments().get(0);
    PhysicalExpr right = call.arguments().get(1);
    String name = Comparisons.nameOf(call.kernel());
    if (kernel.equals(name) && isColumn(left, column) && fits(right, column)) {
      return right;
    }
    if (mirror(kernel).equals(name) && isColumn(right, column) && fits(left, column)) {
      return left;
    }
    return null;
  }

  private static String mirror(String kernel) {
    return switch (kernel) {
      case "lt" -> "gt";
      case "le" -> "ge";
      case "gt" -> "lt";
      case "ge" -> "le";
      default -> kernel;
    };
  }

  private static boolean isColumn(PhysicalExpr expr, KeyColumn column) {
    return expr instanceof PhysicalExpr.InputRef ref && ref.ordinal() == column.ordinal();
  }

  private static boolean fits(PhysicalExpr value, KeyColumn column) {
    return !PhysicalExprs.readsInput(value) && value.type().equals(column.type());
  }

  /** Values of {@code column IN (...)} or of {@code column = a OR column = b}, else null. */
  private static @Nullable List<PhysicalExpr> listedValues(
      PhysicalExpr condition, KeyColumn column) {
    if (condition instanceof PhysicalExpr.InList in) {
      if (!isColumn(in.operand(), column)) {
        return null;
      }
      for (PhysicalExpr value : in.list()) {
        if (!fits(value, column)) {
          return null;
        }
      }
      return in.list();
    }
    if (!(condition instanceof PhysicalExpr.Or or)) {
      return null;
    }
    List<PhysicalExpr> values = new ArrayList<>();
    for (PhysicalExpr operand : or.operands()) {
      PhysicalExpr value = comparedTo(new AccessCondition(operand, true), column, "eq");
      List<PhysicalExpr> more = value == null ? listedValues(operand, column) : List.of(value);
      if (more == null) {
        return null;
      }
      values.addAll(more);
    }
    return values;
  }
}
