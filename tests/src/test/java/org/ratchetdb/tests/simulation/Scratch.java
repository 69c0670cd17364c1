package org.ratchetdb.tests.simulation;

import org.ratchetdb.tests.simulation.workload.StoreSimulation;
import org.ratchetdb.tests.simulation.world.World;
import org.ratchetdb.tests.simulation.world.WorldOptions;

final class Scratch {
  public static void main(String[] a) {
    long from = Long.parseLong(a[0]);
    long n = Long.parseLong(a[1]);
    long t = System.nanoTime();
    long steps = 0;
    java.util.Map<String, String> fails = new java.util.TreeMap<>();
    java.util.Map<String, Integer> counts = new java.util.TreeMap<>();
    for (long s = from; s < from + n; s++) {
      World w = new World(s, n == 1 ? WorldOptions.DEFAULT.withTrace() : WorldOptions.DEFAULT);
      try {
        StoreSimulation.run(w, StoreSimulation.Bugs.NONE);
      } catch (Throwable e) {
        String m = String.valueOf(e.getMessage());
        if (n == 1) {
          System.out.println(m);
          e.printStackTrace();
        }
        String k = m.replaceFirst("Seed \\d+: ", "").replaceAll("\\d+", "#");
        k = k.substring(0, Math.min(160, k.length())).split("\n")[0];
        counts.merge(k, 1, Integer::sum);
        fails.putIfAbsent(k, m.substring(0, Math.min(600, m.length())).split("\nReplay")[0]);
      }
      if (n == 1) {
        w.trace().lines().forEach(System.out::println);
      }
      steps += w.steps();
    }
    double sec = (System.nanoTime() - t) / 1e9;
    fails.forEach((k, v) -> System.out.println(counts.get(k) + "x " + v + "\n"));
    System.out.printf(
        "%d seeds %.1f s, %.1f/s, %.0f steps each, failed %d%n",
        n, sec, n / sec, 1.0 * steps / n, counts.values().stream().mapToInt(i -> i).sum());
  }
}
