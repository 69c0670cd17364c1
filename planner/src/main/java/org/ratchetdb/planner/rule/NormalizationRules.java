package org.ratchetdb.planner.rule;

import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rex.RexUtil;

/**
 * Calcite's rules as we use them: no expression that gives a new value at each evaluation is moved
 * to where it would be evaluated more or less often.
 */
final class NormalizationRules {
  private NormalizationRules() {}

  static List<RelOptRule> pushFilters() {
    return List.of(
        CoreRules.FILTER_INTO_JOIN,
        CoreRules.JOIN_CONDITION_PUSH,
        filterProjectTranspose(),
        CoreRules.FILTER_AGGREGATE_TRANSPOSE,
        CoreRules.FILTER_SET_OP_TRANSPOSE,
        CoreRules.FILTER_CORRELATE,
        CoreRules.FILTER_MERGE,
        new FilterUnnestTransposeRule(),
        projectMerge(),
        CoreRules.PROJECT_REMOVE);
  }

  static List<RelOptRule> mergeProjections() {
    return List.of(projectMerge(), CoreRules.PROJECT_REMOVE);
  }

  private static RelOptRule filterProjectTranspose() {
    return FilterProjectTransposeRule.Config.DEFAULT
        .withOperandFor(
            Filter.class, filter -> true, Project.class, NormalizationRules::isDeterministic)
        .toRule();
  }

  private static RelOptRule projectMerge() {
    return ProjectMergeRule.Config.DEFAULT
        .withOperandSupplier(
            upper ->
                upper
                    .operand(Project.class)
                    .oneInput(
                        lower ->
                            lower
                                .operand(Project.class)
                                .predicate(NormalizationRules::isDeterministic)
                                .anyInputs()))
        .as(ProjectMergeRule.Config.class)
        .toRule();
  }

  private static boolean isDeterministic(Project project) {
    return project.getProjects().stream().allMatch(RexUtil::isDeterministic);
  }
}
