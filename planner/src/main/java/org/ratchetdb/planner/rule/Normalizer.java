package org.ratchetdb.planner.rule;

import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;

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

  public RelNode normalize(RelNode rel) {
    HepPlanner planner = new HepPlanner(program);
    planner.setRoot(rel);
    return planner.findBestExp();
  }
}
