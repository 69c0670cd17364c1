package org.ratchetdb.planner.translate;

/**
 * Bounds how often parts of a query are planned again under the condition of an outer row. Such a
 * part may hold joins whose right sides are planned again in their turn, and so on: without a bound
 * the work would double with each level of nesting.
 *
 * <pre>
 *   t1 JOIN (SELECT .. FROM t2 JOIN (SELECT .. FROM t3 JOIN (..) GROUP BY ..) GROUP BY ..)
 * </pre>
 *
 * <p>The bounds count steps, not time, so that a query gets the same plan whenever it is planned.
 * Used for one statement, by one thread.
 */
final class RebuildBudget {
  /** Deeper, a look-up in a look-up in a look-up hardly ever pays. */
  private static final int DEPTH_MAX = 3;

  /** Expressions planned and sets joined for one outermost attempt. */
  private static final int STEPS_PER_ATTEMPT = 2_000;

  /** Expressions planned and sets joined for a statement; a fraction of a second. */
  private static final int STEPS_MAX = 20_000;

  private int depth;
  private int left = STEPS_MAX;
  private int leftOfAttempt;

  /** Whether a part may be planned again; then {@link #leave} must follow. */
  boolean enter() {
    if (depth == 0) {
      leftOfAttempt = Math.min(left, STEPS_PER_ATTEMPT);
    }
    if (depth == DEPTH_MAX || leftOfAttempt <= 0) {
      return false;
    }
    depth++;
    return true;
  }

  void leave() {
    depth--;
  }

  /** An expression is planned or two sets are joined. */
  void spend() {
    if (depth > 0) {
      left--;
      leftOfAttempt--;
    }
  }
}
