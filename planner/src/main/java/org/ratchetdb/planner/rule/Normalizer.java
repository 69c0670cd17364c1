package org.ratchetdb.planner.rule;

import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.ratchetdb.planner.context.PlanningCheck;

/** Runs the normalizing rules over a logical plan. Thread-safe. */
public final class Normalizer {
  private final HepProgram program;

  public Normalizer() {
    HepProgramBuilder builder = new HepProgramBuilder();
    for (NormalizationPhase phase : NormalizationPhase.values()) {
      builder.addRuleCollection(phase.rules());
    }
    this.program = builder.build();
  }

  /**
   * @param check asked before each rewrite
   */
  public RelNode normalize(RelNode rel, PlanningCheck check) {
    HepPlanner planner =
        new HepPlanner(program) {
          @Override
          public void checkCancel() {
            check.check();
          }
        };
    planner.setRoot(rel);
    return planner.findBestExp();
  }
}
