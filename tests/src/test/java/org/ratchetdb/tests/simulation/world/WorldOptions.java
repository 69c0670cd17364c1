package org.ratchetdb.tests.simulation.world;

import org.jspecify.annotations.Nullable;

/**
 * How a world runs.
 *
 * @param keepsTrace whether all lines of the trace are kept
 * @param stepsMax a run with more is stuck in a circle
 * @param lightPointOneIn how many uncontended locks there are to one at which threads may switch
 * @param strategy who runs next; null lets the seed choose
 */
public record WorldOptions(
    boolean keepsTrace, long stepsMax, int lightPointOneIn, @Nullable Strategy strategy) {
  public static final WorldOptions DEFAULT = new WorldOptions(false, 200_000, 12, null);

  public WorldOptions withTrace() {
    return new WorldOptions(true, stepsMax, lightPointOneIn, strategy);
  }

  public WorldOptions withStepsMax(long newStepsMax) {
    return new WorldOptions(keepsTrace, newStepsMax, lightPointOneIn, strategy);
  }

  /** Nothing but the order of threads is left open. */
  static WorldOptions exploring(Strategy strategy, boolean lockPoints) {
    return new WorldOptions(false, 20_000, lockPoints ? 1 : Integer.MAX_VALUE, strategy);
  }
}
