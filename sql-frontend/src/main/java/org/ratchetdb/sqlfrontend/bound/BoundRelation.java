package org.ratchetdb.sqlfrontend.bound;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;

/** A table-valued node of a bound query. Immutable. */
public sealed interface BoundRelation {
  /** The columns that it yields, in order. */
  List<BoundColumn> columns();

  /** Kinds of joins as written; RIGHT is turned into LEFT by the binder. */
  enum JoinKind {
    INNER,
    LEFT,
    FULL
  }

  /** Set operations other than UNION ALL with DISTINCT or ALL semantics. */
  enum SetOperation {
    UNION_ALL,
    UNION_DISTINCT,
    INTERSECT_ALL,
    INTERSECT_DISTINCT,
    EXCEPT_ALL,
    EXCEPT_DISTINCT
  }

  /**
   * Rows of a table.
   *
   * @param columns one per column of the table, in table order
   * @param hints table hints by upper-case name, such as FORCE_INDEX
   * @param forUpdate rows are to be locked exclusively
   */
  record TableScan(Table table, List<BoundColumn> columns, BoundHints hints, boolean forUpdate)
      implements BoundRelation {
    public TableScan {
      columns = List.copyOf(columns);
    }
  }

  /** Rows of a system table, filled by the engine. */
  record SystemTable(String name, List<BoundColumn> columns) implements BoundRelation {
    public SystemTable {
      columns = List.copyOf(columns);
    }
  }

  /** Rows of constant expressions; no columns and one row for a query without FROM. */
  record Values(List<List<BoundExpr>> rows, List<BoundColumn> columns) implements BoundRelation {
    public Values {
      columns = List.copyOf(columns);
    }
  }

  record Filter(BoundRelation input, BoundExpr condition) implements BoundRelation {
    @Override
    public List<BoundColumn> columns() {
      return input.columns();
    }
  }

  /** Computes new columns; a plain {@link BoundExpr.ColumnRef} still gets a column of its own. */
  record Project(BoundRelation input, List<BoundExpr> expressions, List<BoundColumn> columns)
      implements BoundRelation {
    public Project {
      expressions = List.copyOf(expressions);
      columns = List.copyOf(columns);
    }
  }

  /**
   * Yields left columns, then right ones. No condition: a cross join. The right side never sees the
   * left one.
   */
  record Join(
      JoinKind kind,
      BoundRelation left,
      BoundRelation right,
      @Nullable BoundExpr condition,
      BoundHints hints)
      implements BoundRelation {
    @Override
    public List<BoundColumn> columns() {
      List<BoundColumn> columns = new ArrayList<>(left.columns());
      columns.addAll(right.columns());
      return columns;
    }
  }

  /**
   * Elements of an array expression over the input's columns: input columns, the element, and the
   * offset when asked.
   *
   * @param outer keep input rows without elements (LEFT JOIN UNNEST)
   */
  record Unnest(
      BoundRelation input,
      BoundExpr array,
      BoundColumn element,
      @Nullable BoundColumn offset,
      boolean outer)
      implements BoundRelation {
    @Override
    public List<BoundColumn> columns() {
      List<BoundColumn> columns = new ArrayList<>(input.columns());
      columns.add(element);
      if (offset != null) {
        columns.add(offset);
      }
      return columns;
    }
  }

  /** One aggregate call over the input's columns. */
  record AggregateCall(
      FunctionSignature function,
      List<BoundExpr> arguments,
      boolean distinct,
      @Nullable BoundExpr filter,
      List<SortItem> orderBy,
      @Nullable BoundExpr limit,
      boolean ignoreNulls) {
    public AggregateCall {
      arguments = List.copyOf(arguments);
      orderBy = List.copyOf(orderBy);
    }
  }

  /**
   * Groups. Yields one column per key, then one per aggregate. SELECT DISTINCT is an Aggregate
   * without calls.
   *
   * @param keyColumns new columns for the keys, same order
   * @param callColumns new columns for the aggregates, same order
   */
  record Aggregate(
      BoundRelation input,
      List<BoundExpr> keys,
      List<BoundColumn> keyColumns,
      List<AggregateCall> calls,
      List<BoundColumn> callColumns)
      implements BoundRelation {
    @Override
    public List<BoundColumn> columns() {
      List<BoundColumn> columns = new ArrayList<>(keyColumns);
      columns.addAll(callColumns);
      return columns;
    }
  }

  /** One ORDER BY item; the NULL placement is always explicit. */
  record SortItem(BoundExpr expression, boolean descending, boolean nullsFirst) {}

  record Sort(BoundRelation input, List<SortItem> items) implements BoundRelation {
    @Override
    public List<BoundColumn> columns() {
      return input.columns();
    }
  }

  /** Absent bounds are null; expressions hold literals and parameters only. */
  record Limit(BoundRelation input, @Nullable BoundExpr offset, @Nullable BoundExpr count)
      implements BoundRelation {
    @Override
    public List<BoundColumn> columns() {
      return input.columns();
    }
  }

  /** Positional; the inputs already have equal types. */
  record SetOp(SetOperation operation, List<BoundRelation> inputs, List<BoundColumn> columns)
      implements BoundRelation {
    public SetOp {
      inputs = List.copyOf(inputs);
      columns = List.copyOf(columns);
    }
  }
}
