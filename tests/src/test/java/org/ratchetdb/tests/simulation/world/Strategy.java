package org.ratchetdb.tests.simulation.world;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Who runs next. */
abstract class Strategy {
  /** Gives a new task what the strategy needs to know. */
  void started(Task task) {}

  /**
   * Picks one of the tasks that can run.
   *
   * @param current the one that has the baton, or null when it cannot run on
   */
  abstract Task pick(List<Task> runnable, @Nullable Task current);

  /** The strategy of a seed: each finds what others miss. */
  static Strategy of(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> new Uniform(random, 1.0);
      case 1 -> new Uniform(random, 0.3);
      case 2 -> new Uniform(random, 0.08);
      default -> new Priorities(random, 1 + random.nextInt(6), 200 << random.nextInt(6));
    };
  }

  /** Switches with a fixed probability, to anybody. */
  private static final class Uniform extends Strategy {
    private final SplittableRandom random;
    private final double switches;

    Uniform(SplittableRandom random, double switches) {
      this.random = random;
      this.switches = switches;
    }

    @Override
    Task pick(List<Task> runnable, @Nullable Task current) {
      if (current != null && switches < 1 && random.nextDouble() >= switches) {
        return current;
      }
      return runnable.get(random.nextInt(runnable.size()));
    }
  }

  /**
   * Probabilistic concurrency testing: the task of the highest priority runs; at a few steps, drawn
   * beforehand, whoever runs falls behind all others. A bug that needs d such steps in the right
   * places is met with a known probability.
   */
  private static final class Priorities extends Strategy {
    private final SplittableRandom random;
    private final long[] changes;
    private long step;
    private long lowest;

    Priorities(SplittableRandom random, int changes, int horizon) {
      this.random = random;
      this.changes = random.longs(changes, 0, horizon).toArray();
    }

    @Override
    void started(Task task) {
      task.priority = random.nextLong() >>> 1;
    }

    @Override
    Task pick(List<Task> runnable, @Nullable Task current) {
      step++;
      for (long change : changes) {
        if (change == step && current != null) {
          current.priority = --lowest;
        }
      }
      Task best = runnable.get(0);
      for (Task task : runnable) {
        if (task.priority > best.priority) {
          best = task;
        }
      }
      return best;
    }
  }
}
