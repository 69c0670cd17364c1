package org.ratchetdb.planner.rule;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.ratchetdb.planner.logical.UnnestRel;

/**
 * Filters rows before their arrays are taken apart.
 *
 * <pre>
 *   Filter(a = 1 AND element = 2)            Filter(element = 2)
 *     Unnest(array)                 becomes    Unnest(array)
 *       input                                    Filter(a = 1)
 *                                                  input
 * </pre>
 *
 * Conditions on the element or its offset stay, and volatile ones, which count evaluations.
 */
final class FilterUnnestTransposeRule extends RelRule<RelRule.Config> {
  FilterUnnestTransposeRule() {
    // Any configuration of Calcite's serves as a start; its own are made by an annotation
    // processor.
    super(
        FilterMergeRule.Config.DEFAULT
            .withDescription("FilterUnnestTransposeRule")
            .withOperandSupplier(
                filter ->
                    filter
                        .operand(LogicalFilter.class)
                        .oneInput(unnest -> unnest.operand(UnnestRel.class).anyInputs())));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalFilter filter = call.rel(0);
    UnnestRel unnest = call.rel(1);
    int width = unnest.getInput().getRowType().getFieldCount();
    List<RexNode> below = new ArrayList<>();
    List<RexNode> above = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      boolean overInput =
          RelOptUtil.InputFinder.bits(conjunct).nextSetBit(width) < 0
              && RexUtil.isDeterministic(conjunct);
      (overInput ? below : above).add(conjunct);
    }
    if (below.isEmpty()) {
      return;
    }
    var rexBuilder = filter.getCluster().getRexBuilder();
    RelNode input =
        LogicalFilter.create(unnest.getInput(), RexUtil.composeConjunction(rexBuilder, below));
    RelNode result =
        new UnnestRel(
            input, unnest.getRowType(), unnest.array(), unnest.withOffset(), unnest.outer());
    if (!above.isEmpty()) {
      result = LogicalFilter.create(result, RexUtil.composeConjunction(rexBuilder, above));
    }
    call.transformTo(result);
  }
}
