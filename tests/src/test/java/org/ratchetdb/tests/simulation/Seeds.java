package org.ratchetdb.tests.simulation;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which seeds a run tries. {@code -Dsim.seed=7} tries that one, {@code -Dsim.from=1000
 * -Dsim.seeds=500} tries others than usual, {@code -Dsim.threads=4} so many at a time.
 */
final class Seeds {
  private Seeds() {}

  /** The single seed that was asked for, or null. */
  static @Nullable Long single() {
    return Long.getLong("sim.seed");
  }

  /**
   * Runs worlds, several at a time, until one fails or all are done.
   *
   * @param count how many, unless properties say otherwise
   * @return how many were run
   */
  static long tryAll(long count, LongConsumer world) throws InterruptedException {
    Long single = single();
    if (single != null) {
      world.accept(single);
      return 1;
    }
    long from = Long.getLong("sim.from", 1);
    long to = from + Long.getLong("sim.seeds", count);
    AtomicLong next = new AtomicLong(from);
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    // One more than processors: while a world hands over to its next thread, another runs.
    Thread[] threads =
        new Thread
            [Integer.getInteger("sim.threads", Runtime.getRuntime().availableProcessors() + 1)];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                for (long seed = next.getAndIncrement();
                    seed < to && failure.get() == null;
                    seed = next.getAndIncrement()) {
                  try {
                    world.accept(seed);
                  } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                  }
                }
              },
              "seeds-" + i);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Throwable e = failure.get();
    if (e instanceof Error error) {
      throw error;
    }
    if (e != null) {
      throw new AssertionError(e);
    }
    return to - from;
  }
}
