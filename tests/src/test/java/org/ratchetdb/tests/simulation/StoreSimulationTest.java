package org.ratchetdb.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ratchetdb.tests.simulation.workload.StoreSimulation;
import org.ratchetdb.tests.simulation.world.World;
import org.ratchetdb.tests.simulation.world.WorldOptions;

/** Transactions, views, crashes and a bad disk, as many seeds as {@link Seeds} says. */
@ExtendWith(QuietLog.class)
final class StoreSimulationTest {
  private static final int SEEDS = 1_700;

  @Test
  void everySeedKeepsThePromises() throws InterruptedException {
    assertThat(Seeds.tryAll(SEEDS, StoreSimulationTest::run)).isPositive();
  }

  private static void run(long seed) {
    StoreSimulation.run(new World(seed, WorldOptions.DEFAULT), StoreSimulation.Bugs.NONE);
  }

  @Test
  void oneSeedGivesOneTrace() {
    for (long seed = 1; seed <= 30; seed++) {
      List<String> first = trace(seed);
      assertThat(trace(seed)).as("seed %d", seed).isEqualTo(first);
      assertThat(first).hasSizeGreaterThan(20);
    }
  }

  private static List<String> trace(long seed) {
    World world = new World(seed, WorldOptions.DEFAULT.withTrace());
    StoreSimulation.run(world, StoreSimulation.Bugs.NONE);
    return world.trace().lines();
  }
}
