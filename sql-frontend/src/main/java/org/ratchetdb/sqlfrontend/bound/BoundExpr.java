package org.ratchetdb.sqlfrontend.bound;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;

/** A typed scalar expression. Every coercion is an explicit {@link Cast}. Immutable. */
public sealed interface BoundExpr {
  SqlType type();

  /**
   * @param position offset of the literal in the statement, or -1 when it was made up
   */
  record Literal(Value value, int position) implements BoundExpr {
    @Override
    public SqlType type() {
      return value.type();
    }
  }

  /** Statement parameter by index in {@link BoundStatement#parameters}. */
  record Parameter(int index, SqlType type) implements BoundExpr {}

  /** A column of a relation in scope, or of an outer query when this is inside a subquery. */
  record ColumnRef(BoundColumn column) implements BoundExpr {
    @Override
    public SqlType type() {
      return column.type();
    }
  }

  /**
   * A function or operator. Kernels {@code eq ne lt le gt ge add subtract multiply negate like
   * is_true is_false is_distinct_from is_not_distinct_from} are known to the planner by these
   * names.
   */
  record Call(FunctionSignature function, List<BoundExpr> arguments) implements BoundExpr {
    public Call {
      arguments = List.copyOf(arguments);
    }

    @Override
    public SqlType type() {
      return function.result();
    }
  }

  record And(List<BoundExpr> operands) implements BoundExpr {
    public And {
      operands = List.copyOf(operands);
    }

    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  record Or(List<BoundExpr> operands) implements BoundExpr {
    public Or {
      operands = List.copyOf(operands);
    }

    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  record Not(BoundExpr operand) implements BoundExpr {
    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  record IsNull(BoundExpr operand) implements BoundExpr {
    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  /** Searched CASE; simple CASE, IF and NULLIF are turned into it. */
  record Case(List<When> whens, BoundExpr otherwise, SqlType type) implements BoundExpr {
    public Case {
      whens = List.copyOf(whens);
    }
  }

  /** One branch of a {@link Case}. */
  record When(BoundExpr condition, BoundExpr result) {}

  /** COALESCE and IFNULL. */
  record Coalesce(List<BoundExpr> operands, SqlType type) implements BoundExpr {
    public Coalesce {
      operands = List.copyOf(operands);
    }
  }

  /**
   * Conversion.
   *
   * @param safe NULL instead of an error
   * @param explicit written by the user, not a coercion
   * @param lengthMax of a cast to varchar(n), else 0
   * @param numericPrecision of a cast to numeric(p, s), else 0
   */
  record Cast(
      BoundExpr operand,
      SqlType type,
      boolean safe,
      boolean explicit,
      long lengthMax,
      int numericPrecision,
      int numericScale)
      implements BoundExpr {
    /** A coercion that the binder adds. */
    public static Cast implicit(BoundExpr operand, SqlType type) {
      return new Cast(operand, type, false, false, 0, 0, 0);
    }
  }

  /** {@code operand IN (e1, e2, ...)}; NOT IN is a {@link Not} around it. */
  record InList(BoundExpr operand, List<BoundExpr> list) implements BoundExpr {
    public InList {
      list = List.copyOf(list);
    }

    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  /** How a subquery is used in an expression. */
  enum SubqueryKind {
    /** One column, at most one row; NULL when there is none. */
    SCALAR,
    EXISTS,
    /** {@code operand IN (query)}: operand given, one column, both sides of one type. */
    IN,
    /** ARRAY(query): one column. */
    ARRAY
  }

  /** A subquery; correlated when it refers to columns that it does not make. */
  record Subquery(SubqueryKind kind, @Nullable BoundExpr operand, BoundRelation query, SqlType type)
      implements BoundExpr {}

  /** Next value of a sequence. */
  record NextSequenceValue(int sequenceId) implements BoundExpr {
    @Override
    public SqlType type() {
      return SqlType.INT64;
    }
  }

  /** PENDING_COMMIT_TIMESTAMP() and its PostgreSQL form: legal only as a value to be stored. */
  record PendingCommitTimestamp() implements BoundExpr {
    @Override
    public SqlType type() {
      return SqlType.TIMESTAMP;
    }
  }
}
