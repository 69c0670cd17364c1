package org.ratchetdb.planner.rule;

import java.util.List;
import org.apache.calcite.plan.RelOptRule;

/** The steps of {@link Normalizer}, in order. */
enum NormalizationPhase {
  /**
   * Filters move towards the tables, through projections, groupings, set operations, joins; outer
   * joins whose padded rows a filter drops become inner.
   */
  PUSH_FILTERS,

  /** Projections that meet become one, and those that do nothing disappear. */
  MERGE_PROJECTIONS;

  List<RelOptRule> rules() {
    return switch (this) {
      case PUSH_FILTERS -> NormalizationRules.pushFilters();
      case MERGE_PROJECTIONS -> NormalizationRules.mergeProjections();
    };
  }
}
