package org.ratchetdb.engine.stats;

import java.util.HashMap;
import java.util.Map;

/**
 * Guesses how many values a column has from a run of neighbouring rows. Equal values next to each
 * other count as one draw, so that a column whose values lie together grows with the table while
 * one whose values come again and again does not. Values are told apart by their hashes.
 */
final class ValueCounts {
  private static final int ONCE = 1;
  private static final int AGAIN = 2;

  private final Map<Long, Integer> draws = new HashMap<>();
  private long drawn;
  private long drawnOnce;
  private long last;

  /** Takes the value of the next row that is not NULL. */
  void add(long hash) {
    if (drawn > 0 && hash == last) {
      return;
    }
    last = hash;
    drawn++;
    Integer before = draws.putIfAbsent(hash, ONCE);
    if (before == null) {
      drawnOnce++;
    } else if (before == ONCE) {
      draws.put(hash, AGAIN);
      drawnOnce--;
    }
  }

  /**
   * Values to expect in the whole table, or -1 when the rows seen do not tell.
   *
   * @param factor how many times the table is larger than what was seen, at least 1
   */
  long estimate(double factor) {
    if (drawn == 0 || (draws.size() == 1 && factor > 1)) {
      // One value only may be one of few or the first of many that lie together.
      return -1;
    }
    double unseen = (1 - 1 / factor) * drawnOnce / drawn;
    return Math.round(draws.size() / (1 - unseen));
  }
}
