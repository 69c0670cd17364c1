package org.ratchetdb.tests.simulation.world;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a small world in every order its threads can take, as long as no more than a few times one
 * of them is interrupted where it could have gone on. Most bugs of synchronisation need one or two
 * such moments.
 */
public final class Exploration {
  private Exploration() {}

  /** One place where the next thread was to be chosen. */
  private record Choice(int taken, int options) {}

  /** Takes given choices, then always the first. */
  private static final class Prescribed extends Strategy {
    private final int[] prescribed;
    private final List<Choice> made = new ArrayList<>();
    private int interruptionsLeft;

    Prescribed(int[] prescribed, int interruptionsMax) {
      this.prescribed = prescribed;
      this.interruptionsLeft = interruptionsMax;
    }

    @Override
    Task pick(List<Task> runnable, @Nullable Task current) {
      List<Task> options = new ArrayList<>(runnable);
      if (current != null) {
        options.remove(current);
        options.add(0, current);
        if (interruptionsLeft == 0) {
          return current;
        }
      }
      int taken = made.size() < prescribed.length ? prescribed[made.size()] : 0;
      made.add(new Choice(taken, options.size()));
      if (current != null && taken > 0) {
        interruptionsLeft--;
      }
      return options.get(taken);
    }
  }

  /**
   * Runs the world again and again; a failure names the choices that led to it.
   *
   * @param interruptionsMax how often a thread that could go on does not
   * @param lockPoints whether threads may also be interrupted at locks that are free
   * @param run runs one world
   * @return how many orders there were
   */
  public static long explore(int interruptionsMax, boolean lockPoints, Consumer<World> run) {
    int[] prescribed = {};
    for (long runs = 1; ; runs++) {
      Prescribed strategy = new Prescribed(prescribed, interruptionsMax);
      try {
        run.accept(new World(runs, WorldOptions.exploring(strategy, lockPoints)));
      } catch (AssertionError e) {
        throw new AssertionError("Run " + runs + " with choices " + strategy.made, e);
      }
      int last = strategy.made.size() - 1;
      while (last >= 0 && strategy.made.get(last).taken + 1 == strategy.made.get(last).options) {
        last--;
      }
      if (last < 0) {
        return runs;
      }
      prescribed = new int[last + 1];
      for (int i = 0; i <= last; i++) {
        prescribed[i] = strategy.made.get(i).taken;
      }
      prescribed[last]++;
    }
  }
}
