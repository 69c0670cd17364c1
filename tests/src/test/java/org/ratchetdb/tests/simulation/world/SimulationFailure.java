package org.ratchetdb.tests.simulation.world;

import org.jspecify.annotations.Nullable;

/** A world went wrong; says with which seed it can be seen again. */
@SuppressWarnings("serial") // never leaves the process
public final class SimulationFailure extends AssertionError {
  private final long seed;

  SimulationFailure(long seed, String message, String trace, @Nullable Throwable cause) {
    super(
        "Seed "
            + seed
            + ": "
            + message
            + "\nReplay it with -Dsim.seed="
            + seed
            + ". The end of its trace:\n"
            + trace,
        cause);
    this.seed = seed;
  }

  public long seed() {
    return seed;
  }
}
