package org.ratchetdb.storage.api;

import java.util.SplittableRandom;

/** Seeds of random tests: fresh ones, printed, unless {@code -Dratchet.seed} replays a run. */
public final class Seeds {
  private Seeds() {}

  public static long next(String test) {
    long seed = Long.getLong("ratchet.seed", new SplittableRandom().nextLong());
    System.out.println(test + ": -Dratchet.seed=" + seed);
    return seed;
  }
}
