package org.ratchetdb.planner.physical;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An executable plan: a tree of operators with all their configuration. Immutable and shared by
 * concurrent executions; state lives in the executor's operators.
 */
public sealed interface PhysicalPlan permits PhysicalPlan.Query, DmlPlan {
  /** Columns of the rows it yields; empty for DML without THEN RETURN. */
  List<OutputColumn> output();

  /** What the nodes of a query plan are. */
  sealed interface Query extends PhysicalPlan {
    List<Query> inputs();
  }

  /**
   * How a scan locks what it reads inside a read-write transaction.
   *
   * @param readColumnIds of the target of an UPDATE: columns whose values matter; empty for others
   * @param writtenColumnIds of the target of an UPDATE: columns that get new values
   */
  record ScanLock(Kind kind, Set<Integer> readColumnIds, Set<Integer> writtenColumnIds) {
    /** What the rows are wanted for. */
    public enum Kind {
      /** Shared. */
      QUERY,
      /** Shared, and to hold in every isolation level: a statement that writes builds on it. */
      STATEMENT,
      /** Exclusive on what is read. */
      FOR_UPDATE,
      /** Exclusive on what is to be written, shared on what the new values depend on. */
      UPDATE,
      /** Exclusive on the whole row. */
      DELETE
    }

    public static final ScanLock SHARED = of(Kind.QUERY);
    public static final ScanLock STATEMENT = of(Kind.STATEMENT);
    public static final ScanLock EXCLUSIVE = of(Kind.FOR_UPDATE);
    public static final ScanLock DELETE = of(Kind.DELETE);

    private static ScanLock of(Kind kind) {
      return new ScanLock(kind, Set.of(), Set.of());
    }

    public static ScanLock update(Set<Integer> read, Set<Integer> written) {
      return new ScanLock(Kind.UPDATE, read, written);
    }

    public boolean isExclusive() {
      return kind != Kind.QUERY && kind != Kind.STATEMENT;
    }

    /** Whether the statement writes, so that it reads its source to the end. */
    public boolean isOfStatementThatWrites() {
      return kind != Kind.QUERY && kind != Kind.FOR_UPDATE;
    }

    /** For a table that the query names FOR UPDATE. */
    public ScanLock forUpdate() {
      return kind == Kind.UPDATE || kind == Kind.DELETE ? this : EXCLUSIVE;
    }

    /** For subqueries of what is locked in this way, given what the statement's hints say. */
    public ScanLock ofSubqueries(ScanLock hinted) {
      return isOfStatementThatWrites() && !hinted.isExclusive() ? STATEMENT : hinted;
    }
  }

  /** How rows of two inputs pair. SEMI and ANTI yield left columns only. */
  enum JoinKind {
    INNER,
    LEFT,
    FULL,
    SEMI,
    /** NOT EXISTS: rows with no partner, NULL keys included. */
    ANTI,
    /** NOT IN: SQL's NULL rules; nothing when the right side holds a NULL key. */
    ANTI_NULL_AWARE
  }

  /** Set operations on whole rows. */
  enum SetOpKind {
    INTERSECT_ALL,
    INTERSECT_DISTINCT,
    EXCEPT_ALL,
    EXCEPT_DISTINCT
  }

  /**
   * Reads keys of a table or index in key order (or reverse). With {@link KeyCondition.Equals} on
   * the whole key it is a key lookup and reads at most one row.
   *
   * @param columnIds table column ids to yield, in order of the output
   * @param residual condition over the output that rows must pass, or null
   * @param limit rows to yield at most, or null
   * @param perSplit whether the planner wants the scan divided by split (a distributed union of its
   *     branches)
   */
  record Scan(
      AccessPath path,
      List<Integer> columnIds,
      KeyCondition keys,
      boolean reverse,
      @Nullable PhysicalExpr residual,
      @Nullable PhysicalExpr limit,
      ScanLock lock,
      boolean perSplit,
      List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of();
    }
  }

  /**
   * Fetches base rows for the keys that an index scan found. Yields the input columns followed by
   * the fetched ones.
   *
   * @param keyOrdinals input columns that hold the table's primary key, in key order
   * @param columnIds table columns to fetch
   */
  record BackJoin(
      Query input,
      AccessPath path,
      List<Integer> keyOrdinals,
      List<Integer> columnIds,
      @Nullable PhysicalExpr residual,
      ScanLock lock,
      List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of(input);
    }
  }

  /** Rows of a system table or of a value set provided by the engine under that name. */
  record SystemTableScan(String name, List<Integer> columnOrdinals, List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of();
    }
  }

  record Filter(Query input, PhysicalExpr condition) implements Query {
    @Override
    public List<OutputColumn> output() {
      return input.output();
    }

    @Override
    public List<Query> inputs() {
      return List.of(input);
    }
  }

  record Project(Query input, List<PhysicalExpr> expressions, List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of(input);
    }
  }

  /** OFFSET and LIMIT; an absent one is null. NULL or negative counts are errors. */
  record Limit(Query input, @Nullable PhysicalExpr offset, @Nullable PhysicalExpr count)
      implements Query {
    @Override
    public List<OutputColumn> output() {
      return input.output();
    }

    @Override
    public List<Query> inputs() {
      return List.of(input);
    }
  }

  /**
   * Sorts everything; with a count keeps only the first offset + count rows while it runs, and
   * yields count of them.
   */
  record Sort(
      Query input, List<SortKey> keys, @Nullable PhysicalExpr offset, @Nullable PhysicalExpr count)
      implements Query {
    @Override
    public List<OutputColumn> output() {
      return input.output();
    }

    @Override
    public List<Query> inputs() {
      return List.of(input);
    }
  }

  /**
   * Groups by input columns. Yields the keys followed by the aggregates. No keys: exactly one row.
   *
   * @param streaming the input arrives grouped (sorted) by the keys
   */
  record Aggregate(
      Query input,
      List<Integer> groupKeys,
      List<AggregateCall> aggregates,
      boolean streaming,
      List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of(input);
    }
  }

  /** Equi-join by a hash table on the right input. NULL keys never match. */
  record HashJoin(
      JoinKind kind,
      Query left,
      Query right,
      List<Integer> leftKeys,
      List<Integer> rightKeys,
      @Nullable PhysicalExpr residual,
      List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of(left, right);
    }
  }

  /** Equi-join of two inputs sorted on the keys in the same order; never FULL. */
  record MergeJoin(
      JoinKind kind,
      Query left,
      Query right,
      List<SortKey> leftKeys,
      List<SortKey> rightKeys,
      @Nullable PhysicalExpr residual,
      List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of(left, right);
    }
  }

  /** Join on any condition: the right input is read once and kept. */
  record NestedLoopJoin(
      JoinKind kind,
      Query left,
      Query right,
      @Nullable PhysicalExpr condition,
      List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Runs the right input anew for each left row, which it sees through {@link
   * PhysicalExpr.OuterRef} with the id. Kinds INNER, LEFT, SEMI, ANTI.
   */
  record Apply(
      JoinKind kind,
      Query left,
      Query right,
      int correlationId,
      @Nullable PhysicalExpr condition,
      List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of(left, right);
    }
  }

  /** Rows of the inputs one after the other, positionally. */
  record UnionAll(List<Query> inputs, List<OutputColumn> output) implements Query {
    public UnionAll {
      inputs = List.copyOf(inputs);
    }
  }

  record SetOp(SetOpKind kind, Query left, Query right, List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of(left, right);
    }
  }

  /** Rows of expressions without columns; one empty row for a query without FROM. */
  record Values(List<List<PhysicalExpr>> rows, List<OutputColumn> output) implements Query {
    @Override
    public List<Query> inputs() {
      return List.of();
    }
  }

  /**
   * Elements of an array: input columns, then the element, then (when asked) the offset from 0.
   *
   * @param outer keep input rows whose array is NULL or empty
   */
  record Unnest(
      Query input, PhysicalExpr array, boolean withOffset, boolean outer, List<OutputColumn> output)
      implements Query {
    @Override
    public List<Query> inputs() {
      return List.of(input);
    }
  }

  /** A branch per split of the scan below it; rows come in key order. */
  record DistributedUnion(Query input) implements Query {
    @Override
    public List<OutputColumn> output() {
      return input.output();
    }

    @Override
    public List<Query> inputs() {
      return List.of(input);
    }
  }
}
