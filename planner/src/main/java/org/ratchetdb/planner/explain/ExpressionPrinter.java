package org.ratchetdb.planner.explain;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** Writes expressions in a SQL-like way: {@code (a < @p1) AND b IS NULL}. */
final class ExpressionPrinter {
  private static final Map<String, String> INFIX =
      Map.ofEntries(
          Map.entry("eq", "="),
          Map.entry("ne", "<>"),
          Map.entry("lt", "<"),
          Map.entry("le", "<="),
          Map.entry("gt", ">"),
          Map.entry("ge", ">="),
          Map.entry("add", "+"),
          Map.entry("subtract", "-"),
          Map.entry("multiply", "*"),
          Map.entry("divide", "/"),
          Map.entry("like", "LIKE"),
          Map.entry("is_distinct_from", "IS DISTINCT FROM"),
          Map.entry("is_not_distinct_from", "IS NOT DISTINCT FROM"));

  /**
   * An outer row in scope.
   *
   * @param depth how many applies are around its own
   */
  record OuterRow(int depth, List<OutputColumn> columns) {}

  private final List<OutputColumn> columns;
  private final Map<Integer, OuterRow> outerRows;

  private ExpressionPrinter(List<OutputColumn> columns, Map<Integer, OuterRow> outerRows) {
    this.columns = columns;
    this.outerRows = outerRows;
  }

  /**
   * Over the columns of an operator's input.
   *
   * @param outerRows the outer rows in scope, by correlation id
   */
  static ExpressionPrinter over(List<OutputColumn> columns, Map<Integer, OuterRow> outerRows) {
    return new ExpressionPrinter(columns, outerRows);
  }

  static String columnName(List<OutputColumn> columns, int ordinal) {
    String name = columns.get(ordinal).name();
    return name.isEmpty() ? "$" + ordinal : name;
  }

  String print(PhysicalExpr expr) {
    if (expr instanceof PhysicalExpr.InputRef ref) {
      return ref.ordinal() < columns.size()
          ? columnName(columns, ref.ordinal())
          : "$" + ref.ordinal();
    } else if (expr instanceof PhysicalExpr.OuterRef ref) {
      OuterRow outer = outerRows.get(ref.correlationId());
      return outer == null
          ? "$outer." + ref.ordinal()
          : "$outer" + outer.depth() + "." + columnName(outer.columns(), ref.ordinal());
    } else if (expr instanceof PhysicalExpr.Literal literal) {
      return ValuePrinter.print(literal.value());
    } else if (expr instanceof PhysicalExpr.Parameter parameter) {
      return "@p" + (parameter.index() + 1);
    } else if (expr instanceof PhysicalExpr.Call call) {
      return printCall(call);
    } else if (expr instanceof PhysicalExpr.And and) {
      return join(and.operands(), " AND ");
    } else if (expr instanceof PhysicalExpr.Or or) {
      return join(or.operands(), " OR ");
    } else if (expr instanceof PhysicalExpr.Not not) {
      return not.operand() instanceof PhysicalExpr.IsNull isNull
          ? nested(isNull.operand()) + " IS NOT NULL"
          : "NOT " + nested(not.operand());
    } else if (expr instanceof PhysicalExpr.IsNull isNull) {
      return nested(isNull.operand()) + " IS NULL";
    } else if (expr instanceof PhysicalExpr.Case cases) {
      StringBuilder text = new StringBuilder("CASE");
      for (PhysicalExpr.When when : cases.whens()) {
        text.append(" WHEN ").append(print(when.condition()));
        text.append(" THEN ").append(print(when.result()));
      }
      return text.append(" ELSE ").append(print(cases.otherwise())).append(" END").toString();
    } else if (expr instanceof PhysicalExpr.Coalesce coalesce) {
      return "COALESCE(" + list(coalesce.operands()) + ")";
    } else if (expr instanceof PhysicalExpr.Cast cast) {
      return (cast.safe() ? "SAFE_CAST(" : "CAST(")
          + print(cast.operand())
          + " AS "
          + cast.type()
          + ")";
    } else if (expr instanceof PhysicalExpr.InList in) {
      return nested(in.operand()) + " IN (" + list(in.list()) + ")";
    } else if (expr instanceof PhysicalExpr.NextSequenceValue next) {
      return "NEXT_SEQUENCE_VALUE(" + next.sequenceId() + ")";
    }
    return "PENDING_COMMIT_TIMESTAMP()";
  }

  private String printCall(PhysicalExpr.Call call) {
    String infix = INFIX.get(call.kernel());
    if (infix != null && call.arguments().size() == 2) {
      return nested(call.arguments().get(0)) + " " + infix + " " + nested(call.arguments().get(1));
    }
    return call.kernel().toUpperCase(Locale.ROOT) + "(" + list(call.arguments()) + ")";
  }

  private String join(List<PhysicalExpr> operands, String separator) {
    return operands.stream().map(this::nested).collect(Collectors.joining(separator));
  }

  String list(List<PhysicalExpr> exprs) {
    return exprs.stream().map(this::print).collect(Collectors.joining(", "));
  }

  /** In parentheses when it is made of several words. */
  private String nested(PhysicalExpr expr) {
    boolean atom =
        expr instanceof PhysicalExpr.InputRef
            || expr instanceof PhysicalExpr.OuterRef
            || expr instanceof PhysicalExpr.Literal
            || expr instanceof PhysicalExpr.Parameter
            || expr instanceof PhysicalExpr.Cast
            || expr instanceof PhysicalExpr.Coalesce
            || (expr instanceof PhysicalExpr.Call call
                && !(INFIX.containsKey(call.kernel()) && call.arguments().size() == 2));
    return atom ? print(expr) : "(" + print(expr) + ")";
  }
}
