package org.ratchetdb.tests.simulation;

import org.junit.jupiter.api.Test;
import org.ratchetdb.tests.simulation.workload.StoreSimulation;
import org.ratchetdb.tests.simulation.world.World;
import org.ratchetdb.tests.simulation.world.WorldOptions;

final class StoreSimulationTest {
  @Test
  void everySeedKeepsThePromises() {
    long from = Long.getLong("sim.from", 1);
    long count = Long.getLong("sim.seeds", 200);
    for (long seed = from; seed < from + count; seed++) {
      StoreSimulation.run(new World(seed, WorldOptions.DEFAULT), StoreSimulation.Bugs.NONE);
    }
  }
}
