package org.ratchetdb.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.tests.simulation.workload.DatabaseSimulation;
import org.ratchetdb.tests.simulation.world.World;
import org.ratchetdb.tests.simulation.world.WorldOptions;

/** SQL sessions, schema changes, divisions and crashes, as many seeds as {@link Seeds} says. */
@ExtendWith(QuietLog.class)
final class DatabaseSimulationTest {
  private static final int SEEDS = 300;

  /** Rows by the hundred take more steps than a store's few. */
  private static final long STEPS_MAX = 1_000_000;

  @TempDir Path directory;

  @Test
  void everySeedKeepsThePromises() throws InterruptedException {
    assertThat(Seeds.tryAll(SEEDS, seed -> run(seed, WorldOptions.DEFAULT))).isPositive();
  }

  private World run(long seed, WorldOptions options) {
    World world = new World(seed, options.withStepsMax(STEPS_MAX));
    try {
      DatabaseSimulation.run(world, Files.createTempDirectory(directory, "spill"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return world;
  }

  @Test
  void oneSeedGivesOneTrace() {
    for (long seed = 1; seed <= 10; seed++) {
      List<String> first = run(seed, WorldOptions.DEFAULT.withTrace()).trace().lines();
      assertThat(run(seed, WorldOptions.DEFAULT.withTrace()).trace().lines())
          .as("seed %d", seed)
          .isEqualTo(first);
    }
  }
}
