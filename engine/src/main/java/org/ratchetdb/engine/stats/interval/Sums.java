package org.ratchetdb.engine.stats.interval;

/**
 * Numbers that only grow, one for each constant of an enum. Whoever adds them to others cannot
 * forget one. Guarded by the tally they belong to.
 *
 * @param <E> what is counted
 */
@SuppressWarnings("EnumOrdinal") // as the index of an array that goes nowhere else
public final class Sums<E extends Enum<E>> {
  private final long[] values;

  /**
   * Zero for each constant.
   *
   * @param all constants of the enum
   */
  public Sums(E[] all) {
    this.values = new long[all.length];
  }

  public void add(E what, long more) {
    values[what.ordinal()] += more;
  }

  /** Counts an event when it is one of this kind. */
  public void count(E what, boolean is) {
    values[what.ordinal()] += is ? 1 : 0;
  }

  public long get(E what) {
    return values[what.ordinal()];
  }

  /** Adds all of them to others. */
  public void addTo(Sums<E> sums) {
    for (int i = 0; i < values.length; i++) {
      sums.values[i] += values[i];
    }
  }
}
