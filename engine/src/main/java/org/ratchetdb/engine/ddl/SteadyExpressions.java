package org.ratchetdb.engine.ddl;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.sqlfrontend.function.FunctionCatalog;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;
import org.ratchetdb.sqlfrontend.function.Volatility;

/** Tells which expressions have one value within a statement, whatever the row. Immutable. */
final class SteadyExpressions {
  private final Set<String> steadyKernels = new HashSet<>();

  SteadyExpressions(Dialect dialect) {
    Set<String> volatileKernels = new HashSet<>();
    for (FunctionSignature signature : FunctionCatalog.forDialect(dialect).allSignatures()) {
      boolean changes = signature.volatility() == Volatility.VOLATILE;
      (changes ? volatileKernels : steadyKernels).add(signature.kernel());
    }
    steadyKernels.removeAll(volatileKernels);
  }

  /** False when in doubt. */
  boolean isSteady(PhysicalExpr expression) {
    if (expression instanceof PhysicalExpr.Literal) {
      return true;
    }
    if (expression instanceof PhysicalExpr.Call call) {
      return steadyKernels.contains(call.kernel()) && areSteady(call.arguments());
    }
    if (expression instanceof PhysicalExpr.Cast cast) {
      return isSteady(cast.operand());
    }
    if (expression instanceof PhysicalExpr.And and) {
      return areSteady(and.operands());
    }
    if (expression instanceof PhysicalExpr.Or or) {
      return areSteady(or.operands());
    }
    if (expression instanceof PhysicalExpr.Not not) {
      return isSteady(not.operand());
    }
    if (expression instanceof PhysicalExpr.IsNull isNull) {
      return isSteady(isNull.operand());
    }
    if (expression instanceof PhysicalExpr.Coalesce coalesce) {
      return areSteady(coalesce.operands());
    }
    if (expression instanceof PhysicalExpr.Case choice) {
      return isSteady(choice.otherwise())
          && choice.whens().stream()
              .allMatch(when -> isSteady(when.condition()) && isSteady(when.result()));
    }
    return false;
  }

  private boolean areSteady(List<PhysicalExpr> expressions) {
    return expressions.stream().allMatch(this::isSteady);
  }
}
