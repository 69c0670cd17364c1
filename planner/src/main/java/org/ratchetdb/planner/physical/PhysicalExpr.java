package org.ratchetdb.planner.physical;

import java.util.List;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/**
 * A scalar expression as the executor evaluates it: columns by position, functions by kernel.
 * Immutable.
 */
public sealed interface PhysicalExpr {
  SqlType type();

  /**
   * Column of the operator's input row, from 0. In a join condition the right input follows the
   * left.
   */
  record InputRef(int ordinal, SqlType type) implements PhysicalExpr {}

  record Literal(Value value) implements PhysicalExpr {
    @Override
    public SqlType type() {
      return value.type();
    }
  }

  /** Statement parameter, from 0. */
  record Parameter(int index, SqlType type) implements PhysicalExpr {}

  /**
   * A column of the current outer row of the {@link PhysicalPlan.Apply} with that correlation id.
   */
  record OuterRef(int correlationId, int ordinal, SqlType type) implements PhysicalExpr {}

  /**
   * A function or operator. The executor finds the code by kernel name and argument types; unless
   * the kernel says otherwise a NULL argument gives NULL.
   */
  record Call(String kernel, List<PhysicalExpr> arguments, SqlType type) implements PhysicalExpr {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * Three-valued AND of two or more operands, evaluated left to right on the rows still undecided.
   */
  record And(List<PhysicalExpr> operands) implements PhysicalExpr {
    public And {
      operands = List.copyOf(operands);
    }

    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  /** Three-valued OR of two or more operands. */
  record Or(List<PhysicalExpr> operands) implements PhysicalExpr {
    public Or {
      operands = List.copyOf(operands);
    }

    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  record Not(PhysicalExpr operand) implements PhysicalExpr {
    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  /** IS NULL. */
  record IsNull(PhysicalExpr operand) implements PhysicalExpr {
    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  /** Searched CASE; branches are evaluated only for the rows that reach them. */
  record Case(List<When> whens, PhysicalExpr otherwise, SqlType type) implements PhysicalExpr {
    public Case {
      whens = List.copyOf(whens);
    }
  }

  /** One branch of a {@link Case}. */
  record When(PhysicalExpr condition, PhysicalExpr result) {}

  /** First non-NULL operand; later ones are evaluated only where needed. */
  record Coalesce(List<PhysicalExpr> operands, SqlType type) implements PhysicalExpr {
    public Coalesce {
      operands = List.copyOf(operands);
    }
  }

  /**
   * Conversion under the rules of the dialect that the kernel set knows by {@code postgres}.
   *
   * @param safe NULL instead of an error
   * @param postgres PostgreSQL's text forms and rounding rules instead of GoogleSQL's
   * @param lengthMax truncation length of an explicit PostgreSQL cast to varchar(n), else 0
   * @param numericPrecision of a cast to numeric(p, s), else 0
   * @param numericScale of a cast to numeric(p, s)
   */
  record Cast(
      PhysicalExpr operand,
      SqlType type,
      boolean safe,
      boolean postgres,
      long lengthMax,
      int numericPrecision,
      int numericScale)
      implements PhysicalExpr {}

  /** {@code operand IN (list)} with SQL's NULL rules; the list is not empty. */
  record InList(PhysicalExpr operand, List<PhysicalExpr> list) implements PhysicalExpr {
    public InList {
      list = List.copyOf(list);
    }

    @Override
    public SqlType type() {
      return SqlType.BOOL;
    }
  }

  /** Next value of a sequence, by object id; a new value per row. */
  record NextSequenceValue(int sequenceId) implements PhysicalExpr {
    @Override
    public SqlType type() {
      return SqlType.INT64;
    }
  }

  /**
   * The commit timestamp of the transaction, known only at commit; legal only as a value to be
   * stored.
   */
  record PendingCommitTimestamp() implements PhysicalExpr {
    @Override
    public SqlType type() {
      return SqlType.TIMESTAMP;
    }
  }
}
