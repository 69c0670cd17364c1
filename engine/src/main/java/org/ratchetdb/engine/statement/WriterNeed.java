package org.ratchetdb.engine.statement;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;

/** Finds out whether a query must run in a read-write transaction. */
public final class WriterNeed {
  private WriterNeed() {}

  /** True for a query that locks exclusively or draws values from a sequence. */
  static boolean of(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Query query && ofQuery(query);
  }

  /** The error of such a query in a read-only transaction. */
  public static DbException refusal(PhysicalPlan plan, Dialect dialect) {
    boolean postgres = dialect == Dialect.POSTGRESQL;
    if (!(plan instanceof PhysicalPlan.Query query) || !locks(query)) {
      return new DbException(
          ErrorCode.READ_ONLY_TRANSACTION,
          "cannot execute a statement that writes in a read-only transaction");
    }
    return postgres
        ? new DbException(
            ErrorCode.READ_ONLY_TRANSACTION,
            "cannot execute SELECT FOR UPDATE in a read-only transaction")
        : new DbException(
            ErrorCode.INVALID_ARGUMENT, "FOR UPDATE is not supported in this transaction type.");
  }

  private static boolean locks(PhysicalPlan.Query query) {
    return (query instanceof PhysicalPlan.Scan scan && scan.lock().isExclusive())
        || (query instanceof PhysicalPlan.BackJoin join && join.lock().isExclusive())
        || query.inputs().stream().anyMatch(WriterNeed::locks);
  }

  private static boolean ofQuery(PhysicalPlan.Query query) {
    if (locks(query)) {
      return true;
    }
    if (query instanceof PhysicalPlan.Project project && anyDraws(project.expressions())) {
      return true;
    }
    if (query instanceof PhysicalPlan.Filter filter && draws(filter.condition())) {
      return true;
    }
    if (query instanceof PhysicalPlan.Values values
        && values.rows().stream().anyMatch(WriterNeed::anyDraws)) {
      return true;
    }
    return query.inputs().stream().anyMatch(WriterNeed::ofQuery);
  }

  private static boolean anyDraws(List<PhysicalExpr> expressions) {
    return expressions.stream().anyMatch(WriterNeed::draws);
  }

  private static boolean draws(@Nullable PhysicalExpr expression) {
    if (expression instanceof PhysicalExpr.NextSequenceValue) {
      return true;
    }
    if (expression instanceof PhysicalExpr.Call call) {
      return anyDraws(call.arguments());
    }
    if (expression instanceof PhysicalExpr.Cast cast) {
      return draws(cast.operand());
    }
    if (expression instanceof PhysicalExpr.And and) {
      return anyDraws(and.operands());
    }
    if (expression instanceof PhysicalExpr.Or or) {
      return anyDraws(or.operands());
    }
    if (expression instanceof PhysicalExpr.Not not) {
      return draws(not.operand());
    }
    if (expression instanceof PhysicalExpr.IsNull isNull) {
      return draws(isNull.operand());
    }
    if (expression instanceof PhysicalExpr.Coalesce coalesce) {
      return anyDraws(coalesce.operands());
    }
    if (expression instanceof PhysicalExpr.InList in) {
      return draws(in.operand()) || anyDraws(in.list());
    }
    if (expression instanceof PhysicalExpr.Case branches) {
      return draws(branches.otherwise())
          || branches.whens().stream().anyMatch(w -> draws(w.condition()) || draws(w.result()));
    }
    return false;
  }
}
